import { expect, it } from 'vitest'
import * as z from 'zod'
import { parseEnv, port, url } from './env.ts'

const shape = { PORT: port(3000), DATABASE_URL: url('postgres:').optional(), NAME: z.string() }

it('fills in defaults and treats empty as unset', () => {
  expect(parseEnv(shape, { NAME: 'x', PORT: '', DATABASE_URL: '' })).toEqual({ NAME: 'x', PORT: 3000 })
  expect(parseEnv(shape, { NAME: 'x', PORT: '8080' }).PORT).toBe(8080)
})

it('names every variable that is wrong, without its value', () => {
  const wrong = () => parseEnv(shape, { PORT: 'http', DATABASE_URL: 'mysql://u:secret@h/x' })
  expect(wrong).toThrow(
    /PORT: must be a port number.*DATABASE_URL: must be a URL starting with postgres:\/\/.*NAME/,
  )
  expect(wrong).not.toThrow(/secret/)
})

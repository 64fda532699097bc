import { expect, it } from 'vitest'
import * as z from 'zod'
import { parseEnv, port, url } from './env.ts'

const shape = { PORT: port(3000), DATABASE_URL: url('postgres:').optional(), NAME: z.string() }

it('fills in defaults and treats empty as unset', () => {
  expect(parseEnv(shape, { NAME: 'x', PORT: '', DATABASE_URL: '' })).toEqual({ NAME: 'x', PORT: 3000 })
  expect(parseEnv(shape, { NAME: 'x', PORT: '8080' }).PORT).toBe(8080)
})

it.each([
  ['postgres://u:pa#ss@host/db', '#', '%23'],
  ['postgres://u:pa/ss@host/db', '/', '%2F'],
  ['postgres://u:pa?ss@host/db', '?', '%3F'],
  ['postgres://u:100%@host/db', '%', '%25'],
])('%s is refused, and the character is named that must be encoded', (address, character, encoded) => {
  expect(() => parseEnv(shape, { NAME: 'x', DATABASE_URL: address })).toThrow(
    `DATABASE_URL: has a "${character}" before its @, which must be written ${encoded}`,
  )
})

it.each(['postgres://u:pa%23ss%25@host/db', 'postgres://u:p@ss@host/db', 'postgres://host/db?options=a@b'])(
  '%s is taken as it is',
  (address) => {
    expect(parseEnv(shape, { NAME: 'x', DATABASE_URL: address }).DATABASE_URL).toBe(address)
  },
)

it('names every variable that is wrong, without its value', () => {
  const wrong = () => parseEnv(shape, { PORT: 'http', DATABASE_URL: 'mysql://u:secret@h/x' })
  expect(wrong).toThrow(
    /PORT: must be a port number.*DATABASE_URL: must be a URL starting with postgres:\/\/.*NAME/,
  )
  expect(wrong).not.toThrow(/secret/)
})

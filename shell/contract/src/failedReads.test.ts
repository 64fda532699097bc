import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

it('no component shows an error where data is: a refetch that fails sets `error` beside the data of before', () => {
  const offending = globSync(['mfe-*/src/**/*.tsx', 'shell/src/**/*.tsx'], { cwd: root }).filter((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const reads = source.includes('<ErrorState') && /use(Infinite)?Query\(/.test(source)
    return reads && /if \((\w+\.)?error\)|\berror (\?|&&)/.test(source)
  })
  expect(offending).toEqual([])
})

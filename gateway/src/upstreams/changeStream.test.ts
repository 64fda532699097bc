import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readersOf } from './changeStream.ts'

const root = resolve(import.meta.dirname, '../../..')

it('every kind of change that a page waits for is told to who may read it', () => {
  const files = globSync('{shell,mfe-*}/**/src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
  const pages = files.filter((file) => !/\.test\.tsx?$/.test(file))
  const kinds = pages.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/changedBy\w*\s*[:=]\s*\[([^\]]*)\]/gi)].flatMap(
      ([, list = '']) => [...list.matchAll(/'([a-z][a-z-]*)'/g)].map(([, kind]) => kind as string),
    ),
  )
  expect(new Set(kinds).size).toBeGreaterThan(15)
  expect([...new Set(kinds)].filter((kind) => !readersOf[kind])).toEqual([])
})

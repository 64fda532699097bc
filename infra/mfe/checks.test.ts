import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { weightOf } from './checks.ts'

it('a remote weighs what is its own, without the copies of packages that the shell has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-weight-'))
  mkdirSync(join(folder, 'js'))
  const assets = { js: { sync: ['js/react.js'], async: [] } }
  writeFileSync(join(folder, 'mf-manifest.json'), JSON.stringify({ shared: [{ name: 'react', assets }] }))
  for (const [name, size] of [
    ['react.js.gz', 60_000],
    ['routes.js.gz', 30_000],
    ['routes.js', 90_000],
  ] as const)
    writeFileSync(join(folder, 'js', name), Buffer.alloc(size))
  expect(weightOf(folder)).toBe(30)
  rmSync(folder, { recursive: true })
})

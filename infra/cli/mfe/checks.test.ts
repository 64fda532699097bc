import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contractVersion, oldestContract } from '../../../shell/contract/src/remote.ts'
import { problemsOf, weightOf } from './checks.ts'

function remoteOf(files: Record<string, number>): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-weight-'))
  mkdirSync(join(folder, 'js'))
  const assets = { js: { sync: ['js/react.js'], async: [] } }
  const shared = [{ name: 'not-installed-here', requiredVersion: '^1', assets }]
  writeFileSync(join(folder, 'mf-manifest.json'), JSON.stringify({ shared }))
  for (const [name, size] of Object.entries(files))
    writeFileSync(join(folder, 'js', name), Buffer.alloc(size))
  return folder
}

const publishedFor = (contract: number) =>
  ({
    manifest: { contract },
    release: { entry: 'js/routes.js.gz', preload: [], integrity: {} },
  }) as unknown as Parameters<typeof problemsOf>[1]

it('a remote weighs what is its own, without the copies of packages that the shell has', () => {
  const folder = remoteOf({ 'react.js.gz': 60_000, 'routes.js.gz': 30_000, 'routes.js': 90_000 })
  expect(weightOf(folder)).toBe(30)
  rmSync(folder, { recursive: true })
})

it.each([
  [300_000, []],
  [301_000, ['it weighs 301 kB compressed, more than 300']],
])('one of %i bytes is refused with %j', (bytes, problems) => {
  const folder = remoteOf({ 'routes.js.gz': bytes })
  const actualProblems = problemsOf(folder, publishedFor(contractVersion))
  expect(actualProblems.filter((it) => it.includes('weighs'))).toEqual(problems)
  rmSync(folder, { recursive: true })
})

it.each([
  ['refused', oldestContract - 1],
  ['accepted', oldestContract],
  ['accepted', contractVersion],
  ['refused', contractVersion + 1],
])('a remote is %s when it was made for contract %i', (expected, contract) => {
  const folder = remoteOf({ 'routes.js.gz': 1_000 })
  const problem = `it was made for contract ${contract}, the shell has ${contractVersion} and runs those from ${oldestContract} on`
  const actualProblems = problemsOf(folder, publishedFor(contract))
  expect(actualProblems.filter((it) => it.includes('contract'))).toEqual(
    expected === 'refused' ? [problem] : [],
  )
  rmSync(folder, { recursive: true })
})

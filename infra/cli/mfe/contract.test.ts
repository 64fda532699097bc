import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractVersion, oldestContract } from '../../../shell/contract/src/remote.ts'
import { root } from '../../processes/config.ts'
import { breakingChanges, descriptionOf, missingExports, source } from './contract.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plumbline-contract-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const timeoutMs = 120_000

const remotes = readdirSync(root)
  .filter((it) => it.startsWith('mfe-'))
  .map((it) => join(root, it))
const lowestOf = (folder: string): number =>
  JSON.parse(readFileSync(join(folder, 'mfe.json'), 'utf8')).contract
const lowest = [...new Set(remotes.map(lowestOf))]
const supportedVersions = Array.from(
  { length: contractVersion - oldestContract + 1 },
  (_, n) => oldestContract + n,
)

/** The words of the current version, but for one export. */
function without(name: string): string {
  const folder = join(scratch, name)
  cpSync(descriptionOf(contractVersion), folder, { recursive: true })
  const index = join(folder, 'index.d.ts')
  const text = readFileSync(index, 'utf8')
  const cut = text.replace(new RegExp(`, ${name}\\b`), '')
  expect(cut).not.toBe(text)
  writeFileSync(index, cut)
  return folder
}

// against the current one they are checked with everything else
it.each(lowest)(
  'remotes that accept contract %i use nothing that is newer',
  async (version) => {
    const those = remotes.filter((folder) => lowestOf(folder) === version)
    expect(await missingExports(those, descriptionOf(version))).toBe('')
  },
  timeoutMs,
)

it(
  'a remote that uses what its contract does not have is found',
  async () => {
    const remote = join(scratch, 'remote')
    mkdirSync(join(remote, 'src'), { recursive: true })
    for (const file of ['routes.tsx', 'widgets.tsx'])
      writeFileSync(join(remote, 'src', file), `export { useParam } from '@plumbline/contract'\n`)
    expect(await missingExports([remote], descriptionOf(contractVersion))).toBe('')
    expect(await missingExports([remote], without('useParam'))).toContain('useParam')
  },
  timeoutMs,
)

describe('contract versions', () => {
  const current = descriptionOf(contractVersion)
  const comparisons = [
    ...supportedVersions.map((version) => ({ before: descriptionOf(version), after: source })),
    { before: source, after: current },
    { before: current, after: without('orNull') },
  ]
  let breakages: string[]
  beforeAll(async () => {
    breakages = await breakingChanges(comparisons)
  }, timeoutMs)

  it.each(supportedVersions)('the contract still is what it was as version %i', (version) => {
    expect(breakages[supportedVersions.indexOf(version)]).toBe('')
  })

  it('what the contract has, its version says: who adds raises contractVersion and runs `npm run mfe -- describe`', () => {
    expect(breakages.at(-2)).toBe('')
  })

  it('a contract that takes something away is found', () => {
    expect(breakages.at(-1)).toContain('orNull')
  })
})

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { contractVersion, oldestContract } from '../../../shell/contract/src/remote.ts'
import { root } from '../../processes/config.ts'
import { breaks, descriptionOf, misses, source } from './contract.ts'

const scratch = mkdtempSync(join(tmpdir(), 'plumbline-contract-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const patienceMs = 120_000

const remotes = readdirSync(root)
  .filter((it) => it.startsWith('mfe-'))
  .map((it) => join(root, it))
const lowestOf = (folder: string): number =>
  JSON.parse(readFileSync(join(folder, 'mfe.json'), 'utf8')).contract
const lowest = [...new Set(remotes.map(lowestOf))]
const kept = Array.from({ length: contractVersion - oldestContract + 1 }, (_, n) => oldestContract + n)

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
    expect(await misses(those, descriptionOf(version))).toBe('')
  },
  patienceMs,
)

it(
  'a remote that uses what its contract does not have is found',
  async () => {
    expect(await misses([join(root, 'mfe-crm')], without('useParam'))).toContain('useParam')
  },
  patienceMs,
)

it.each(kept)(
  'the contract still is what it was as version %i',
  async (version) => {
    expect(await breaks(descriptionOf(version), source)).toBe('')
  },
  patienceMs,
)

it(
  'what the contract has, its version says: who adds raises contractVersion and runs `npm run mfe -- describe`',
  async () => {
    expect(await breaks(source, descriptionOf(contractVersion))).toBe('')
  },
  patienceMs,
)

it(
  'a contract that takes something away is found',
  async () => {
    expect(await breaks(descriptionOf(contractVersion), without('orNull'))).toContain('orNull')
  },
  patienceMs,
)

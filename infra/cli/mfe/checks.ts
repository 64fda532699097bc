import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Published } from '@plumbline/gateway/releases'
import { contractVersion, oldestContract } from '../../../shell/contract/src/remote.ts'

/** What a remote's own files may weigh together, compressed: all its pages. What one page loads has a budget of its own. */
const budgetKb = 300

type Shared = {
  name: string
  requiredVersion: string
  singleton: boolean
  assets: { js: { sync: string[]; async: string[] } }
}

/** Everything that stands in the way of a build; nothing is written while there is anything. */
export function problemsOf(folder: string, { manifest, release }: Published): string[] {
  const problems: string[] = []
  const { contract } = manifest
  if (contract < oldestContract || contract > contractVersion)
    problems.push(
      `it was made for contract ${contract}, the shell has ${contractVersion} and runs those from ${oldestContract} on`,
    )
  for (const { name, requiredVersion } of sharedOf(folder)) {
    const here = versionHere(name)
    if (here && !fits(requiredVersion, here))
      problems.push(`it needs ${name} ${requiredVersion}, the shell has ${here}`)
  }
  for (const file of [release.entry, ...release.preload]) {
    const expected = release.integrity[file]
    if (!existsSync(join(folder, file))) problems.push(`${file} is missing`)
    else if (!expected) problems.push(`${file} has no integrity`)
    else if (expected !== sha384(join(folder, file))) problems.push(`${file} is not what its integrity says`)
  }
  const kb = weightOf(folder)
  if (kb > budgetKb) problems.push(`it weighs ${Math.round(kb)} kB compressed, more than ${budgetKb}`)
  return problems
}

const sharedOf = (folder: string): Shared[] =>
  JSON.parse(readFileSync(join(folder, 'mf-manifest.json'), 'utf8')).shared ?? []

const require = createRequire(import.meta.url)
function versionHere(name: string): string | undefined {
  const package_ = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
  for (const folder of require.resolve.paths(package_) ?? [])
    try {
      return JSON.parse(readFileSync(join(folder, package_, 'package.json'), 'utf8')).version
    } catch {}
  return undefined
}

/** Ranges are on the major, as `shell/build/federation.ts` writes them. */
const fits = (range: string, version: string) =>
  range.replace(/^[\^~]/, '').split('.')[0] === version.split('.')[0]

const sha384 = (file: string) => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/** In kB, without the copies of shared packages, which no page loads while the shell has them. */
export function weightOf(folder: string): number {
  const copies = new Set(sharedOf(folder).flatMap(({ assets }) => [...assets.js.sync, ...assets.js.async]))
  return (
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.gz') && !copies.has(file.slice(0, -'.gz'.length)))
      .reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0) / 1_000
  )
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Release, type Remote } from '../api.ts'
import { parseManifest, patternOf } from './manifest.ts'
import { manifestOf, type Remotes, resolveBuild, type Visitor } from './registry.ts'

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

/** A release with the paths from which browsers load its files. */
const withPaths = (name: string, release: Release): Release => {
  const base = `/remotes/${name}/${release.build}/`
  return { ...release, entry: base + release.entry, preload: release.preload.map((file) => base + file) }
}

async function readRelease(folder: string, name: string): Promise<Remote['release']> {
  const release = await readJson(join(folder, 'dist', 'release.json')).catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return release === null ? null : withPaths(name, Release.parse(release))
}

/** Every `mfe-*` below `root`, as it was built with the product. */
export async function readBuiltIn(root: string): Promise<Remote[]> {
  const folders = (await readdir(root)).filter((name) => name.startsWith('mfe-')).sort()
  return Promise.all(
    folders.map(async (folder): Promise<Remote> => {
      const manifest = parseManifest(await readJson(join(root, folder, 'mfe.json')), `${folder}/mfe.json`)
      return { ...manifest, release: await readRelease(join(root, folder), manifest.name) }
    }),
  )
}

/**
 * The remotes for a visitor: the published build where there is one, else the one that was built with the product.
 * Throws when two of them claim one path or one kind of record.
 */
export async function readRemotes(
  root: string,
  published: Remotes = {},
  visitor: Visitor,
): Promise<Remote[]> {
  const builtIn = await readBuiltIn(root)
  const resolved = Object.entries(published).map(([name, entry]): Remote => {
    const build = resolveBuild(entry, name, visitor)
    if (build) return { ...build.manifest, release: withPaths(name, build.release) }
    return builtIn.find((it) => it.name === name) ?? { ...manifestOf(entry), release: null }
  })
  const remotes = [...builtIn.filter(({ name }) => !published[name]), ...resolved].sort((a, b) =>
    a.name.localeCompare(b.name),
  )
  requireDistinctClaims(remotes)
  return remotes
}

function requireDistinctClaims(remotes: readonly Remote[]): void {
  const owners = new Map<string, string>()
  const claim = (name: string, key: string, what: string) => {
    const other = owners.get(key)
    if (other) throw new Error(`${name} and ${other} both claim ${what}`)
    owners.set(key, name)
  }
  for (const { name, paths, records = [] } of remotes) {
    for (const path of paths) claim(name, patternOf(path), `the path ${path}`)
    for (const { kind } of records) claim(name, kind, `the record ${kind}`)
  }
}

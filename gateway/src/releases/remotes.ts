import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Release, type Remote } from '../api.ts'
import { commonClaim, parseManifest } from './manifest.ts'
import { builtIn, manifestOf, type Remotes, resolveBuild, type Visitor } from './registry.ts'

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
 * The remotes for a visitor: the published build where there is one, else the one that was built with the product. Of two
 * builds that claim one path or one kind of record the one that was published later gives way to the one that was built
 * with the product, or is left out. Throws when remotes that were built with the product collide.
 */
export async function readRemotes(
  root: string,
  published: Remotes = {},
  visitor: Visitor,
  reportCollision: (collision: string) => void,
): Promise<Remote[]> {
  const builtIns = await readBuiltIn(root)
  const remotes: Remote[] = []
  const collisionWith = (remote: Remote) =>
    remotes.map((other) => commonClaim(other, remote)).find((it) => it !== undefined)
  const resolved = new Map(
    Object.entries(published).map(([name, entry]) => [name, resolveBuild(entry, name, visitor)]),
  )
  for (const remote of builtIns.filter(({ name }) => !resolved.get(name))) {
    const collision = collisionWith(remote)
    if (collision) throw new Error(collision)
    remotes.push(remote)
  }
  const builds = [...resolved.values()].filter((it) => it !== null)
  for (const { build, manifest, release } of builds.sort((a, b) => a.at.localeCompare(b.at))) {
    const { name } = manifest
    const remote = { ...manifest, release: withPaths(name, release) }
    const collision = collisionWith(remote)
    if (collision) reportCollision(`${collision}: ${name} ${build} is not offered`)
    const offered = collision ? builtIns.find((it) => it.name === name) : remote
    if (offered && !collisionWith(offered)) remotes.push(offered)
  }
  for (const [name, entry] of Object.entries(published)) {
    if (resolved.get(name) || builtIns.some((it) => it.name === name)) continue
    const missing = { ...manifestOf(entry, builtIn, undefined), release: null }
    if (!collisionWith(missing)) remotes.push(missing)
  }
  return remotes.sort((a, b) => a.name.localeCompare(b.name))
}

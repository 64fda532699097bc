import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as z from 'zod'
import { manifestOf, type Remotes, resolve, type Visitor } from './registry.ts'
import { Manifest, Release } from './shapes.ts'

/** A micro-frontend as the shell sees it. `release` is null while nothing of it is installed. */
export type Remote = z.infer<typeof Manifest> & { release: z.infer<typeof Release> | null }

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

/** Where the browser gets the files of a build. */
const served = (name: string, release: z.infer<typeof Release>): NonNullable<Remote['release']> => {
  const base = `/remotes/${name}/${release.build}/`
  return { ...release, entry: base + release.entry, preload: release.preload.map((file) => base + file) }
}

async function readRelease(folder: string, name: string): Promise<Remote['release']> {
  const release = await readJson(join(folder, 'dist', 'release.json')).catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return release === null ? null : served(name, Release.parse(release))
}

/** Every `mfe-*` below `root`, as it was built here. */
export async function builtHere(root: string): Promise<Remote[]> {
  const folders = (await readdir(root)).filter((name) => name.startsWith('mfe-')).sort()
  return Promise.all(
    folders.map(async (folder): Promise<Remote> => {
      const manifest = Manifest.parse(await readJson(join(root, folder, 'mfe.json')))
      return { ...manifest, release: await readRelease(join(root, folder), manifest.name) }
    }),
  )
}

/**
 * The remotes of somebody: what was published for them, and what was built here of those that never were.
 * Throws when two of them claim one path.
 */
export async function readRemotes(
  root: string,
  published: Remotes = {},
  visitor: Visitor,
): Promise<Remote[]> {
  const here = await builtHere(root)
  const theirs = Object.entries(published).map(([name, entry]): Remote => {
    const found = resolve(entry, name, visitor)
    if (found) return { ...found.manifest, release: served(name, found.release) }
    return here.find((it) => it.name === name) ?? { ...manifestOf(entry), release: null }
  })
  const remotes = [...here.filter(({ name }) => !published[name]), ...theirs].sort((a, b) =>
    a.name.localeCompare(b.name),
  )
  refuseDoubleClaims(remotes)
  return remotes
}

function refuseDoubleClaims(remotes: readonly Remote[]): void {
  const owners = new Map<string, string>()
  for (const { name, paths } of remotes) {
    for (const path of paths) {
      const pattern = path.replace(/:\w+/g, ':')
      const other = owners.get(pattern)
      if (other) throw new Error(`${name} and ${other} both claim the path ${path}`)
      owners.set(pattern, name)
    }
  }
}

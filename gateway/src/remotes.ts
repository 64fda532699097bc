import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const Manifest = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: z.string(),
  contract: z.number().int(),
  paths: z.array(z.string().startsWith('/')),
  nav: z.array(
    z.object({
      label: z.string(),
      to: z.string(),
      icon: z.string(),
      order: z.number(),
      match: z.array(z.string()),
    }),
  ),
  widgets: z.array(z.string()),
})

const Release = z.object({
  build: z.string().regex(/^[\w.-]+$/),
  entry: z.string(),
  integrity: z.record(z.string(), z.string()),
  preload: z.array(z.string()).default([]),
})

/** A micro-frontend as the shell sees it. `release` is null while nothing of it is installed. */
export type Remote = z.infer<typeof Manifest> & { release: z.infer<typeof Release> | null }

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

async function readRelease(folder: string, name: string): Promise<Remote['release']> {
  const release = await readJson(join(folder, 'dist', 'release.json')).catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (release === null) return null
  const parsed = Release.parse(release)
  const base = `/remotes/${name}/${parsed.build}/`
  return { ...parsed, entry: base + parsed.entry, preload: parsed.preload.map((file) => base + file) }
}

/** Reads every `mfe-*` below `root`. Throws when two of them claim one path. */
export async function readRemotes(root: string): Promise<Remote[]> {
  const folders = (await readdir(root)).filter((name) => name.startsWith('mfe-')).sort()
  const remotes = await Promise.all(
    folders.map(async (folder): Promise<Remote> => {
      const manifest = Manifest.parse(await readJson(join(root, folder, 'mfe.json')))
      return { ...manifest, release: await readRelease(join(root, folder), manifest.name) }
    }),
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

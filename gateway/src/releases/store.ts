import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FilesLocation, openFiles } from '@plumbline/platform/files'
import { Registry, type Remotes } from './registry.ts'

const folder = 'registry/'
const keyOf = (revision: number) => `${folder}${String(revision).padStart(8, '0')}.json`
const isRevision = (key: string) => /^registry\/\d{8}\.json$/.test(key)
const maxAttempts = 20
const recentMs = 1_000

// uploaded last: it names all other files, so a build that has it is complete
const lastFile = 'mf-manifest.json'
const maxConcurrentUploads = 8

export type Change = { by: string; what: string; reason?: string; at?: string }

/**
 * Published builds and their registry, `registry/00000012.json`, one file per revision. A file is never overwritten,
 * so of two concurrent changes of one revision one succeeds and the other is repeated on its result.
 */
export function openStore(location: FilesLocation) {
  const stored = openFiles(location)
  let newest: { key: string; registry: Registry } | null = null
  let readAt = -Infinity

  const read = async (key: string): Promise<Registry> => {
    const bytes = await stored.read(key)
    if (!bytes) throw new Error(`${stored.where} lists ${key} and does not have it`)
    return Registry.parse(JSON.parse(bytes.toString()))
  }

  // revisions only grow, so the newest one is read once
  const current = async (): Promise<Registry | null> => {
    const key = (await stored.list(folder, newest?.key)).filter(isRevision).at(-1)
    if (key) {
      const registry = await read(key)
      if (!newest || key > newest.key) newest = { key, registry }
    }
    readAt = performance.now()
    return newest?.registry ?? null
  }

  return {
    where: stored.where,
    current,
    /** The newest revision as of a moment ago: however many ask, the store is asked once a second. */
    recent: async (): Promise<Registry | null> =>
      performance.now() - readAt < recentMs ? (newest?.registry ?? null) : current(),
    /** The change of every revision, newest first. */
    history: async (limit = 50): Promise<(Registry['change'] & { revision: number })[]> => {
      const keys = (await stored.list(folder)).filter(isRevision).toReversed().slice(0, limit)
      return Promise.all(
        keys.map(async (key) => {
          const { change, revision } = await read(key)
          return { revision, ...change }
        }),
      )
    },
    /** Compare and set: `work` may run more than once, each time on the newest revision. */
    change: async (
      work: (remotes: Remotes) => Remotes,
      { reason, at, ...who }: Change,
    ): Promise<Registry> => {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const before = await current()
        const next: Registry = {
          schema: 1,
          revision: (before?.revision ?? 0) + 1,
          remotes: work(before?.remotes ?? {}),
          change: { ...who, reason: reason ?? null, at: at ?? new Date().toISOString() },
        }
        const text = JSON.stringify(next, null, 2)
        const key = keyOf(next.revision)
        if (!(await stored.create(key, Buffer.from(text)))) continue
        newest = { key, registry: next }
        return next
      }
      throw new Error('The registry changes all the time; please try again.')
    },
    /** The files of a build; none while its upload is not complete. */
    filesOf: async (name: string, build: string): Promise<ReadonlySet<string>> => {
      const prefix = `${name}/${build}/`
      const files = (await stored.list(prefix)).map((key) => key.slice(prefix.length))
      return new Set(files.includes(lastFile) ? files : [])
    },
    fileOf: (name: string, build: string, file: string) => stored.read(`${name}/${build}/${file}`),
    /** Uploads every file below `from`. Files that exist must be equal: a build is named by its content. */
    upload: async (name: string, build: string, from: string): Promise<void> => {
      const entries = await readdir(from, { recursive: true, withFileTypes: true })
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
      const put = async (file: string) => {
        const bytes = await readFile(join(from, file))
        const key = `${name}/${build}/${file.replaceAll('\\', '/')}`
        if ((await stored.create(key, bytes)) || bytes.equals((await stored.read(key)) ?? Buffer.alloc(0)))
          return
        throw new Error(`${stored.where} has another ${key}; a build is never written over.`)
      }
      const first = files.filter((file) => file !== lastFile)
      for (let at = 0; at < first.length; at += maxConcurrentUploads)
        await Promise.all(first.slice(at, at + maxConcurrentUploads).map(put))
      await put(lastFile)
    },
  }
}
export type ReleaseStore = ReturnType<typeof openStore>

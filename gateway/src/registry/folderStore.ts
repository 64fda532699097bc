import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Registry, type Remotes } from './registry.ts'

const fileOf = (revision: number) => `${String(revision).padStart(8, '0')}.json`
const attempts = 20

// a folder that was never made is an empty registry; one that cannot be read is not
const nothingYet = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === 'ENOENT') return []
  throw error
}

export type Change = { by: string; what: string; reason?: string; at?: string }

/**
 * A registry in a folder: `registry/00000012.json`, one file a revision. A file that exists is never written
 * again, so of two who change the same revision one is first and the other tries anew on what the first made.
 */
export function folderStore(folder: string) {
  const revisions = join(folder, 'registry')

  const names = async () =>
    (await readdir(revisions).catch(nothingYet)).filter((name) => /^\d{8}\.json$/.test(name)).sort()

  const read = async (file: string): Promise<Registry> =>
    Registry.parse(JSON.parse(await readFile(join(revisions, file), 'utf8')))

  const current = async (): Promise<Registry | null> => {
    const newest = (await names()).at(-1)
    return newest ? read(newest) : null
  }

  return {
    current,
    /** Every revision's change, the newest first. */
    history: async (limit = 50): Promise<(Registry['change'] & { revision: number })[]> =>
      Promise.all(
        (await names())
          .toReversed()
          .slice(0, limit)
          .map(async (file) => {
            const { change, revision } = await read(file)
            return { revision, ...change }
          }),
      ),
    /** Compare and set: `work` may run more than once, each time on what is newest then. */
    change: async (
      work: (remotes: Remotes) => Remotes,
      { reason, at, ...who }: Change,
    ): Promise<Registry> => {
      await mkdir(revisions, { recursive: true })
      for (let attempt = 0; attempt < attempts; attempt++) {
        const before = await current()
        const next: Registry = {
          schema: 1,
          revision: (before?.revision ?? 0) + 1,
          remotes: work(before?.remotes ?? {}),
          change: { ...who, reason: reason ?? null, at: at ?? new Date().toISOString() },
        }
        if (await create(join(revisions, fileOf(next.revision)), JSON.stringify(next, null, 2))) return next
      }
      throw new Error('The registry changes all the time; please try again.')
    },
  }
}
export type RegistryStore = ReturnType<typeof folderStore>

/** Writes a whole file or nothing; false when somebody was first. */
async function create(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text)
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft)
  }
}

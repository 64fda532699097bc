import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Objects } from './objects.ts'

// a folder that does not exist is empty; one that cannot be read is an error
const unless =
  <Value>(value: Value, ...codes: string[]) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code && codes.includes(error.code)) return value
    throw error
  }

// drafts have names that are never read
const isComplete = (file: string) => !file.endsWith('.draft')

/** Objects in a folder. */
export const folderObjects = (folder: string): Objects => ({
  where: folder,
  list: async (prefix, after = '') => {
    const above = join(folder, prefix)
    const entries = await readdir(above, { recursive: true, withFileTypes: true }).catch(unless([], 'ENOENT'))
    return entries
      .filter((entry) => entry.isFile() && isComplete(entry.name))
      .map((entry) => prefix + join(entry.parentPath, entry.name).slice(above.length).replaceAll('\\', '/'))
      .filter((key) => key > after)
      .sort()
  },
  read: (key) => readFile(join(folder, key)).catch(unless(null, 'ENOENT')),
  create: async (key, bytes) => {
    const file = join(folder, key)
    const draft = `${file}.${randomUUID()}.draft`
    await mkdir(dirname(file), { recursive: true })
    await writeFile(draft, bytes)
    try {
      // atomic, and never replaces an existing file
      await link(draft, file)
      return true
    } catch (error) {
      return unless(false, 'EEXIST')(error as NodeJS.ErrnoException)
    } finally {
      await rm(draft)
    }
  },
})

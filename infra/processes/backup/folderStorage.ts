import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { freeBytesIn } from './diskSpace.ts'
import type { BackupStorage } from './storage.ts'

const unfinished = '.partial'
// only the operator reads them; a power cut leaves no manifest beside files that are not there
const onDisk = { mode: 0o600, flush: true }

const unless =
  <Value>(value: Value, ...codes: string[]) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code && codes.includes(error.code)) return value
    throw error
  }

export function folderStorage(folder: string): BackupStorage {
  const pathOf = (file: string) => join(folder, file)
  const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })

  async function allFiles(): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
      unless([], 'ENOENT'),
    )
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      )
      .sort()
  }

  async function remove(file: string): Promise<void> {
    await rm(pathOf(file), { force: true })
    // a place without files is not there; one with others, or a mounted one, stays
    await rmdir(dirname(pathOf(file))).catch(() => {})
  }

  return {
    where: folder,
    within: (name) => folderStorage(pathOf(name)),
    list: async () => (await allFiles()).filter((file) => !file.endsWith(unfinished)),
    read: async (file) =>
      access(pathOf(file)).then(() => createReadStream(pathOf(file)), unless(null, 'ENOENT')),
    write: async (file, content) => {
      const path = pathOf(file)
      await makeFolder(dirname(path))
      await pipeline(content, createWriteStream(path + unfinished, onDisk))
      await rename(path + unfinished, path)
    },
    remove,
    removeUnfinished: async (isOwn) => {
      for (const file of await allFiles())
        if (file.endsWith(unfinished) && isOwn(file.slice(0, -unfinished.length))) await remove(file)
    },
    freeBytes: async () => {
      await makeFolder(folder)
      return freeBytesIn(folder)
    },
  }
}

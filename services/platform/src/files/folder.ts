import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  access,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files, FilesOptions } from './files.ts'

const unfinished = '.partial'
// a power cut leaves no file that names others which are not there
const flush = true

// a folder that does not exist is empty; one that cannot be read is an error
const unless =
  <Value>(value: Value, ...codes: string[]) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code && codes.includes(error.code)) return value
    throw error
  }

export async function freeBytesIn(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** The files in a folder and below. A folder in it that may not be read, such as `lost+found` of a disk, is none of ours. */
async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile()) files.push(path)
    else if (entry.isDirectory())
      files.push(...(await filesIn(path).catch(unless([], 'ENOENT', 'EACCES', 'EPERM'))))
  }
  return files
}

/** Files in a folder, which is made with the first one. */
export function openFolder(folder: string, options: FilesOptions): Files {
  const [fileMode, folderMode] = options.isPrivate ? [0o600, 0o700] : [undefined, undefined]
  const pathOf = (name: string) => join(folder, name)
  const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: folderMode })

  async function namesBelow(start: string): Promise<string[]> {
    const above = pathOf(start.slice(0, start.lastIndexOf('/') + 1))
    return (await filesIn(above).catch(unless([], 'ENOENT')))
      .map((path) => path.slice(join(folder, '/').length).replaceAll('\\', '/'))
      .filter((name) => name.startsWith(start))
      .sort()
  }

  async function remove(name: string): Promise<void> {
    await rm(pathOf(name), { force: true })
    // a place without files is not there; one with others, or a mounted one, stays
    await rmdir(dirname(pathOf(name))).catch(() => {})
  }

  return {
    where: folder,
    within: (name) => openFolder(pathOf(name), options),
    list: async (start = '', after = '') =>
      (await namesBelow(start)).filter((name) => name > after && !name.endsWith(unfinished)),
    read: (name) => readFile(pathOf(name)).catch(unless(null, 'ENOENT')),
    readStream: (name) =>
      access(pathOf(name)).then(() => createReadStream(pathOf(name)), unless(null, 'ENOENT')),
    create: async (name, bytes) => {
      const path = pathOf(name)
      const draft = `${path}.${randomUUID()}${unfinished}`
      await makeFolder(dirname(path))
      await writeFile(draft, bytes, { mode: fileMode, flush })
      try {
        // atomic, and never replaces an existing file
        await link(draft, path)
        return true
      } catch (error) {
        return unless(false, 'EEXIST')(error as NodeJS.ErrnoException)
      } finally {
        await rm(draft)
      }
    },
    write: async (name, content) => {
      const path = pathOf(name)
      await makeFolder(dirname(path))
      await pipeline(content, createWriteStream(path + unfinished, { mode: fileMode, flush }))
      await rename(path + unfinished, path)
    },
    remove,
    removeUnfinished: async (isOwn) => {
      for (const name of await namesBelow(''))
        if (name.endsWith(unfinished) && isOwn(name.slice(0, -unfinished.length))) await remove(name)
    },
    freeBytes: async () => {
      await makeFolder(folder)
      return freeBytesIn(folder)
    },
  }
}

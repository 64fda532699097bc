import { extname } from 'node:path'
import type { Log } from '@plumbline/platform/log'
import { type RequestHandler, Router } from 'express'
import { twinsFor } from './immutable.ts'
import type { RemotesStore } from './registry/store.ts'

export type PublishedFilesOptions = { store: RemotesStore; log: Log; maxBytes?: number }

type Params = { name: string; build: string }

// cannot start with a dot, so it cannot climb
const folderName = /^\w[\w.-]*$/

/**
 * The files of published builds. They never change, so what was asked for once is kept, the latest up to `maxBytes`:
 * a store that is away does not take the pages with it that people use.
 */
export function publishedFiles({ store, log, maxBytes = 64_000_000 }: PublishedFilesOptions): RequestHandler {
  const builds = new Map<string, ReadonlySet<string>>()
  const kept = createShelf(maxBytes)

  async function filesOf(name: string, build: string): Promise<ReadonlySet<string>> {
    const key = `${name}/${build}`
    const known = builds.get(key)
    if (known) return known
    const files = await store.filesOf(name, build)
    if (files.size > 0) builds.set(key, files)
    return files
  }
  async function bytesOf(name: string, build: string, file: string): Promise<Buffer | null> {
    const key = `${name}/${build}/${file}`
    const known = kept.get(key)
    if (known) return known
    const bytes = await store.fileOf(name, build, file)
    if (bytes) kept.put(key, bytes)
    return bytes
  }

  const router = Router()
  router.get('/remotes/:name/:build/*file', async (req, res, next) => {
    const { name, build } = req.params as unknown as Params
    if (!folderName.test(name) || !folderName.test(build)) return next()
    const file = req.path.split('/').slice(4).join('/')
    try {
      const files = await filesOf(name, build)
      const twin = twinsFor(req).find(({ suffix }) => files.has(file + suffix))
      const found = file + (twin?.suffix ?? '')
      const bytes = files.has(found) ? await bytesOf(name, build, found) : null
      if (!bytes) return next()
      if (twin) res.set('Content-Encoding', twin.encoding)
      res.vary('Accept-Encoding').set('Cache-Control', 'public, max-age=31536000, immutable')
      res.type(extname(file)).send(bytes)
    } catch (err) {
      log.warn({ err, remote: name, build, file }, 'store of remotes away')
      next()
    }
  })
  return router
}

/** Keeps what was used last, as much as fits. */
function createShelf(maxBytes: number) {
  const shelf = new Map<string, Buffer>()
  let size = 0
  return {
    get(key: string): Buffer | undefined {
      const bytes = shelf.get(key)
      // the order of a map is that of its insertions
      if (bytes && shelf.delete(key)) shelf.set(key, bytes)
      return bytes
    },
    put(key: string, bytes: Buffer): void {
      if (bytes.length > maxBytes || shelf.has(key)) return
      shelf.set(key, bytes)
      size += bytes.length
      for (const [oldest, { length }] of shelf) {
        if (size <= maxBytes) break
        shelf.delete(oldest)
        size -= length
      }
    },
  }
}

import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { Rejection, rejection } from '@plumbline/platform/errors'
import type { Log } from '@plumbline/platform/log'
import { type RequestHandler, Router } from 'express'
import { twinsFor } from '../pages/staticFiles.ts'
import type { Registry } from './registry.ts'
import type { RemotesStore } from './store.ts'

export type PublishedFilesOptions = {
  store: RemotesStore
  /** What is published, as far as it is known. */
  published: () => Promise<Pick<Registry, 'remotes'> | null>
  log: Log
  maxBytes?: number
}

type Params = { name: string; build: string }

// cannot start with a dot, so it cannot climb
const folderName = /^\w[\w.-]*$/

// a compressed file that unpacks to more than this is none of ours
const maxOutputLength = 32_000_000
const unpack = {
  '': async (bytes: Buffer) => bytes,
  '.br': (bytes: Buffer) => promisify(brotliDecompress)(bytes, { maxOutputLength }),
  '.gz': (bytes: Buffer) => promisify(gunzip)(bytes, { maxOutputLength }),
}
type Suffix = keyof typeof unpack
const suffixOf = (file: string): Suffix => (/\.(br|gz)$/.exec(file)?.[0] ?? '') as Suffix

const sha384 = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

type Checked = { bytes: Buffer; isVerified: boolean }

/**
 * The files of published builds. They never change, so what was asked for once is kept, the latest up to `maxBytes`:
 * a store that is away does not take the pages with it that people use. Only what is as it was published is kept, or
 * sent to be kept for ever: the registry has the hashes of a build's entry, which has those of its chunks.
 */
export function publishedFiles({
  store,
  published,
  log,
  maxBytes = 64_000_000,
}: PublishedFilesOptions): RequestHandler {
  const builds = new Map<string, ReadonlySet<string>>()
  const chunkHashes = new Map<string, ReadonlySet<string>>()
  const reported = new Set<string>()
  const kept = createShelf(maxBytes)

  async function filesOf(name: string, build: string): Promise<ReadonlySet<string>> {
    const key = `${name}/${build}`
    const known = builds.get(key)
    if (known) return known
    const files = await store.filesOf(name, build)
    if (files.size > 0) builds.set(key, files)
    return files
  }

  const releaseOf = async (name: string, build: string) =>
    (await published())?.remotes[name]?.published.find((it) => it.build === build)?.release

  /** The hashes that a build's verified entry has of its chunks; none where it was built without them. */
  async function chunksOf(name: string, build: string): Promise<ReadonlySet<string>> {
    const key = `${name}/${build}`
    const known = chunkHashes.get(key)
    if (known) return known
    const files = await filesOf(name, build)
    const { preload = [], integrity = {} } = (await releaseOf(name, build)) ?? {}
    const hashes = new Set<string>()
    for (const entry of preload.filter((it) => integrity[it])) {
      const stored = (['', '.br', '.gz'] as const).map((it) => entry + it).find((it) => files.has(it))
      const checked = stored ? await checkedOf(name, build, stored) : null
      if (!checked?.isVerified) continue
      const text = (await unpack[suffixOf(stored as string)](checked.bytes)).toString()
      for (const [hash] of text.matchAll(/sha384-[\w+/]{64}/g)) hashes.add(hash)
    }
    if (hashes.size > 0) chunkHashes.set(key, hashes)
    return hashes
  }

  /** Whether these are the bytes that were published; undefined where nothing says so. */
  async function isAsPublished(params: Params, file: string, bytes: Buffer): Promise<boolean | undefined> {
    const { name, build } = params
    const suffix = suffixOf(file)
    const plainName = file.slice(0, file.length - suffix.length)
    const release = await releaseOf(name, build)
    const hash = await unpack[suffix](bytes).then(sha384, () => 'not unpacked')
    const expected = release?.integrity[plainName]
    if (expected) return hash === expected
    if (!release || !plainName.endsWith('.js')) return undefined
    const chunks = await chunksOf(name, build)
    return chunks.size > 0 ? chunks.has(hash) : undefined
  }

  async function checkedOf(name: string, build: string, file: string): Promise<Checked | null> {
    const key = `${name}/${build}/${file}`
    const known = kept.get(key)
    if (known) return { bytes: known, isVerified: true }
    const bytes = await store.fileOf(name, build, file)
    if (!bytes) return null
    const asPublished = await isAsPublished({ name, build }, file, bytes)
    if (asPublished === false) {
      if (!reported.has(key)) log.error({ remote: name, build, file }, 'a published file was changed')
      reported.add(key)
      throw rejection('unavailable', 'This file is not what was published.')
    }
    reported.delete(key)
    if (asPublished) kept.put(key, bytes)
    return { bytes, isVerified: asPublished === true }
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
      const checked = files.has(found) ? await checkedOf(name, build, found) : null
      if (!checked) return next()
      if (twin) res.set('Content-Encoding', twin.encoding)
      res.vary('Accept-Encoding')
      res.set('Cache-Control', checked.isVerified ? 'public, max-age=31536000, immutable' : 'no-cache')
      res.type(extname(file)).send(checked.bytes)
    } catch (err) {
      if (err instanceof Rejection) throw err
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

import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { Rejection, rejection } from '@plumbline/platform/errors'
import type { Log } from '@plumbline/platform/log'
import { type RequestHandler, Router } from 'express'
import { LRUCache } from 'lru-cache'
import { acceptedEncodings } from '../pages/staticFiles.ts'
import type { Registry } from './registry.ts'
import type { ReleaseStore } from './store.ts'

export type PublishedFilesOptions = {
  store: ReleaseStore
  /** The newest registry that was read. */
  published: () => Promise<Pick<Registry, 'remotes'> | null>
  log: Log
  /** Of the cache. */
  maxBytes?: number
}

type Params = { name: string; build: string }

// cannot start with a dot, so it cannot leave the folder
export const folderName = /^\w[\w.-]*$/

// a compressed file that unpacks to more is not a build's
const maxOutputLength = 32_000_000
const unpack = {
  '': async (bytes: Buffer) => bytes,
  '.br': (bytes: Buffer) => promisify(brotliDecompress)(bytes, { maxOutputLength }),
  '.gz': (bytes: Buffer) => promisify(gunzip)(bytes, { maxOutputLength }),
}
type Suffix = keyof typeof unpack
const suffixOf = (file: string): Suffix => (/\.(br|gz)$/.exec(file)?.[0] ?? '') as Suffix

const sha384 = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

type VerifiedFile = { bytes: Buffer; isVerified: boolean }

/**
 * The files of published builds. They never change, so the last used ones are cached and pages keep working while the
 * store is unavailable. Only verified files are cached or sent as immutable: the registry has the hashes of a build's
 * entry, and the entry has the hashes of its chunks.
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
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
  })

  async function filesOf(name: string, build: string): Promise<ReadonlySet<string>> {
    const key = `${name}/${build}`
    const cached = builds.get(key)
    if (cached) return cached
    const files = await store.filesOf(name, build)
    if (files.size > 0) builds.set(key, files)
    return files
  }

  const releaseOf = async (name: string, build: string) =>
    (await published())?.remotes[name]?.published.find((it) => it.build === build)?.release

  /** The hashes of a build's chunks, from its verified entry; none where it was built without them. */
  async function hashesOfChunks(name: string, build: string): Promise<ReadonlySet<string>> {
    const key = `${name}/${build}`
    const cached = chunkHashes.get(key)
    if (cached) return cached
    const files = await filesOf(name, build)
    const { preload = [], integrity = {} } = (await releaseOf(name, build)) ?? {}
    const hashes = new Set<string>()
    for (const entry of preload.filter((it) => integrity[it])) {
      const stored = (['', '.br', '.gz'] as const).map((it) => entry + it).find((it) => files.has(it))
      const file = stored ? await readVerified(name, build, stored) : null
      if (!file?.isVerified) continue
      const text = (await unpack[suffixOf(stored as string)](file.bytes)).toString()
      for (const [hash] of text.matchAll(/sha384-[\w+/]{64}/g)) hashes.add(hash)
    }
    if (hashes.size > 0) chunkHashes.set(key, hashes)
    return hashes
  }

  /** Whether these are the published bytes; undefined where no hash is published. */
  async function isAsPublished(params: Params, file: string, bytes: Buffer): Promise<boolean | undefined> {
    const { name, build } = params
    const suffix = suffixOf(file)
    const plainName = file.slice(0, file.length - suffix.length)
    const release = await releaseOf(name, build)
    const hash = await unpack[suffix](bytes).then(sha384, () => 'not unpacked')
    const expected = release?.integrity[plainName]
    if (expected) return hash === expected
    if (!release || !plainName.endsWith('.js')) return undefined
    const chunks = await hashesOfChunks(name, build)
    return chunks.size > 0 ? chunks.has(hash) : undefined
  }

  async function readVerified(name: string, build: string, file: string): Promise<VerifiedFile | null> {
    const key = `${name}/${build}/${file}`
    const cached = cache.get(key)
    if (cached) return { bytes: cached, isVerified: true }
    const bytes = await store.fileOf(name, build, file)
    if (!bytes) return null
    const asPublished = await isAsPublished({ name, build }, file, bytes)
    if (asPublished === false) {
      if (!reported.has(key)) log.error({ remote: name, build, file }, 'a published file was changed')
      reported.add(key)
      throw rejection('unavailable', 'This file is not what was published.')
    }
    reported.delete(key)
    if (asPublished) cache.set(key, bytes)
    return { bytes, isVerified: asPublished === true }
  }

  const router = Router()
  router.get('/remotes/:name/:build/*file', async (req, res, next) => {
    const { name, build } = req.params as unknown as Params
    if (!folderName.test(name) || !folderName.test(build)) return next()
    // anybody may ask for builds that there never were, and a store is paid by the request
    if (!(await releaseOf(name, build))) return next()
    const file = req.path.split('/').slice(4).join('/')
    try {
      const files = await filesOf(name, build)
      const compressed = acceptedEncodings(req).find(({ suffix }) => files.has(file + suffix))
      const stored = file + (compressed?.suffix ?? '')
      const verified = files.has(stored) ? await readVerified(name, build, stored) : null
      if (!verified) return next()
      if (compressed) res.set('Content-Encoding', compressed.encoding)
      res.vary('Accept-Encoding')
      res.set('Cache-Control', verified.isVerified ? 'public, max-age=31536000, immutable' : 'no-cache')
      res.type(extname(file)).send(verified.bytes)
    } catch (err) {
      if (err instanceof Rejection) throw err
      log.warn({ err, remote: name, build, file }, 'release store unavailable')
      next()
    }
  })
  return router
}

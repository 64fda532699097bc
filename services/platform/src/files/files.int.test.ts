import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type S3Server, startS3 } from '../testing/s3.ts'
import { type Files, openFiles } from './index.ts'

const MiB = 1024 * 1024
let s3: S3Server
let prefixes = 0
let bucket: Files
let prefix: string

beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())
beforeEach(() => {
  prefix = `case-${++prefixes}/`
  // a busy machine takes its time for 8 MiB
  bucket = openFiles({ ...s3.location, prefix, timeoutMs: 20_000 })
})

/** In pieces whose sizes are no divisors of a part's. */
async function* piecesOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 70_000) yield bytes.subarray(at, at + 70_000)
}
const readAll = async (key: string) => {
  const stream = await bucket.readStream(key)
  return stream && Buffer.concat(await stream.toArray())
}
const uploadsHere = () => [...s3.uploads.values()].filter(({ key }) => key.startsWith(prefix))

describe('an object that is written as a stream', () => {
  it.each([
    ['nothing', 0, 1],
    ['what fits into one request', 8 * MiB, 1],
    ['more than one part', 8 * MiB + 1, 2],
    ['parts and a rest', 20 * MiB, 3],
  ])('is what is read: %s', async (_what, size, parts) => {
    const bytes = randomBytes(size)
    const before = s3.requestLog.length
    await bucket.write('a', piecesOf(bytes))
    expect((await readAll('a'))?.equals(bytes)).toBe(true)
    const puts = s3.requestLog.slice(before).filter((line) => line.startsWith('PUT'))
    expect(puts).toHaveLength(parts)
    expect(uploadsHere()).toEqual([])
  })

  it('is written although the store is unavailable for a moment or breaks off', async () => {
    s3.behaviour.unavailable = 2
    await bucket.write('a', piecesOf(Buffer.from('small')))
    expect(String(await readAll('a'))).toBe('small')
    const bytes = randomBytes(9 * MiB)
    s3.behaviour.breakOff = 1
    await bucket.write('a', piecesOf(bytes))
    expect((await readAll('a'))?.equals(bytes)).toBe(true)
  })

  it('is as it was when the store stays unavailable, and nothing unfinished stays', async () => {
    await bucket.write('a', piecesOf(Buffer.from('before')))
    s3.behaviour.silentFor = /partNumber=2/
    bucket = openFiles({ ...s3.location, prefix })
    await expect(bucket.write('a', piecesOf(randomBytes(9 * MiB)))).rejects.toThrow('no answer in 1 s')
    s3.behaviour.silentFor = undefined
    expect(String(await readAll('a'))).toBe('before')
    expect(uploadsHere()).toEqual([])
  })

  it('is as it was when its source fails', async () => {
    async function* failing() {
      yield randomBytes(17 * MiB)
      throw new Error('the source is gone')
    }
    await expect(bucket.write('a', failing())).rejects.toThrow('the source is gone')
    expect(await readAll('a')).toBeNull()
    expect(uploadsHere()).toEqual([])
  })

  it('can be removed, also twice', async () => {
    await bucket.write('a', piecesOf(Buffer.from('before')))
    await bucket.remove('a')
    await bucket.remove('a')
    expect(await bucket.list('')).toEqual([])
  })
})

describe('an object that is read as a stream', () => {
  it('fails when the store breaks off, and not when its reader is slow (negative control)', async () => {
    const bytes = randomBytes(3 * MiB)
    await bucket.write('a', piecesOf(bytes))
    s3.behaviour.truncate = true
    await expect(readAll('a')).rejects.toThrow('stopped in the middle of its answer')
    s3.behaviour.truncate = false
    bucket = openFiles({ ...s3.location, prefix })
    const chunks: Buffer[] = []
    for await (const chunk of (await bucket.readStream('a')) ?? []) {
      if (chunks.length === 0) await sleep(1_500)
      chunks.push(chunk)
    }
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
  })

  it('fails when the store is silent', async () => {
    bucket = openFiles({ ...s3.location, prefix, timeoutMs: 100 })
    s3.behaviour.silentFor = /GET/
    await expect(bucket.readStream('a')).rejects.toThrow('no answer in 0.1 s')
    s3.behaviour.silentFor = undefined
  })
})

it('uploads that a killed process left are ended, and those of others are not', async () => {
  for (const key of ['a', 'b', 'c', 'theirs']) s3.uploads.set(key, { key: prefix + key, parts: new Map() })
  await bucket.removeUnfinished((key) => key !== 'theirs')
  expect(uploadsHere()).toMatchObject([{ key: `${prefix}theirs` }])
})

it('messages name the variables that connect to the bucket', async () => {
  const other = openFiles({ ...s3.location, accessKeyId: 'NOBODY', variablePrefix: 'BACKUP_' })
  await expect(other.list('')).rejects.toThrow('there is no such BACKUP_AWS_ACCESS_KEY_ID')
})

describe.each(['a folder', 'a bucket'])('files in %s', (place) => {
  let files: Files
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-files-'))
    files = openFiles(place === 'a folder' ? join(folder, 'shop') : { ...s3.location, prefix }, {
      isPrivate: true,
    })
  })
  afterEach(() => rm(folder, { recursive: true }))
  const textOf = async (name: string) => String(await files.read(name))

  it('are listed by the beginning of their name, also those of places within', async () => {
    expect(await files.list()).toEqual([])
    for (const name of ['b/2', 'a', 'b/1', 'bc']) await files.write(name, piecesOf(Buffer.from(name)))
    expect(await files.list()).toEqual(['a', 'b/1', 'b/2', 'bc'])
    expect(await files.list('b')).toEqual(['b/1', 'b/2', 'bc'])
    expect(await files.list('b/')).toEqual(['b/1', 'b/2'])
    expect(await files.list('b/', 'b/1')).toEqual(['b/2'])
    expect(await files.within('b').list()).toEqual(['1', '2'])
    expect(files.within('b').where).toBe(`${files.where}/b`)
    await files.remove('a')
    await files.remove('a')
    expect(await files.read('a')).toBeNull()
    expect(await files.readStream('a')).toBeNull()
  })

  it('are created once, by one of several at the same moment', async () => {
    const results = await Promise.all(['1', '2', '3'].map((text) => files.create('a', Buffer.from(text))))
    expect(results.filter(Boolean)).toHaveLength(1)
    const winner = String(results.indexOf(true) + 1)
    expect(await textOf('a')).toBe(winner)
    await files.write('a', piecesOf(Buffer.from('replaced')))
    expect(await textOf('a')).toBe('replaced')
    expect(await files.list()).toEqual(['a'])
  })
})

it('a folder is read by its owner alone where that is asked for, and by others otherwise (negative control)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-files-'))
  const modeOf = async (isPrivate: boolean) => {
    const place = join(folder, String(isPrivate))
    const files = openFiles(place, { isPrivate })
    await files.write('a', piecesOf(Buffer.from('a')))
    await files.create('b', Buffer.from('b'))
    const modes = await Promise.all(
      ['', 'a', 'b'].map(async (name) => (await stat(join(place, name))).mode & 0o077),
    )
    return modes.every((mode) => mode === 0)
  }
  expect(await modeOf(true)).toBe(true)
  expect(await modeOf(false)).toBe(false)
  await rm(folder, { recursive: true })
})

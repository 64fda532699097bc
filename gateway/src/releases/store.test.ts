import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FilesLocation } from '@plumbline/platform/files'
import { startS3 } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeLocation } from './location.ts'
import { pin, publish, rollback } from './registry.ts'
import { openStore } from './store.ts'
import { built } from './testing.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let scratch: string
beforeAll(async () => {
  s3 = await startS3()
  scratch = mkdtempSync(join(tmpdir(), 'plumbline-store-'))
})
afterAll(async () => {
  await s3.stop()
  await rm(scratch, { recursive: true })
})

const folderAt = () => mkdtempSync(join(scratch, 'folder-'))
let buckets = 0
const bucketAt = () => ({ ...s3.location, prefix: `team-${++buckets}/` })
const ann = (what: string) => ({ by: 'ann', what })

/** A build's files on disk. */
function files(marker: string): string {
  const folder = mkdtempSync(join(scratch, 'build-'))
  mkdirSync(join(folder, 'js'))
  for (const name of ['js/page.1.js', 'js/page.1.js.br', 'mf-manifest.json', 'remoteEntry.1.js'])
    writeFileSync(join(folder, name), `${marker} ${name}`)
  return folder
}

/** Publishers at the same moment, each with a store of its own, as they come from different machines. */
async function publishAtOnce(location: FilesLocation, names: readonly string[]) {
  const changes = names.map((name) =>
    openStore(location).change((remotes) => publish(remotes, built('b1', name)), ann(`publish ${name}`)),
  )
  await Promise.all(changes)
  return openStore(location).current()
}

describe.each<[string, () => FilesLocation]>([
  ['a folder', folderAt],
  ['a bucket', bucketAt],
])('a store in %s', (_where, make) => {
  let location: FilesLocation
  beforeEach(() => {
    location = make()
  })

  it('is empty at first, then has the last change', async () => {
    const store = openStore(location)
    expect(await store.current()).toBeNull()
    expect(await store.history()).toEqual([])
    await store.change((remotes) => publish(remotes, built('b1')), ann('publish crm b1'))
    const second = { by: 'bob', what: 'publish crm b2', reason: 'faster' }
    await openStore(location).change((remotes) => publish(remotes, built('b2')), second)
    expect(await store.current()).toMatchObject({ revision: 2, remotes: { crm: { current: 'b2' } } })
    expect(await store.history()).toMatchObject([
      { revision: 2, ...second },
      { revision: 1, by: 'ann', reason: null },
    ])
  })

  it('loses no change of concurrent publishers', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `part${n}`)
    const registry = await publishAtOnce(location, names)
    expect(Object.keys(registry?.remotes ?? {}).sort()).toEqual([...names].sort())
    expect(registry?.revision).toBe(names.length)
  })

  it('is unchanged when a change is rejected', async () => {
    const store = openStore(location)
    const change = store.change((remotes) => rollback(remotes, 'crm'), ann('rollback crm'))
    await expect(change).rejects.toThrow('There is no remote crm. There are: none.')
    expect(await store.current()).toBeNull()
  })

  it('uploads the files of a build once and never overwrites', async () => {
    const store = openStore(location)
    expect(await store.filesOf('crm', 'b1')).toEqual(new Set())
    expect(await store.fileOf('crm', 'b1', 'mf-manifest.json')).toBeNull()
    await store.upload('crm', 'b1', files('one'))
    await store.upload('crm', 'b1', files('one'))
    expect([...(await store.filesOf('crm', 'b1'))].sort()).toEqual([
      'js/page.1.js',
      'js/page.1.js.br',
      'mf-manifest.json',
      'remoteEntry.1.js',
    ])
    expect(String(await store.fileOf('crm', 'b1', 'js/page.1.js'))).toBe('one js/page.1.js')
    await expect(store.upload('crm', 'b1', files('two'))).rejects.toThrow('a build is never written over')
    expect(String(await store.fileOf('crm', 'b1', 'mf-manifest.json'))).toBe('one mf-manifest.json')
  })

  it('has no files of a build whose upload is incomplete', async () => {
    const half = files('half')
    await rm(join(half, 'mf-manifest.json'))
    await expect(openStore(location).upload('crm', 'b1', half)).rejects.toThrow('mf-manifest.json')
    expect(await openStore(location).filesOf('crm', 'b1')).toEqual(new Set())
  })

  it('finds the newest among more revisions than one page holds', async () => {
    const store = openStore(location)
    await store.change((remotes) => publish(remotes, built('b1')), ann('publish crm b1'))
    for (let user = 1; user <= 7; user++)
      await store.change((remotes) => pin(remotes, 'crm', user, 'b1'), ann(`pin crm ${user}`))
    expect((await openStore(location).current())?.revision).toBe(8)
    expect(await openStore(location).history(2)).toMatchObject([{ revision: 8 }, { revision: 7 }])
  })
})

describe('a store in a folder', () => {
  it('keeps its last registry when the folder is gone', async () => {
    const folder = folderAt()
    const store = openStore(folder)
    await store.change((remotes) => publish(remotes, built('b1')), ann('publish crm b1'))
    renameSync(folder, `${folder}.away`)
    expect(await store.current()).toMatchObject({ remotes: { crm: { current: 'b1' } } })
  })
})

describe('a store in a bucket', () => {
  it('loses one of two concurrent changes where the store ignores If-None-Match (negative control)', async () => {
    Object.assign(s3.behaviour, { unconditional: true, gather: 2 })
    const registry = await publishAtOnce(bucketAt(), ['crm', 'billing']).finally(() => {
      s3.behaviour.unconditional = false
    })
    expect(Object.keys(registry?.remotes ?? {})).toHaveLength(1)
  })

  it('does not repeat a change whose answer was lost', async () => {
    const store = openStore(bucketAt())
    s3.behaviour.breakOff = 1
    await store.change((remotes) => publish(remotes, built('b1')), ann('publish crm b1'))
    expect(await store.history()).toHaveLength(1)
  })

  it('reads a revision once', async () => {
    const store = openStore(bucketAt())
    await store.change((remotes) => publish(remotes, built('b1')), ann('publish crm b1'))
    await store.current()
    const before = s3.requestLog.length
    await store.current()
    expect(s3.requestLog.slice(before)).toEqual([expect.stringContaining('list-type=2')])
  })

  it.each([
    ['an unknown key', { accessKeyId: 'NOBODY' }, 'there is no such AWS_ACCESS_KEY_ID'],
    [
      'a wrong secret',
      { secretAccessKey: 'guess' },
      'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
    ],
    ['another region', { region: 'us-east-1' }, 'AWS_REGION is not where the bucket is'],
    ['no such bucket', { bucket: 'nothing-here' }, 'there is no bucket nothing-here'],
    ['nobody there', { endpoint: 'http://127.0.0.1:9' }, 'cannot be reached at http://127.0.0.1:9: '],
  ])('explains the error: %s', async (_what, wrong, said) => {
    const store = openStore({ ...bucketAt(), ...wrong })
    await expect(store.current()).rejects.toThrow(said)
    await expect(store.change((it) => it, ann('nothing'))).rejects.toThrow(said)
  })

  it('gives up after its time-out', async () => {
    const silent = await startS3()
    silent.behaviour.silent = true
    const store = openStore({ ...silent.location, timeoutMs: 100 })
    await expect(store.current()).rejects.toThrow('no answer in 0.1 s')
    await silent.stop()
  })
})

describe('the location of a store', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 's' }
  const at = (given: Parameters<typeof storeLocation>[0]) => storeLocation(given, (words) => `/here/${words}`)

  it('is a folder or a bucket with credentials', () => {
    expect(at({})).toBeUndefined()
    expect(at({ REMOTES_STORE: 'remotes' })).toBe('/here/remotes')
    expect(at({ REMOTES_STORE: 's3://shop', ...keys })).toMatchObject({ bucket: 'shop', prefix: '' })
    expect(at({ REMOTES_STORE: 's3://shop/a/b', AWS_REGION: 'eu-west-1', ...keys })).toEqual({
      bucket: 'shop',
      prefix: 'a/b/',
      endpoint: 'https://s3.eu-west-1.amazonaws.com',
      region: 'eu-west-1',
      accessKeyId: 'k',
      secretAccessKey: 's',
      timeoutMs: 2_000,
    })
  })

  it.each([
    [
      { REMOTES_STORE: 's3://shop' },
      'REMOTES_STORE s3://shop needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    ],
    [{ REMOTES_STORE: 's3://', ...keys }, 'REMOTES_STORE is s3://bucket/prefix or a folder, not s3://'],
    [{ REMOTES_STORE: 's3://shop/a b', ...keys }, 'not s3://shop/a b'],
  ])('is rejected when incomplete: %o', (given, said) => {
    expect(() => at(given)).toThrow(said)
  })
})

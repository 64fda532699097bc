import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { createLog } from '@plumbline/platform/log'
import { startS3 } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestGateway } from '../testing.ts'
import { publish } from './registry.ts'
import { openStore } from './store.ts'
import { built } from './testing.ts'

const { send, start } = useTestGateway()
let s3: Awaited<ReturnType<typeof startS3>>
let up: Awaited<ReturnType<typeof start>>
let logged: string[] = []

const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const chunk = 'js/a.1.js of the bucket'
const late = 'js/late.1.js of the bucket'
// a build's entry has the hashes of its chunks
const entry = `{"a":"${sha384(chunk)}","late":"${sha384(late)}"}`
const manifest = 'mf-manifest.json of the bucket'

beforeAll(async () => {
  s3 = await startS3()
  const store = openStore(s3.location)
  const files = mkdtempSync(join(tmpdir(), 'plumbline-files-'))
  mkdirSync(join(files, 'js'))
  const write = (name: string, bytes: string | Buffer) => writeFileSync(join(files, name), bytes)
  write('mf-manifest.json', manifest)
  write('remoteEntry.js', entry)
  write('js/a.1.js', chunk)
  write('js/a.1.js.br', brotliCompressSync(chunk))
  write('js/late.1.js', late)
  write('mf-stats.json', '{}')
  await store.upload('crm', 'p1', files)
  const integrity = { 'mf-manifest.json': sha384(manifest), 'remoteEntry.js': sha384(entry) }
  const published = built('p1')
  published.release = { ...published.release, integrity, preload: ['remoteEntry.js'] }
  await store.change((remotes) => publish(remotes, published), { by: 'ann', what: 'publish crm p1' })
  const log = createLog('test', { write: (line) => void logged.push(line) })
  up = await start({ remotesStore: s3.location, log })
})
afterAll(() => s3.stop())

const get = (path: string, encoding = '') =>
  send('GET', path, { up, headers: { 'accept-encoding': encoding } })

const key = (file: string) => `${s3.location.prefix}crm/p1/${file}`
function tamper(file: string): () => void {
  const before = s3.objects.get(key(file)) as Buffer
  s3.objects.set(key(file), Buffer.concat([Buffer.from('tampered '), before]))
  return () => void s3.objects.set(key(file), before)
}

it('visitors who ask for many builds and pages cost no request to the store each', async () => {
  const before = s3.requestLog.length
  const began = performance.now()
  for (let n = 0; n < 50; n++) {
    expect((await get(`/remotes/crm/made-up-${n}/js/a.1.js`)).status).toBe(404)
    expect((await get(`/no/such/page/${n}`)).status).toBe(200)
  }
  // the registry is read once a second
  expect(s3.requestLog.length - before).toBeLessThan(4 + (performance.now() - began) / 500)
})

describe('files of published builds', () => {
  it.each([
    ['a chunk', 'js/a.1.js', ''],
    ['a compressed chunk', 'js/a.1.js.br', 'br'],
    ['the manifest', 'mf-manifest.json', ''],
  ])('changed files are neither sent nor cached, and work once restored: %s', async (_, file, encoding) => {
    const path = `/remotes/crm/p1/${file.replace(/\.br$/, '')}`
    const restore = tamper(file)
    logged = []
    for (let n = 0; n < 2; n++) {
      const { status, headers, text } = await get(path, encoding)
      expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
      expect(text).toBe('This file is not what was published.')
    }
    expect(logged.filter((line) => line.includes('a published file was changed'))).toHaveLength(1)
    restore()
    const { status, headers } = await get(path, encoding)
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  })

  it('files without a published hash are sent but not cached', async () => {
    expect(await get('/remotes/crm/p1/mf-stats.json')).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-cache' },
    })
  })

  it('come from the bucket in an accepted encoding, as immutable', async () => {
    expect(await get('/remotes/crm/p1/js/a.1.js', 'br')).toMatchObject({
      status: 200,
      text: brotliCompressSync(chunk).toString(),
      headers: {
        'content-encoding': 'br',
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      },
    })
    expect((await get('/remotes/crm/p1/js/a.1.js')).text).toBe('js/a.1.js of the bucket')
    expect((await get('/remotes/crm/b1/mf-manifest.json')).text).toBe('{"remote":true}')
  })

  it.each([
    '/remotes/crm/p1/js/nothing.js',
    '/remotes/crm/p2/mf-manifest.json',
    '/remotes/crm/p1/../../registry/00000001.json',
    '/remotes/%2e%2e/team/crm/p1/mf-manifest.json',
    '/remotes/registry/00000001.json',
  ])('unknown paths are 401 without a session: %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  it('cached files and the registry are served while the bucket is unavailable; others are not', async () => {
    await get('/remotes/crm/p1/mf-manifest.json')
    expect((await get('/crm')).text).toContain('/remotes/crm/p1/')
    s3.behaviour.silent = true
    expect((await get('/remotes/crm/p1/mf-manifest.json')).status).toBe(200)
    expect((await get('/crm')).text).toContain('/remotes/crm/p1/')
    expect((await get('/remotes/crm/p1/js/late.1.js')).status).toBe(404)
    s3.behaviour.silent = false
    expect((await get('/remotes/crm/p1/js/late.1.js')).status).toBe(200)
  })
})

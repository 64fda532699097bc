import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from './registry/openStore.ts'
import { publish } from './registry/registry.ts'
import { built, startS3 } from './registry/testing.ts'
import { useTestGateway } from './testing.ts'

const { send, start } = useTestGateway()
let s3: Awaited<ReturnType<typeof startS3>>
let up: Awaited<ReturnType<typeof start>>

beforeAll(async () => {
  s3 = await startS3()
  const store = openStore(s3.location)
  const files = mkdtempSync(join(tmpdir(), 'plumbline-files-'))
  mkdirSync(join(files, 'js'))
  for (const name of ['mf-manifest.json', 'js/a.1.js', 'js/a.1.js.br', 'js/late.1.js'])
    writeFileSync(join(files, name), `${name} of the bucket`)
  await store.upload('crm', 'p1', files)
  await store.change((remotes) => publish(remotes, built('p1')), { by: 'ann', what: 'publish crm p1' })
  up = await start({ remotesStore: s3.location })
})
afterAll(() => s3.stop())

const get = (path: string, encoding = '') =>
  send('GET', path, { up, headers: { 'accept-encoding': encoding } })

describe('files of what was published', () => {
  it('come from the bucket, in the form that is asked for, and for ever', async () => {
    expect(await get('/remotes/crm/p1/js/a.1.js', 'br')).toMatchObject({
      status: 200,
      text: 'js/a.1.js.br of the bucket',
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
  ])('are no more than those: %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  it('stay while the bucket is away, as does who gets which; what nobody asked for yet is not there', async () => {
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

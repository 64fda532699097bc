import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { user, useTestGateway } from '../testing.ts'
import { publish } from './registry.ts'
import { openStore } from './store.ts'
import { built } from './testing.ts'

const { send, start, signIn } = useTestGateway()
let up: Awaited<ReturnType<typeof start>>
let store: ReturnType<typeof openStore>
let counted: string[] = []
let address = 0
let person = 0

beforeEach(async () => {
  const remotesStore = mkdtempSync(join(tmpdir(), 'plumbline-remotes-'))
  store = openStore(remotesStore)
  for (const build of ['p1', 'p2'])
    await store.change((remotes) => publish(remotes, built(build)), { by: 'ann', what: `publish ${build}` })
  counted = []
  const onRemoteFailure = ({ name, build }: { name: string; build: string }) =>
    void counted.push(`${name} ${build}`)
  // every session from an address of its own: signing in is limited by address
  const identity = { signIn: async () => ({ ...user, id: person }) }
  up = await start({ remotesStore, onRemoteFailure, identity, trustProxy: '127.0.0.1' })
})

/** Of a new person, or of one who signed in before. */
async function session(of = address + 1) {
  address += 1
  person = of
  const headers = { 'x-forwarded-for': `198.51.100.${address}` }
  const { cookie } = await signIn(up, headers)
  return {
    open: () => send('GET', '/crm', { up, headers: { ...headers, cookie } }),
    report: (build: string, name = 'crm') =>
      send('POST', `/api/remotes/${name}/failures`, {
        up,
        headers: { ...headers, cookie },
        body: { build, reason: 'it broke' },
      }),
  }
}
const current = async () => (await store.current())?.remotes.crm?.current

describe('a build that browsers report as failing', () => {
  it('stays when a single session reports it repeatedly', async () => {
    const one = await session()
    for (let n = 0; n < 20; n++) expect((await one.report('p2')).status).toBe(204)
    expect(await current()).toBe('p2')
  })

  it('stays when all the sessions of one person report it', async () => {
    for (let n = 0; n < 5; n++) await (await session(1_000)).report('p2')
    expect(await current()).toBe('p2')
  })

  it('is rolled back when three people report it', async () => {
    for (const expected of ['p2', 'p2', 'p1']) {
      await (await session()).report('p2')
      expect(await current()).toBe(expected)
    }
  })

  it('stays while only a small share of the people who loaded it report it', async () => {
    for (let n = 0; n < 13; n++) await (await session()).open()
    const reporters = [await session(), await session(), await session(), await session()]
    for (const reporter of reporters) await reporter.report('p2')
    expect(await current()).toBe('p2')
    await (await session()).report('p2')
    expect(await current()).toBe('p1')
  })

  it('counts only builds that exist, so that metric labels are bounded', async () => {
    const one = await session()
    for (const [build, name] of [
      ['made-up', 'crm'],
      ['p2', 'made-up'],
      ['p2', 'billing'],
      ['x'.repeat(100), 'crm'],
    ] as const)
      expect([build, name, (await one.report(build, name)).status]).toEqual([build, name, 400])
    expect(counted).toEqual([])
    for (const build of ['p1', 'p2', 'b1']) await one.report(build)
    expect(counted).toEqual(['crm p1', 'crm p2', 'crm b1'])
  })
})

describe('the first published build', () => {
  it('is rolled back to the built-in build', async () => {
    const one = await session()
    expect((await one.open()).text).toContain('/remotes/crm/p2/')
    for (const expected of ['p1', 'built-in']) {
      for (let n = 0; n < 3; n++) await (await session()).report(expected === 'p1' ? 'p2' : 'p1')
      expect(await current()).toBe(expected)
    }
    expect((await one.open()).text).toContain('/remotes/crm/b1/')
  })
})

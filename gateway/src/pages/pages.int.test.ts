import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@plumbline/platform/log'
import { describe, expect, it } from 'vitest'
import type { Remote } from '../api.ts'
import { publish } from '../releases/registry.ts'
import { openStore } from '../releases/store.ts'
import { built } from '../releases/testing.ts'
import { useTestGateway } from '../testing.ts'

const { send, signIn, root, start } = useTestGateway()

describe('pages', () => {
  it('show the business, escaped', async () => {
    expect((await send('GET', '/')).text).toContain('<h1>Ann &amp; Bob &lt;Repairs&gt;</h1>')
  })

  it('/ is the landing page without a session, every other path is the app', async () => {
    const { cookie } = await signIn()
    expect((await send('GET', '/', { headers: { cookie } })).text).toContain('<title>Plumbline</title>')
    for (const path of ['/login', '/crm', '/no/such/page'])
      expect((await send('GET', path)).text).toContain('<title>Plumbline</title>')
  })

  it('of the app have the zone of the business', async () => {
    expect((await send('GET', '/login')).text).toContain('<html data-time-zone="Pacific/Auckland">')
  })

  it('tell robots to read the landing page and calendar addresses, and nothing else', async () => {
    const { text } = await send('GET', '/robots.txt')
    // as the standard has it: the longest pattern that matches decides
    const rules = [...text.matchAll(/^(Allow|Disallow): (.*)$/gm)].map(([, kind, path = '']) => ({
      kind,
      path,
    }))
    const matches = (path: string, rule: string) =>
      rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)
    const isAllowed = (path: string) =>
      rules.filter((rule) => matches(path, rule.path)).sort((a, b) => b.path.length - a.path.length)[0]
        ?.kind === 'Allow'
    for (const path of ['/', '/assets/a.png', '/api/calendar/abc.ics'])
      expect([path, isAllowed(path)]).toEqual([path, true])
    for (const path of [
      '/crm',
      '/login',
      '/api/customers',
      '/api/calendar',
      '/api/calendar-feeds',
      '/api/openapi.json',
    ])
      expect([path, isAllowed(path)]).toEqual([path, false])
  })

  it('are limited per address, and the files that they load are not', async () => {
    const up = await start({ limitScale: 0.01 })
    const statuses = []
    for (let n = 0; n < 8; n++) statuses.push((await send('GET', '/nowhere', { up })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    expect((await send('GET', '/assets/app/a.12.js', { up })).status).toBe(200)
  })

  it('of the documentation are compressed once, and not sent again to a browser that has them', async () => {
    for (const path of ['/api/openapi.json', '/api/docs/swagger-ui-bundle.js', '/api/docs/swagger-ui.css']) {
      const headers = { 'accept-encoding': 'br, gzip' }
      const first = await send('GET', path, { headers })
      expect([path, first.headers['content-encoding'], first.headers['cache-control']]).toEqual([
        path,
        'br',
        'no-cache',
      ])
      const again = await send('GET', path, {
        headers: { ...headers, 'if-none-match': String(first.headers.etag) },
      })
      expect([path, again.status, again.text]).toEqual([path, 304, ''])
      const plain = await send('GET', path, { headers: { 'accept-encoding': 'identity' } })
      expect([path, plain.headers['content-encoding'], plain.status]).toEqual([path, undefined, 200])
    }
  })

  it('contain the remotes for the shell, installed or not', async () => {
    const { text } = await send('GET', '/crm')
    const remotes = JSON.parse(/id="remotes">(.*?)<\/script>/s.exec(text)?.[1] ?? '[]')
    expect(remotes.map((it: { name: string }) => it.name)).toEqual(['billing', 'crm'])
    expect(remotes[0].release).toBeNull()
    expect(remotes[1].release).toMatchObject({
      entry: '/remotes/crm/b1/mf-manifest.json',
      preload: ['/remotes/crm/b1/remoteEntry.js'],
    })
    expect(/id="business">(.*?)<\/script>/s.exec(text)?.[1]).toContain('\\u003cRepairs>')
  })

  it('reject two remotes that claim one path', async () => {
    const manifest = { name: 'billing', title: 'Billing', contract: 2, nav: [], widgets: [] }
    await writeFile(join(root(), 'mfe-billing/mfe.json'), JSON.stringify({ ...manifest, paths: ['/crm'] }))
    expect((await send('GET', '/crm')).status).toBe(500)
    await writeFile(
      join(root(), 'mfe-billing/mfe.json'),
      JSON.stringify({ ...manifest, paths: ['/invoices'] }),
    )
  })

  it('leave the later of two published builds out where both claim one path, and log it once', async () => {
    const store = openStore(mkdtempSync(join(tmpdir(), 'plumbline-remotes-')))
    const logged: string[] = []
    const log = createLog('test', { write: (line) => void logged.push(line) })
    const up = await start({ remotesStore: store.where, log })
    const release = (name: string, paths: string[], at: string) =>
      publish({}, { ...built('p1', name, paths), at: `2026-11-2${at}T12:00:00.000Z` })
    // as a registry may have them that was written before the second was refused
    const remotes = {
      ...release('tools', ['/tools', '/saws'], '2'),
      ...release('crm', ['/crm', '/saws'], '3'),
      ...release('saws', ['/saws'], '4'),
      ...release('bills', ['/invoices'], '1'),
    }
    await store.change(() => remotes, { by: 'ann', what: 'publish all' })
    for (const path of ['/login', '/crm']) {
      const { status, text } = await send('GET', path, { up })
      expect(status).toBe(200)
      const found: Remote[] = JSON.parse(/id="remotes">(.*?)<\/script>/s.exec(text)?.[1] ?? '[]')
      expect(found.map(({ name, release }) => [name, release?.build])).toEqual([
        ['billing', undefined],
        ['crm', 'b1'],
        ['tools', 'p1'],
      ])
    }
    const collisions = logged.filter((line) => line.includes('both claim'))
    expect(collisions.map((line) => JSON.parse(line).collision)).toEqual([
      'billing and bills both claim the path /invoices: bills p1 is not offered',
      'tools and crm both claim the path /saws: crm p1 is not offered',
      'tools and saws both claim the path /saws: saws p1 is not offered',
    ])
  })

  it('contain remote overrides only where they are configured', async () => {
    const plain = await send('GET', '/crm')
    expect(plain.text).not.toContain('remote-overrides')
    const up = await start({ remoteOverrides: ['http://localhost:4301'] })
    const open = await send('GET', '/crm', { up })
    expect(open.text).toContain('id="remote-overrides">["http://localhost:4301"]</script>')
    expect(open.headers['content-security-policy']).toContain("script-src 'self' http://localhost:4301;")
    const off = await start({ remoteOverrides: [] })
    const same = await send('GET', '/crm', { up: off })
    // but for the port
    const words = ({ text }: { text: string }) => text.replace(/:\d+/g, '')
    expect(words(same)).toBe(words(plain))
    expect(same.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
  })

  it('serve the compressed form of a file with the type of the original', async () => {
    const answer = await send('GET', '/assets/app/a.12.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(answer).toMatchObject({
      text: 'brotli',
      headers: { 'content-encoding': 'br', 'content-type': 'text/javascript; charset=utf-8' },
    })
    expect((await send('GET', '/assets/app/a.12.js')).text).toBe('plain')
  })

  it.each([
    '/remotes/crm/b1/../../mfe.json',
    '/remotes/crm/../mfe.json',
    '/remotes/crm/%2e%2e/mfe.json',
    '/assets/app/../../index.html',
    '/assets/app/index.html',
    '/assets/landing/index.html',
    '/remotes/crm/b1/nothing.js',
  ])('never serve %s', async (path) => {
    expect((await send('GET', path)).status).toBe(404)
  })
})

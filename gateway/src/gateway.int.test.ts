import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Pool, run, sql } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { identityHeader, type Listening, listenHttp, verifyIdentity } from '@plumbline/platform/http'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { Router } from 'express'
import { type CryptoKey, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGateway, type GatewayOptions, gatewaySchema, type Upstream } from './gateway.ts'

const business = {
  product: 'Plumbline',
  name: 'Ann & Bob <Repairs>',
  tagline: 'Square work',
  phone: '(555) 555-0142',
  email: 'hello@plumbline.example',
  area: 'Raleigh',
  founded: '2011',
}
const user = { id: 1, username: 'owner', email: 'owner@example.test', role: 'business_owner' }

let database: TestDatabase
let pool: Pool
let keys: { publicKey: CryptoKey; privateKey: CryptoKey }
let root: string
let listening: Listening
const started: Listening[] = []
let leaveSlow = () => {}

async function buildFrontEnds() {
  root = mkdtempSync(join(tmpdir(), 'plumbline-gateway-'))
  const write = async (file: string, text: string) => {
    await mkdir(join(root, file, '..'), { recursive: true })
    await writeFile(join(root, file), text)
  }
  await write('shell/dist/app/index.html', '<head><title>{{business.product}}</title><!--boot--></head>')
  await write('shell/dist/app/a.12.js', 'plain')
  await write('shell/dist/app/a.12.js.br', 'brotli')
  await write(
    'shell/dist/landing/index.html',
    '<head><style>p{color:red}</style></head><h1>{{business.name}}</h1>',
  )
  await write(
    'mfe-crm/mfe.json',
    JSON.stringify({ name: 'crm', title: 'CRM', contract: 1, paths: ['/crm'], nav: [], widgets: [] }),
  )
  await write(
    'mfe-crm/dist/release.json',
    JSON.stringify({ build: 'b1', entry: 'mf-manifest.json', integrity: {}, preload: ['remoteEntry.js'] }),
  )
  await write('mfe-crm/dist/b1/mf-manifest.json', '{"remote":true}')
  await write(
    'mfe-billing/mfe.json',
    JSON.stringify({
      name: 'billing',
      title: 'Billing',
      contract: 1,
      paths: ['/invoices'],
      nav: [],
      widgets: [],
    }),
  )
}

const upstream: Upstream = {
  name: 'notes',
  prefixes: ['/api/notes'],
  endpoints: [
    { method: 'POST', path: '/api/notes', access: 'public' },
    { method: 'GET', path: '/api/notes', access: 'session' },
    { method: 'DELETE', path: '/api/notes/:id', access: 'session' },
  ],
  router: Router()
    .get('/api/notes/slow', (_req, res) => {
      leaveSlow = () => res.json({})
    })
    .use('/api/notes', async (req, res) => {
      const { authorization, 'x-user-id': forged } = req.headers
      if (req.method === 'DELETE') res.set('x-log-position', '4711')
      res.json({
        caller: await verifyIdentity(keys.publicKey, 'notes', req.get(identityHeader)),
        authorization,
        forged,
      })
    }),
}

async function start(more: Partial<GatewayOptions> = {}) {
  const signIn: GatewayOptions['signIn'] = async (credentials) => {
    const { username, password } = (credentials ?? {}) as Record<string, unknown>
    if (!username || !password) throw reject('invalid', 'Username is required')
    return password === 'right' ? user : null
  }
  const { app, farewell } = await createGateway({
    pool,
    log: database.log,
    upstreams: [upstream],
    signIn,
    signingKey: keys.privateKey,
    business,
    root,
    limitScale: 100,
    ...more,
  })
  const up = await listenHttp(app, 0, '127.0.0.1', farewell)
  started.push(up)
  return up
}

beforeAll(async () => {
  database = await createTestDatabase([gatewaySchema])
  pool = database.pool({ role: 'plumbline_gateway', schema: 'gateway' })
  keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  await buildFrontEnds()
  listening = await start()
})
afterAll(async () => {
  for (const up of started) up.server.closeAllConnections()
  await Promise.all(started.map((up) => up.stop()))
  await rm(root, { recursive: true })
  await database.drop()
})

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** Node's own client: fetch forbids the very headers that are tested here. */
const send = (
  method: string,
  path: string,
  {
    body,
    headers = {},
    up = listening,
  }: { body?: unknown; headers?: Record<string, string>; up?: Listening } = {},
) =>
  new Promise<Answer>((resolve, no) => {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const type =
      text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
    const call = request(
      { port: up.port, host: '127.0.0.1', method, path, headers: { ...type, ...headers } },
      (res) => {
        const chunks: Buffer[] = []
        res.on('data', (chunk) => chunks.push(chunk))
        res.on('end', () =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    call.on('error', no)
    call.end(text)
  })

const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']?.[0]).split(';')[0] as string
const signIn = async (up = listening, headers = {}) => {
  const answer = await send('POST', '/api/login', {
    body: { username: 'owner', password: 'right' },
    up,
    headers,
  })
  return { answer, cookie: cookieOf(answer) }
}
const signedIn = async (cookie: string, up = listening) =>
  (await send('GET', '/api/auth/user', { headers: { cookie }, up })).status === 200

describe('a session', () => {
  it('begins with the user and a cookie that scripts and other sites cannot use', async () => {
    const { answer, cookie } = await signIn()
    expect(JSON.parse(answer.text)).toEqual(user)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await signedIn(cookie)).toBe(true)
  })

  it('over https has the __Host- prefix and is Secure', async () => {
    const up = await start({ publicUrl: 'https://shop.example' })
    const { answer } = await signIn(up)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^__Host-sid=.*; Secure/)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('is stored as a hash only', async () => {
    const { cookie } = await signIn()
    const dump = JSON.stringify(
      await run(pool, sql`SELECT encode(token_hash, 'hex') AS hash, "user" FROM sessions`),
    )
    expect(dump).not.toContain(cookie.slice(4))
  })

  it('ends half an hour after it was last seen and twelve hours after sign-in', async () => {
    const idle = (await signIn()).cookie
    await pool.query(`UPDATE sessions SET seen_at = now() - interval '31 minutes'`)
    expect(await signedIn(idle)).toBe(false)
    const old = (await signIn()).cookie
    await pool.query(`UPDATE sessions SET created_at = now() - interval '12 hours 1 minute'`)
    expect(await signedIn(old)).toBe(false)
  })

  it('is kept alive by use, written at most once a minute', async () => {
    const { cookie } = await signIn()
    await pool.query(`UPDATE sessions SET seen_at = now() - interval '29 minutes'`)
    expect(await signedIn(cookie)).toBe(true)
    const [row] = await run<{ fresh: boolean }>(
      pool,
      sql`SELECT bool_or(seen_at > now() - interval '5 seconds') AS fresh FROM sessions`,
    )
    expect(row?.fresh).toBe(true)
  })

  it('is new at every sign-in: a planted token is not kept, the old one is dead', async () => {
    const planted = 'sid=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    const { cookie } = await signIn(listening, { cookie: planted })
    expect(cookie).not.toBe(planted)
    expect(await signedIn(planted)).toBe(false)
    const second = (await signIn(listening, { cookie })).cookie
    expect([await signedIn(cookie), await signedIn(second)]).toEqual([false, true])
  })

  it('stays dead when a request that began before sign-out ends after it', async () => {
    const { cookie } = await signIn()
    const slow = send('GET', '/api/notes/slow', { headers: { cookie } })
    await sleep(100)
    expect((await send('POST', '/api/logout', { headers: { cookie } })).status).toBe(204)
    leaveSlow()
    await slow
    expect(await signedIn(cookie)).toBe(false)
  })

  it('can be ended without one, and ending clears what the site stored', async () => {
    const answer = await send('POST', '/api/logout')
    expect(answer.status).toBe(204)
    expect(answer.headers['clear-site-data']).toBe('"cookies", "storage"')
  })
})

describe('signing in', () => {
  it('answers 401 in the words of the screen, 400 when something is missing', async () => {
    expect(await send('POST', '/api/login', { body: { username: 'owner', password: 'x' } })).toMatchObject({
      status: 401,
      text: 'Invalid credentials',
    })
    expect((await send('POST', '/api/login', { body: {} })).status).toBe(400)
  })

  it('refuses a name that is no text instead of failing', async () => {
    for (const username of [{ toString: null }, [], 7, null])
      expect((await send('POST', '/api/login', { body: { username, password: 'x' } })).status).toBeLessThan(
        500,
      )
  })

  it('has one spelling: /API is no way around limits and headers', async () => {
    expect(
      (await send('POST', '/API/login', { body: { username: 'owner', password: 'right' } })).status,
    ).toBe(404)
    expect((await send('GET', '/API/auth/user')).headers['content-type']).toContain('text/html')
  })

  it('GET only sends the browser to the right place', async () => {
    expect((await send('GET', '/api/login')).headers.location).toBe('/login')
    const { cookie } = await signIn()
    expect((await send('GET', '/api/login', { headers: { cookie } })).headers.location).toBe('/dashboard')
  })

  it('is throttled per name and address, whatever X-Forwarded-For says', async () => {
    const up = await start({ limitScale: 1 })
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      const headers = { 'x-forwarded-for': `10.0.0.${n}` }
      statuses.push(
        (await send('POST', '/api/login', { body: { username: 'brute', password: `p${n}` }, up, headers }))
          .status,
      )
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await signIn(up)).answer.status).toBe(200)
  })
})

describe('requests from other sites', () => {
  const post = async (headers: Record<string, string>) =>
    (await send('POST', '/api/notes', { body: {}, headers })).status
  const own = () => `http://127.0.0.1:${listening.port}`

  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['the same host on another port', { 'sec-fetch-site': 'same-site' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['a null Origin', { origin: 'null' }],
    [
      'a forged same-origin with a foreign Origin',
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ],
  ])('are refused: %s', async (_name, headers) => {
    expect(await post(headers)).toBe(403)
  })

  it('our own are not', async () => {
    expect(await post({ 'sec-fetch-site': 'same-origin', origin: own() })).toBe(200)
    expect(await post({ 'sec-fetch-site': 'none' })).toBe(200)
    expect(await post({})).toBe(200)
  })

  it('cannot sign anybody in with a form', async () => {
    const body = 'username=owner&password=right'
    expect(
      (await send('POST', '/api/login', { body, headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415)
  })
})

describe('calls', () => {
  it.each([
    ['GET', '/api/notes'],
    ['DELETE', '/api/notes/1'],
    ['PUT', '/api/notes'],
    ['GET', '/api/anything'],
    ['POST', '/api/notes/1'],
  ])('%s %s need a session', async (method, path) => {
    expect((await send(method, path)).status).toBe(401)
    expect((await send(method, path, { headers: { cookie: 'sid=expired' } })).status).toBe(401)
  })

  it('that nobody answers are 404 to staff', async () => {
    const { cookie } = await signIn()
    expect((await send('GET', '/api/anything', { headers: { cookie } })).status).toBe(404)
    expect((await send('GET', '/api/notesandmore', { headers: { cookie } })).status).toBe(404)
  })

  it('carry an identity that only the gateway can make', async () => {
    const { cookie } = await signIn()
    const headers = { cookie, [identityHeader]: 'forged', authorization: 'Bearer x', 'x-user-id': '7' }
    const answer = JSON.parse((await send('GET', '/api/notes', { headers })).text)
    expect(answer).toEqual({
      caller: { user, addressHash: expect.stringMatching(/^[0-9a-f]{16}$/), requestId: expect.any(String) },
    })
    expect(JSON.parse((await send('POST', '/api/notes', { body: {} })).text).caller.user).toBeNull()
  })

  it('carry on how far a person has seen: a write tells, the next read knows', async () => {
    const { cookie } = await signIn()
    const written = await send('DELETE', '/api/notes/1', { headers: { cookie } })
    expect(written.headers['x-log-position']).toBeUndefined()
    expect(written.headers['set-cookie']).toEqual(['seen=4711; Path=/api; HttpOnly; SameSite=Lax'])
    const seenBy = async (value: string) =>
      JSON.parse((await send('GET', '/api/notes', { headers: { cookie: `${cookie}; seen=${value}` } })).text)
        .caller.seen
    expect(await seenBy('4711')).toBe('4711')
    expect(await seenBy('-1')).toBeUndefined()
    expect(await seenBy('99999999999999999999')).toBeUndefined()
  })

  it('are limited: visitors to 300 a minute, staff by session', async () => {
    const up = await start({ limitScale: 0.02 })
    const { cookie } = await signIn()
    const statuses = []
    for (let n = 0; n < 8; n++) statuses.push((await send('GET', '/api/auth/user', { up })).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    const refused = await send('GET', '/api/auth/user', { up })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await signedIn(cookie, up)).toBe(true)
  })
})

describe('headers', () => {
  it('of a call, a page and a file', async () => {
    const shown = (answer: Answer) =>
      [
        'cache-control',
        'x-content-type-options',
        'referrer-policy',
        'cross-origin-opener-policy',
        'x-powered-by',
        'access-control-allow-origin',
      ].map((name) => answer.headers[name])
    const common = ['nosniff', 'same-origin', 'same-origin', undefined, undefined]
    expect(shown(await send('GET', '/api/auth/user'))).toEqual(['no-store', ...common])
    expect(shown(await send('GET', '/'))).toEqual(['no-store', ...common])
    expect(shown(await send('GET', '/assets/app/a.12.js'))).toEqual([
      'public, max-age=31536000, immutable',
      ...common,
    ])
  })

  it('allow no inline script, and of styles only those of the page', async () => {
    const policy = String((await send('GET', '/')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(
      String((await send('GET', '/login')).headers['content-security-policy']).match(/sha256-/g),
    ).toHaveLength(1)
    expect(policy.match(/sha256-/g)).toHaveLength(2)
  })
})

describe('pages', () => {
  it('show the business, escaped', async () => {
    expect((await send('GET', '/')).text).toContain('<h1>Ann &amp; Bob &lt;Repairs&gt;</h1>')
  })

  it('are the landing page at / until somebody signs in, the app everywhere else', async () => {
    const { cookie } = await signIn()
    expect((await send('GET', '/', { headers: { cookie } })).text).toContain('<title>Plumbline</title>')
    for (const path of ['/login', '/crm', '/no/such/page'])
      expect((await send('GET', path)).text).toContain('<title>Plumbline</title>')
  })

  it('tell the shell which remotes there are, installed or not', async () => {
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

  it('refuse two remotes that claim one path', async () => {
    const manifest = { name: 'billing', title: 'Billing', contract: 1, nav: [], widgets: [] }
    await writeFile(join(root, 'mfe-billing/mfe.json'), JSON.stringify({ ...manifest, paths: ['/crm'] }))
    expect((await send('GET', '/crm')).status).toBe(500)
    await writeFile(join(root, 'mfe-billing/mfe.json'), JSON.stringify({ ...manifest, paths: ['/invoices'] }))
  })

  it('serve the compressed twin of a file with the type of the original', async () => {
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

it('a database that is away is 503 for calls, while a visitor still gets the page', async () => {
  const up = await start({
    pool: Object.assign(Object.create(pool), {
      query: (...args: Parameters<Pool['query']>) =>
        away ? Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })) : pool.query(...args),
    }),
  })
  away = true
  const headers = { cookie: 'sid=whatever' }
  expect((await send('GET', '/api/auth/user', { up, headers })).status).toBe(503)
  expect((await send('GET', '/readyz', { up })).status).toBe(503)
  expect((await send('GET', '/', { up })).status).toBe(200)
  away = false
  expect((await send('GET', '/readyz', { up })).status).toBe(200)
})
let away = false

import { createHash } from 'node:crypto'
import type { Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { identityHeader } from '@plumbline/platform/http'
import { rights } from '@plumbline/platform/rights'
import type { RequestHandler } from 'express'
import { describe, expect, it } from 'vitest'
import { type Answer, content, user, useTestGateway } from '../testing.ts'

const { start, send, signIn, signedIn, pool, port } = useTestGateway()

describe('requests from other sites', () => {
  const post = async (headers: Record<string, string>) =>
    (await send('POST', '/api/notes', { body: {}, headers })).status
  const own = () => `http://127.0.0.1:${port()}`

  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['the same host on another port', { 'sec-fetch-site': 'same-site' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['a null Origin', { origin: 'null' }],
    ['a null Origin of a sandbox', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    [
      'a forged same-origin with a foreign Origin',
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ],
  ])('are rejected: %s', async (_name, headers) => {
    expect(await post(headers)).toBe(403)
  })

  it('requests of our own pages are accepted', async () => {
    expect(await post({ 'sec-fetch-site': 'same-origin', origin: own() })).toBe(200)
    expect(await post({ 'sec-fetch-site': 'none' })).toBe(200)
    // a form behind `Referrer-Policy: no-referrer`
    expect(await post({ 'sec-fetch-site': 'same-origin', origin: 'null' })).toBe(200)
    expect(await post({})).toBe(200)
  })

  it('a form of another site cannot sign in', async () => {
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

  it.each([
    ['OPTIONS', '/api/notes', {}],
    ['OPTIONS', '/api/account/password', {}],
    ['POST', '/api/account/password', { 'content-type': 'text/plain' }],
    ['POST', '/api/account/password', { 'content-type': 'application/json' }],
  ])(
    '%s %s with %j says nothing of what there is, but to whom has a session',
    async (method, path, headers) => {
      const ask = (more = {}) => send(method, path, { body: '{', headers: { ...headers, ...more } })
      expect((await ask()).status).toBe(401)
      const { cookie } = await signIn()
      expect([400, 404, 415]).toContain((await ask({ cookie })).status)
    },
  )

  it('unknown paths are 404 with a session', async () => {
    const { cookie } = await signIn()
    expect((await send('GET', '/api/anything', { headers: { cookie } })).status).toBe(404)
    expect((await send('GET', '/api/notesandmore', { headers: { cookie } })).status).toBe(404)
  })

  it('a call whose service throws is answered, and the gateway keeps running', async () => {
    const endpoints = [{ method: 'GET', path: '/api/away', needs: 'public' }] as const
    const router = async () => {
      throw rejection('unavailable', 'This part is away.', { retryAfter: 1 })
    }
    const up = await start({ upstreams: [{ name: 'away', endpoints, router }] })
    expect(await send('GET', '/api/away', { up })).toMatchObject({ status: 503, text: 'This part is away.' })
  })

  it('say how far the log is to people alone: a bot would tell an answer from a decoy by it', async () => {
    const { cookie } = await signIn()
    const endpoints = [{ method: 'POST', path: '/api/count', needs: 'public' }] as const
    const router: RequestHandler = (_req, res) => void res.set('x-log-position', '42').send('stored')
    const up = await start({ upstreams: [{ name: 'count', endpoints, router }] })
    const answerTo = async (headers: Record<string, string>) => {
      const answer = await send('POST', '/api/count', { body: {}, headers, up })
      return [answer.text, answer.headers['x-log-position'], String(answer.headers['set-cookie'])]
    }
    expect(await answerTo({})).toEqual(['stored', undefined, 'undefined'])
    expect(await answerTo({ cookie })).toEqual(['stored', undefined, expect.stringContaining('seen=42')])
  })

  it('carry an identity that only the gateway can sign', async () => {
    const { cookie } = await signIn()
    const forged = { [identityHeader]: 'forged', authorization: 'Bearer x', 'x-user-id': '7' }
    const headers = { cookie, ...forged, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
    const answer = JSON.parse((await send('GET', '/api/notes', { headers })).text)
    expect(answer).toEqual({
      caller: {
        user: { ...user, rights },
        addressHash: expect.stringMatching(/^[0-9a-f]{16}$/),
        requestId: expect.any(String),
      },
    })
    expect(JSON.parse((await send('POST', '/api/notes', { body: {} })).text).caller.user).toBeNull()
  })

  it('pass the log position of a write on to the next read', async () => {
    const { cookie } = await signIn()
    const written = await send('DELETE', '/api/notes/1', { headers: { cookie } })
    expect(written.headers['x-log-position']).toBeUndefined()
    expect(written.headers['set-cookie']).toEqual(['seen=4711; Path=/api; HttpOnly; SameSite=Lax'])
    const seenBy = async (value: string) =>
      JSON.parse((await send('GET', '/api/notes', { headers: { cookie: `${cookie}; seen=${value}` } })).text)
        .caller.minPosition
    expect(await seenBy('4711')).toBe('4711')
    const { cookie: another } = await signIn()
    const seenByAnother = async (value: string) =>
      JSON.parse((await send('GET', '/api/notes', { headers: { cookie: `${another}; seen=${value}` } })).text)
        .caller.minPosition
    for (const forged of ['-1', '99999999999999999999']) expect(await seenByAnother(forged)).toBeUndefined()
  })

  it('pass it on for a client that keeps the cookie of its session alone, and for no other session', async () => {
    const [{ cookie }, { cookie: another }] = [await signIn(), await signIn()]
    const seenWith = async (headers: Record<string, string>) =>
      JSON.parse((await send('GET', '/api/notes', { headers })).text).caller.minPosition
    expect(await seenWith({ cookie })).toBeUndefined()
    await send('DELETE', '/api/notes/1', { headers: { cookie } })
    expect(await seenWith({ cookie })).toBe('4711')
    // what the browser was told meanwhile may be newer
    expect(await seenWith({ cookie: `${cookie}; seen=42`, 'x-told-position': '5000' })).toBe('5000')
    expect(await seenWith({ cookie: another })).toBeUndefined()
  })

  it('signed calls are not limited; forged and unsigned ones are', async () => {
    const up = await start({ limitScale: 0.02 })
    const many = async (path: string, headers = {}) => {
      const answers: number[] = []
      for (let times = 0; times < 80; times++)
        answers.push((await send('POST', path, { up, headers, body: {} })).status)
      return answers
    }
    const good = { 'x-signature': 'good' }
    expect(new Set(await many('/api/notes/hook', good))).toEqual(new Set([204]))
    expect(new Set(await many('/api/notes', good))).toContain(429)
    // those have used up their own room and none of the signed ones'
    expect(new Set(await many('/api/notes/hook', good))).toEqual(new Set([204]))
    expect(new Set(await many('/api/notes/hook'))).toEqual(new Set([403, 429]))
  })

  it('visitors are limited to 300 calls a minute, staff per session', async () => {
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
  it('a call, a page and a file have the expected headers', async () => {
    const headersOf = (answer: Answer) =>
      [
        'cache-control',
        'x-content-type-options',
        'referrer-policy',
        'cross-origin-opener-policy',
        'x-powered-by',
        'access-control-allow-origin',
      ].map((name) => answer.headers[name])
    const common = ['nosniff', 'same-origin', 'same-origin', undefined, undefined]
    expect(headersOf(await send('GET', '/api/auth/user'))).toEqual(['no-store', ...common])
    expect(headersOf(await send('GET', '/'))).toEqual(['no-store', ...common])
    expect(headersOf(await send('GET', '/assets/app/a.12.js'))).toEqual([
      'public, max-age=31536000, immutable',
      ...common,
    ])
  })

  it('the policy allows no inline script, and only the styles of the page', async () => {
    const policy = String((await send('GET', '/')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(
      String((await send('GET', '/login')).headers['content-security-policy']).match(/sha256-/g),
    ).toHaveLength(1)
    expect(policy.match(/sha256-/g)).toHaveLength(2)
  })

  it('the policy of the application allows the colors of the business, by their hash', async () => {
    const theme = { light: '#1f4ea8', lightStrong: '#1a408a', lightTint: '#f2f5fa' }
    const accent = { ...theme, dark: '#7b97cf', darkStrong: '#93aad8', darkTint: '#222c3a' }
    const colored = { ...content, lists: { accent: [accent] } }
    const up = await start({ page: { defaults: colored, read: async () => colored } })
    const { headers, text } = await send('GET', '/login', { up })
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
    expect(style).toContain('--accent:#1f4ea8;--accentStrong:#1a408a;--accentTint:#f2f5fa')
    expect(style).not.toContain('{{')
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    expect(headers['content-security-policy']).not.toContain('unsafe')
  })
})

it('without a database calls are 503, while a visitor still gets the landing page', async () => {
  const up = await start({
    pool: Object.assign(Object.create(pool()), {
      query: (...args: Parameters<Pool['query']>) =>
        away
          ? Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))
          : pool().query(...args),
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

describe('the estimate form of a browser without a script', () => {
  const words = 'firstName=Zo%C3%A9&serviceNeeded='
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (headers = {}) => send('POST', '/api/leads', { body: words, headers: { ...form, ...headers } })

  it('is answered with a page instead of JSON', async () => {
    const answer = await post()
    expect(answer).toMatchObject({ status: 201, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(answer.text).toContain('<p>We have your request, Zoé. We will be in touch shortly.</p>')
    expect(answer.headers['content-security-policy']).toContain("style-src 'self' 'sha256-")
  })

  it('passes the same checks as the call itself', async () => {
    for (const headers of [{ origin: 'http://evil.example' }, { 'sec-fetch-site': 'same-site' }]) {
      const answer = await post(headers)
      expect(answer.status).toBe(403)
      expect(answer.text).toContain('<p>This request came from another site.</p>')
    }
  })

  it('is the only call that accepts a form', async () => {
    const { status, text } = await send('POST', '/api/leads', { body: { firstName: 'Ann' } })
    expect([status, JSON.parse(text).firstName]).toEqual([201, 'Ann'])
    const { cookie } = await signIn()
    const answer = await send('POST', '/api/login', { body: words, headers: { ...form, cookie } })
    expect(answer.status).toBe(415)
  })
})

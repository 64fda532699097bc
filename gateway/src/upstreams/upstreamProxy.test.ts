import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Rejection, rejection } from '@plumbline/platform/errors'
import {
  createApp,
  createShutdown,
  errorHandler,
  jsonBody,
  type Listening,
  listenHttp,
  verifyIdentity,
} from '@plumbline/platform/http'
import { createLog } from '@plumbline/platform/log'
import type { Request, RequestHandler, Response } from 'express'
import { type CryptoKey, generateKeyPair } from 'jose'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createUpstreamProxy, type UpstreamProxy } from './upstreamProxy.ts'

const log = createLog('test', { write: () => {} })
const headersTimeoutMs = 300
let keys: { publicKey: CryptoKey; privateKey: CryptoKey }
let service: Listening
let gateway: Listening
let remote: UpstreamProxy
/** What the service does next. */
let act: (req: Request, res: Response) => void | Promise<void>
let requestCount = 0

async function serve(handler: RequestHandler, port = 0): Promise<Listening> {
  const app = createApp(log)
  app.use(handler, errorHandler(log))
  return listenHttp(app, port, '127.0.0.1', createShutdown())
}

const startService = async (port = 0) => {
  service = await serve(async (req, res) => {
    requestCount += 1
    await act(req, res)
  }, port)
}

async function cut(up: Listening): Promise<void> {
  up.server.closeAllConnections()
  await new Promise((resolve) => up.server.close(resolve))
}

beforeAll(async () => {
  keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  await startService()
})
afterAll(() => cut(service))

/** Each test has a breaker of its own. */
const open = async (url = service.url) => {
  requestCount = 0
  remote = createUpstreamProxy({ name: 'notes', url, log, headersTimeoutMs })
  gateway = await serve(remote.router)
}
afterEach(async () => {
  await cut(gateway)
  await remote.close()
})

const send = (path: string, init: RequestInit = {}) => fetch(gateway.url + path, init)

it('forwards the request and the response, but nothing of the connection and no session', async () => {
  await open()
  act = (req, res) => {
    res.set({ ETag: '"7"', 'X-Log-Position': '42', 'Keep-Alive': 'timeout=99' }).json({
      path: req.originalUrl,
      cookie: req.headers.cookie,
      forwarded: req.headers['x-forwarded-for'],
      custom: req.headers['x-custom'],
      id: res.locals.requestId,
    })
  }
  const answer = await send('/api/notes?q=a%20b&q=c', {
    headers: {
      cookie: 'sid=secret',
      'x-custom': 'kept',
      'x-forwarded-for': '9.9.9.9',
      'x-request-id': 'request-1',
    },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('etag')).toBe('"7"')
  expect(answer.headers.get('x-log-position')).toBe('42')
  expect(answer.headers.get('keep-alive')).not.toBe('timeout=99')
  expect(await answer.json()).toEqual({ path: '/api/notes?q=a%20b&q=c', custom: 'kept', id: 'request-1' })
})

it('forwards a body, parsed or not, and a rejection unchanged', async () => {
  await open()
  const json = jsonBody()
  act = (req, res) =>
    new Promise<void>((done, no) => {
      const [types, parse, shape] = json as [RequestHandler, RequestHandler, RequestHandler]
      types(req, res, () => parse(req, res, (e) => (e ? no(e) : shape(req, res, () => done()))))
    }).then(() => void res.status(201).json(req.body))
  const post = (body: string) =>
    send('/api/notes', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const created = await post('{"a":"ä"}')
  expect([created.status, await created.json()]).toEqual([201, { a: 'ä' }])
  const refused = await post(`{"a":"${'x'.repeat(70_000)}"}`)
  expect([refused.status, await refused.text()]).toEqual([
    413,
    'That is more than we can take in one request.',
  ])

  const reading = await serve((req, res, next) => {
    req.body = { read: true }
    return remote.router(req, res, next)
  })
  const read = await fetch(`${reading.url}/api/notes`, {
    method: 'POST',
    body: 'a=1',
    headers: { 'content-type': 'application/json' },
  })
  expect(await read.json()).toEqual({ read: true })
  await cut(reading)
})

it('answers 503 with Retry-After while the service hangs, and opens the circuit after a few', async () => {
  await open()
  act = () => sleep(60_000, undefined, { ref: false })
  const answers = await Promise.all(Array.from({ length: 6 }, () => send('/api/notes')))
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(await answer.text()).toBe('This part is unavailable for a moment. Please try again.')
  }
  const before = requestCount
  const started = performance.now()
  expect((await send('/api/notes')).status).toBe(503)
  expect(performance.now() - started).toBeLessThan(headersTimeoutMs)
  expect(requestCount).toBe(before)
  act = (_req, res) => void res.json({})
  await expect.poll(async () => (await send('/api/notes')).status, { timeout: 5_000 }).toBe(200)
})

it('rejections of the service do not open the circuit', async () => {
  await open()
  act = () => {
    throw rejection('unavailable', 'The database is away.', { retryAfter: 2 })
  }
  for (let n = 0; n < 8; n++) {
    const answer = await send('/api/notes')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  }
  expect(requestCount).toBe(8)
})

it('clients that disconnect do not open the circuit', async () => {
  await open()
  act = () => sleep(60_000, undefined, { ref: false })
  for (let n = 0; n < 8; n++)
    await send('/api/notes', { signal: AbortSignal.timeout(20) }).catch(() => undefined)
  act = (_req, res) => void res.json({})
  expect((await send('/api/notes')).status).toBe(200)
})

it('a service that is down is answered 503 at once, and works again once it is up', async () => {
  const { port } = service
  await open()
  await cut(service)
  expect((await send('/api/notes', { method: 'POST' })).status).toBe(503)
  await startService(port)
  act = (_req, res) => void res.json({})
  await expect.poll(async () => (await send('/api/notes')).status, { timeout: 5_000 }).toBe(200)
})

it('a read whose connection breaks before a response is retried once, a write only with an idempotency key', async () => {
  await open()
  const breakOnce = async (req: Request, res: Response) => {
    const body = await text(req)
    if (requestCount === 1) req.socket.destroy()
    else res.json({ body })
  }
  act = breakOnce
  expect([(await send('/api/notes')).status, requestCount]).toEqual([200, 2])
  requestCount = 0
  const post = (headers: Record<string, string>) =>
    send('/api/notes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"a":1}',
    })
  expect([(await post({})).status, requestCount]).toEqual([503, 1])
  requestCount = 0
  const answer = await post({ 'idempotency-key': 'k1' })
  expect([answer.status, await answer.json(), requestCount]).toEqual([200, { body: '{"a":1}' }, 2])
})

it('a connection that is not used ends before a service that stops would close it', async () => {
  await open()
  act = (_req, res) => void res.json({})
  expect((await send('/api/notes')).status).toBe(200)
  const countConnections = () => promisify(service.server.getConnections.bind(service.server))()
  await expect.poll(countConnections, { timeout: 2_000 }).toBe(0)
})

it('a response that breaks off does not look complete', async () => {
  await open()
  act = (req, res) => {
    res.write('half')
    setTimeout(() => req.socket.destroy(), 50)
  }
  const answer = await send('/api/notes')
  await expect(answer.text()).rejects.toThrow()
})

it('calls the service without a user and throws its rejections', async () => {
  await open()
  act = async (req, res) => {
    const caller = await verifyIdentity(keys.publicKey, 'notes', req)
    if (req.path === '/busy') throw rejection('unavailable', 'Too many at once.', { retryAfter: 2 })
    res.json(caller.user)
  }
  expect(await remote.call('/ask', { a: 1 }, keys.privateKey)).toBeNull()
  const refusal = await remote.call('/busy', {}, keys.privateKey).catch((error: Rejection) => error)
  expect(refusal).toMatchObject({ code: 'unavailable', message: 'Too many at once.', retryAfter: 2 })
})

import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type ErrorCode, rejection, statusOf } from '@plumbline/platform/errors'
import { identityHeader, signIdentity } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import type { Request, RequestHandler, Response } from 'express'
import type { CryptoKey } from 'jose'
import CircuitBreaker from 'opossum'
import { type Dispatcher, Pool } from 'undici'

export type RemoteServiceOptions = {
  name: string
  /** Where it listens, such as `http://crm:3000`. */
  url: string
  log: Log
  /** How long the beginning of an answer is waited for, in milliseconds. */
  patienceMs?: number
}

const connectMs = 1_000
const bodyMs = 15_000
// longer than a service waits for its own database, so that its refusal arrives
const patienceMs = 10_000
const connections = 128
// half of at least five requests in five seconds: then it is left alone for one
const breaking = {
  volumeThreshold: 5,
  errorThresholdPercentage: 50,
  rollingCountTimeout: 5_000,
  resetTimeout: 1_000,
}

// of one connection, not of the request (RFC 9110 §7.6.1)
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
// the gateway's own: a session's token is no service's business
const ownRequestHeaders = new Set(['host', 'cookie', 'expect', 'content-length', 'x-forwarded-for'])

export type RemoteService = ReturnType<typeof createRemoteService>

/**
 * A service in a process of its own. What it answers goes on as it is; while it is away, hangs or keeps failing its
 * calls are answered 503 with `Retry-After`, at once after the first few. A read is tried again once, a write never.
 */
export function createRemoteService({ name, url, log, ...options }: RemoteServiceOptions) {
  const pool = new Pool(url, {
    connections,
    connect: { timeout: connectMs },
    headersTimeout: options.patienceMs ?? patienceMs,
    bodyTimeout: bodyMs,
  })
  const breaker = new CircuitBreaker((request: Dispatcher.RequestOptions) => ask(pool, request), {
    ...breaking,
    name,
    timeout: false,
    rollingPercentilesEnabled: false,
    errorFilter: (error: Error) => error.name === 'AbortError',
  })
  breaker.on('open', () => log.warn({ service: name }, 'service is left alone'))
  breaker.on('close', () => log.info({ service: name }, 'service answers again'))

  async function send(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    try {
      return await breaker.fire(request)
    } catch (cause) {
      throw rejection('unavailable', 'This part is away for a moment. Please try again.', {
        retryAfter: 1,
        cause,
      })
    }
  }

  const router: RequestHandler = async (req, res) => {
    const gone = new AbortController()
    res.on('close', () => gone.abort())
    const answer = await send({
      method: req.method as Dispatcher.HttpMethod,
      path: req.originalUrl,
      ...contentOf(req, String(res.locals.requestId)),
      signal: gone.signal,
    })
    res.status(answer.statusCode)
    for (const [header, value] of Object.entries(answer.headers)) {
      if (value !== undefined && !hopByHop.has(header)) res.set(header, value)
    }
    await passOn(answer, req, res)
  }

  /** Asks something of the service itself, for the gateway; its refusals are thrown as they were. */
  async function call(path: string, body: unknown, signingKey: CryptoKey): Promise<unknown> {
    const requestId = randomUUID()
    const identity = await signIdentity(signingKey, name, { user: null, addressHash: '', requestId })
    const answer = await send({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', 'x-request-id': requestId, [identityHeader]: identity },
      body: JSON.stringify(body ?? {}),
    })
    const text = await answer.body.text()
    if (answer.statusCode === 200) return JSON.parse(text)
    const [code] = Object.entries(statusOf).find(([, status]) => status === answer.statusCode) ?? []
    if (!code) throw new Error(`${name} answered ${answer.statusCode} to ${path}`)
    const retryAfter = Number(answer.headers['retry-after'])
    throw rejection(code as ErrorCode, text, retryAfter ? { retryAfter } : {})
  }

  return {
    name,
    router,
    call,
    close: async () => {
      breaker.shutdown()
      await pool.close()
    },
  }
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

async function ask(pool: Pool, request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  try {
    return await pool.request(request)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // a connection kept open may be closed at the very moment it is used again
    const closed = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
    if (closed && isRead(request.method)) return pool.request(request)
    throw error
  }
}

type Content = Pick<Dispatcher.RequestOptions, 'headers' | 'body'>

function contentOf(req: Request, requestId: string): Content {
  const headers = Object.fromEntries(
    Object.entries(req.headers as IncomingHttpHeaders).filter(
      ([name]) => !hopByHop.has(name) && !ownRequestHeaders.has(name),
    ),
  )
  headers['x-request-id'] = requestId
  // read already, by whoever had to look into it
  if (req.body !== undefined) return { headers, body: JSON.stringify(req.body) }
  const length = req.headers['content-length']
  if (length === undefined && req.headers['transfer-encoding'] === undefined) return { headers, body: null }
  return { headers: length === undefined ? headers : { ...headers, 'content-length': length }, body: req }
}

/** Reads may be long and go through as they come; what a write answers is short and can still be looked at. */
async function passOn(answer: Dispatcher.ResponseData, req: Request, res: Response): Promise<void> {
  if (!isRead(req.method)) return void res.send(Buffer.from(await answer.body.arrayBuffer()))
  try {
    await pipeline(answer.body, res)
  } catch (error) {
    // whoever asked may be gone; a service that is gone in mid-answer leaves a broken one, never a short one
    if (!res.destroyed) res.destroy(error as Error)
  }
}

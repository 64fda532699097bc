import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { rejection } from '@plumbline/platform/errors'
import { identityHeader, signIdentity } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import type { Request, RequestHandler, Response } from 'express'
import type { CryptoKey } from 'jose'
import CircuitBreaker from 'opossum'
import { type Dispatcher, Pool } from 'undici'
import { type Ask, headersOf, rejectionIn } from './ask.ts'

export type UpstreamProxyOptions = {
  name: string
  /** Where it listens, such as `http://crm:3000`. */
  url: string
  log: Log
  /** Until the headers of a response. */
  headersTimeoutMs?: number
}

const connectTimeoutMs = 1_000
const bodyTimeoutMs = 15_000
// longer than a service waits for its own database, so that its error arrives
const defaultHeadersTimeoutMs = 10_000
const maxConnections = 128
// shorter than a service that stops waits before it closes idle connections, so that no write goes into one that closes
const idleTimeoutMs = 250
// opens for one second when half of at least five requests in five seconds fail
const breakerOptions = {
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
// services must not see the session's token
const gatewayHeaders = new Set(['host', 'cookie', 'expect', 'content-length', 'x-forwarded-for'])

export type UpstreamProxy = ReturnType<typeof createUpstreamProxy>

/**
 * Forwards requests to a service in another process and its responses unchanged. While the service is unreachable, hangs
 * or keeps failing, requests are answered 503 with `Retry-After`, at once while the circuit is open. A read is retried
 * once, and so is a write with an idempotency key, which the service performs once; any other write never.
 */
export function createUpstreamProxy({ name, url, log, ...options }: UpstreamProxyOptions) {
  const pool = new Pool(url, {
    connections: maxConnections,
    connect: { timeout: connectTimeoutMs },
    headersTimeout: options.headersTimeoutMs ?? defaultHeadersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    // whatever the service says
    keepAliveMaxTimeout: idleTimeoutMs,
  })
  const breaker = new CircuitBreaker(
    (request: Dispatcher.RequestOptions) => requestWithRetry(pool, request),
    {
      ...breakerOptions,
      name,
      timeout: false,
      rollingPercentilesEnabled: false,
      errorFilter: (error: Error) => error.name === 'AbortError',
    },
  )
  breaker.on('open', () => log.warn({ service: name }, 'circuit open: the service is not called'))
  breaker.on('close', () => log.info({ service: name }, 'circuit closed: the service answers again'))

  async function send(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    try {
      return await breaker.fire(request)
    } catch (cause) {
      throw rejection('unavailable', 'This part is unavailable for a moment. Please try again.', {
        retryAfter: 1,
        cause,
      })
    }
  }

  const router: RequestHandler = async (req, res) => {
    const closed = new AbortController()
    res.on('close', () => closed.abort())
    const answer = await send({
      method: req.method as Dispatcher.HttpMethod,
      path: req.originalUrl,
      ...(await contentOf(req, String(res.locals.requestId))),
      signal: closed.signal,
    })
    res.status(answer.statusCode)
    for (const [header, value] of Object.entries(answer.headers)) {
      if (value !== undefined && !hopByHop.has(header)) res.set(header, value)
    }
    await forwardBody(answer, req, res)
  }

  const ask: Ask = async (question, signingKey) => {
    const { method, path, caller, body } = question
    // a gateway with services of other processes has a key
    const identity = await signIdentity(signingKey as CryptoKey, name, caller)
    const answer = await send({
      method: method as Dispatcher.HttpMethod,
      path,
      headers: { ...headersOf(question), [identityHeader]: identity },
      body: body === undefined ? null : JSON.stringify(body),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: Buffer.from(await answer.body.arrayBuffer()),
    }
  }

  /** Calls the service for the gateway itself; its rejections are thrown as they were. */
  async function call(path: string, body: unknown, signingKey: CryptoKey): Promise<unknown> {
    const caller = { user: null, addressHash: '', requestId: randomUUID() }
    const reply = await ask({ method: 'POST', path, caller, body: body ?? {} }, signingKey)
    if (reply.status === 200) return JSON.parse(reply.body.toString())
    throw rejectionIn(reply) ?? new Error(`${name} answered ${reply.status} to ${path}`)
  }

  return {
    name,
    router,
    ask,
    call,
    close: async () => {
      breaker.shutdown()
      await pool.close()
    },
  }
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

// larger bodies are streamed, and so not sent again
const maxRepeatedBytes = 1_000_000

const isRepeatable = ({ method, body }: Dispatcher.RequestOptions) => isRead(method) || Buffer.isBuffer(body)

async function requestWithRetry(
  pool: Pool,
  request: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  try {
    return await pool.request(request)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // a kept-alive connection may close just when it is used again
    const isClosed = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
    if (isClosed && isRepeatable(request)) return pool.request(request)
    throw error
  }
}

type Content = Pick<Dispatcher.RequestOptions, 'headers' | 'body'>

/** What is forwarded of a request; its body is a buffer when it may be sent again. */
async function contentOf(req: Request, requestId: string): Promise<Content> {
  const headers = Object.fromEntries(
    Object.entries(req.headers as IncomingHttpHeaders).filter(
      ([name]) => !hopByHop.has(name) && !gatewayHeaders.has(name),
    ),
  )
  headers['x-request-id'] = requestId
  // the gateway parsed it already
  if (req.body !== undefined) return { headers, body: JSON.stringify(req.body) }
  const length = req.headers['content-length']
  if (length === undefined && req.headers['transfer-encoding'] === undefined) return { headers, body: null }
  if ('idempotency-key' in headers && Number(length) <= maxRepeatedBytes)
    return { headers, body: await buffer(req) }
  return { headers: length === undefined ? headers : { ...headers, 'content-length': length }, body: req }
}

/** Streams the body of a read; that of a write is short, and middleware may still replace it. */
async function forwardBody(answer: Dispatcher.ResponseData, req: Request, res: Response): Promise<void> {
  if (!isRead(req.method)) return void res.send(Buffer.from(await answer.body.arrayBuffer()))
  try {
    await pipeline(answer.body, res)
  } catch (error) {
    // a response that breaks off must not look complete
    if (!res.destroyed) res.destroy(error as Error)
  }
}

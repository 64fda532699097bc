import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { duplexPair } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ErrorCode, type Rejection, rejection, statusOf } from '@plumbline/platform/errors'
import { type Caller, createApp, errorHandler, type InProcess, passIdentity } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import { traceparent } from '@plumbline/platform/trace'
import type { RequestHandler } from 'express'
import type { CryptoKey } from 'jose'

/** A call that the gateway makes for a page that it shows, and not for a script of the browser. */
export type Question = { method: string; path: string; caller: Caller; body?: unknown }
export type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer }
export type Ask = (question: Question, signingKey: CryptoKey | InProcess) => Promise<Reply>

/** What every service gets of a question, beside who asks. */
export function headersOf({ caller, body }: Question): Record<string, string> {
  const trace = traceparent()
  return {
    accept: 'application/problem+json, */*;q=0.5',
    'x-request-id': caller.requestId,
    ...(trace && { traceparent: trace }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
}

/** The refusal that a service answered; undefined when it is none that is known. */
export function rejectionIn({ status, headers, body }: Reply): Rejection | undefined {
  const [code] = Object.entries(statusOf).find(([, it]) => it === status) ?? []
  if (!code) return undefined
  const { detail, errors } = JSON.parse(body.toString()) as {
    detail: string
    errors?: Record<string, string>
  }
  const retryAfter = Number(headers['retry-after'])
  return rejection(code as ErrorCode, detail, {
    ...(errors && { fields: errors }),
    ...(retryAfter && { retryAfter }),
  })
}

const callerHeader = 'x-caller'

/**
 * Asks a router in this process as one in another process is asked: in HTTP, so that it checks, limits, parses and answers the
 * same, over a pair of streams that no one else can reach.
 */
export function askInProcess(name: string, router: RequestHandler, log: Log): Ask {
  const app = createApp(log)
  app.use(async (req, _res, next) => {
    await passIdentity('in-process', name, JSON.parse(String(req.headers[callerHeader])), req)
    next()
  })
  app.use(router, errorHandler(log))
  const server = createServer(app)
  return (question) =>
    new Promise((resolve, reject) => {
      const { method, path, caller, body } = question
      const [near, far] = duplexPair()
      server.emit('connection', far)
      const content = body === undefined ? undefined : JSON.stringify(body)
      const sent = request({
        method,
        path,
        createConnection: () => near,
        headers: {
          ...headersOf(question),
          host: name,
          connection: 'close',
          [callerHeader]: JSON.stringify(caller),
          ...(content !== undefined && { 'content-length': Buffer.byteLength(content) }),
        },
      })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        const reply = async () => ({
          status: answer.statusCode as number,
          headers: answer.headers,
          body: await buffer(answer),
        })
        reply().then(resolve, reject)
      })
      sent.end(content)
    })
}

import { randomUUID } from 'node:crypto'
import express, { type Express, type RequestHandler } from 'express'
import { rejection } from '../errors.ts'
import type { Log } from '../log.ts'

const ownId = /^[\w-]{8,64}$/

/** A request that is over; `route` is the path that was declared, not the one that was asked for. */
export type Observed = { method: string; route: string; status: number; seconds: number }
export type Observe = (request: Observed) => void

/** An Express application with request ids and one log line a request; routes and `errorHandler` follow. */
export function createApp(log: Log, trustProxy: string | false = false, observe?: Observe): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', trustProxy)
  app.set('query parser', 'simple')
  app.set('case sensitive routing', true)
  app.use(requestId, logRequests(log, observe), refuseTwoHosts, compareAlways)
  return app
}

// RFC 9112 §3.2; Node keeps the first and drops the others, and a proxy may have gone by another one
const refuseTwoHosts: RequestHandler = (req, _res, next) => {
  if ((req.headersDistinct.host?.length ?? 0) > 1)
    throw rejection('invalid', 'The request could not be read.')
  next()
}

// `fetch` asks for no cached answer as soon as it names the version it has (Fetch, HTTP-network-or-cache fetch). An origin compares
// all the same (RFC 9110 §13.2.2), but Express would not
const compareAlways: RequestHandler = (req, _res, next) => {
  if (req.headers['if-none-match'] !== undefined) delete req.headers['cache-control']
  next()
}

const requestId: RequestHandler = (req, res, next) => {
  const requested = req.get('x-request-id')
  res.locals.requestId = requested && ownId.test(requested) ? requested : randomUUID()
  res.set('X-Request-Id', res.locals.requestId)
  next()
}

// a long opaque part of a path is a key to something, such as a calendar's address; what follows /c is the link of a customer,
// also where a mail broke it
const withoutSecrets = (path: string) =>
  path.replace(/\/[\w-]{24,}(?=[./]|$)/g, '/[secret]').replace(/^\/c\/[^/]+(?=\/?$)/, '/c/[secret]')

// the query may hold names and phone numbers, so only the path is logged
const logRequests =
  (log: Log, observe?: Observe): RequestHandler =>
  (req, res, next) => {
    const started = performance.now()
    const { method, path } = req
    res.on('close', () => {
      const seconds = (performance.now() - started) / 1_000
      observe?.({ method, route: req.route?.path ?? 'none', status: res.statusCode, seconds })
      const { requestId, userId } = res.locals
      const line = {
        requestId,
        userId,
        method,
        path: withoutSecrets(path),
        status: res.statusCode,
        ms: Math.round(seconds * 1_000),
        aborted: !res.writableFinished,
      }
      if (res.statusCode === 403 || res.statusCode === 429 || res.statusCode >= 500) log.warn(line, 'request')
      else log.debug(line, 'request')
    })
    next()
  }

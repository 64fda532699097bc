import { randomUUID } from 'node:crypto'
import express, { type Express, type RequestHandler } from 'express'
import type { Log } from '../log.ts'

const ownId = /^[\w-]{8,64}$/

/** An Express application with request ids and one log line a request; routes and `errorHandler` follow. */
export function createApp(log: Log, trustProxy: string | false = false): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', trustProxy)
  app.set('query parser', 'simple')
  app.set('case sensitive routing', true)
  app.use(requestId, logRequests(log))
  return app
}

const requestId: RequestHandler = (req, res, next) => {
  const given = req.get('x-request-id')
  res.locals.requestId = given && ownId.test(given) ? given : randomUUID()
  res.set('X-Request-Id', res.locals.requestId)
  next()
}

// a long opaque part of a path is a key to something, such as a calendar's address
const withoutSecrets = (path: string) => path.replace(/\/[\w-]{24,}(?=[./]|$)/g, '/[secret]')

// the query may hold names and phone numbers, so only the path is logged
const logRequests =
  (log: Log): RequestHandler =>
  (req, res, next) => {
    const started = performance.now()
    const { method, path } = req
    res.on('close', () => {
      const ms = Math.round(performance.now() - started)
      const { requestId, userId } = res.locals
      const line = {
        requestId,
        userId,
        method,
        path: withoutSecrets(path),
        status: res.statusCode,
        ms,
        aborted: !res.writableFinished,
      }
      if (res.statusCode === 403 || res.statusCode === 429 || res.statusCode >= 500) log.warn(line, 'request')
      else log.debug(line, 'request')
    })
    next()
  }

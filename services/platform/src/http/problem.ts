import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { type Rejection, rejection, statusOf, toRejection } from '../errors.ts'
import type { Log } from '../log.ts'

/** Answers one plain sentence, or RFC 9457 problem details to a client that asks for them. */
export function sendRejection(req: Request, res: Response, error: Rejection): void {
  const status = statusOf[error.code]
  if (error.retryAfter !== undefined) res.set('Retry-After', String(error.retryAfter))
  res.status(status).set('Cache-Control', 'no-store')
  if (req.accepts(['text/plain', 'application/problem+json']) !== 'application/problem+json') {
    res.type('text/plain').send(error.message)
    return
  }
  res.type('application/problem+json').send(
    JSON.stringify({
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail: error.message,
      code: error.code,
      instance: res.locals.requestId,
      ...(error.fields && { errors: error.fields }),
    }),
  )
}

/** The last middleware: maps what was thrown, logs what is a bug, never shows a stack. */
export const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (error, req, res, _next) => {
    const requestId = res.locals.requestId
    const rejection = toRejection(error)
    if (!rejection) log.error({ err: error, requestId }, 'unexpected error')
    else if (rejection.code === 'unavailable')
      log.warn({ err: rejection.cause, requestId }, 'store unavailable')
    else if (rejection.code === 'invalid' && rejection.cause)
      log.warn({ err: rejection.cause, requestId }, 'a schema allows what the database does not hold')
    if (res.headersSent) return res.destroy()
    if (rejection) return sendRejection(req, res, rejection)
    res
      .status(500)
      .set('Cache-Control', 'no-store')
      .type('text/plain')
      .send(`Something went wrong on our side. Reference: ${requestId}`)
  }

export const notFound = (): never => {
  throw rejection('not-found', 'Not found.')
}

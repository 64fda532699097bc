import { rejection } from '@plumbline/platform/errors'
import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'

/** The address that limits count by; an IPv6 client usually has a /56. */
export const clientAddress = (req: Request): string => ipKeyGenerator(req.ip ?? 'unknown', 56)

const rejectTooMany = (req: Request) => {
  const { resetTime } = (req as Request & { rateLimit: { resetTime?: Date } }).rateLimit
  const retryAfter = Math.max(
    1,
    Math.ceil(((resetTime?.getTime() ?? Date.now() + 60_000) - Date.now()) / 1_000),
  )
  throw rejection('too-many', 'Too many requests. Please wait a moment and try again.', {
    retryAfter,
  })
}

const perMinute = (
  limit: number,
  keyGenerator: (req: Request, res: Response) => string,
  more: { skipSuccessfulRequests?: boolean } = {},
): RequestHandler =>
  rateLimit({
    windowMs: 60_000,
    limit,
    keyGenerator,
    ...more,
    standardHeaders: false,
    legacyHeaders: false,
    handler: rejectTooMany,
  })

type SignedEndpoint = { signed?: true; method: string; path: string }

/**
 * Coarse limits for all calls: per address before the session is looked up, then per caller. Calls that are signed by
 * their sender come from few addresses, so only rejected ones count.
 */
export function coarseLimits(scale: number, endpoints: readonly SignedEndpoint[]) {
  const perVisitor = perMinute(300 * scale, clientAddress)
  const perForger = perMinute(300 * scale, clientAddress, { skipSuccessfulRequests: true })
  const perSession = perMinute(1_200 * scale, (_req, res) => res.locals.session.id)
  const perAddress = perMinute(3_000 * scale, clientAddress)
  const signed = new Set(endpoints.filter((it) => it.signed).map(({ method, path }) => `${method} ${path}`))
  const isSigned = ({ method, baseUrl, path }: Request) => signed.has(`${method} ${baseUrl}${path}`)
  return {
    /** Of the documents that customers open by links. */
    customerPages: perMinute(30 * scale, clientAddress),
    /** Of pages; the files that they load are cheap. An office behind one address opens a few a minute for each person. */
    documents: perMinute(600 * scale, clientAddress),
    beforeSession: ((req, res, next) =>
      (isSigned(req) ? perForger : perAddress)(req, res, next)) as RequestHandler,
    afterSession: ((req, res, next) => {
      if (isSigned(req)) return next()
      return (res.locals.session ? perSession : perVisitor)(req, res, next)
    }) as RequestHandler,
  }
}

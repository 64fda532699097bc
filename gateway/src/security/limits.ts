import { rejection } from '@plumbline/platform/errors'
import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'

/** An address to count by; an IPv6 customer owns a /56. */
export const addressOf = (req: Request): string => ipKeyGenerator(req.ip ?? 'unknown', 56)

const refuse = (req: Request) => {
  const { resetTime } = (req as Request & { rateLimit: { resetTime?: Date } }).rateLimit
  const retryAfter = Math.max(
    1,
    Math.ceil(((resetTime?.getTime() ?? Date.now() + 60_000) - Date.now()) / 1_000),
  )
  throw rejection('too-many', 'That was a lot in a short time. Please wait a little and try again.', {
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
    handler: refuse,
  })

type Signed = { signed?: true; method: string; path: string }

/**
 * The coarse gates around all calls: per address before a session is looked up, then per caller. Calls that their sender
 * signs come from few addresses: of those only what is refused counts.
 */
export function coarseLimits(scale: number, endpoints: readonly Signed[]) {
  const visitors = perMinute(300 * scale, addressOf)
  const forgers = perMinute(300 * scale, addressOf, { skipSuccessfulRequests: true })
  const staff = perMinute(1_200 * scale, (_req, res) => res.locals.session.id)
  const anybody = perMinute(3_000 * scale, addressOf)
  const signed = new Set(endpoints.filter((it) => it.signed).map(({ method, path }) => `${method} ${path}`))
  const isSigned = ({ method, baseUrl, path }: Request) => signed.has(`${method} ${baseUrl}${path}`)
  return {
    beforeSession: ((req, res, next) =>
      (isSigned(req) ? forgers : anybody)(req, res, next)) as RequestHandler,
    afterSession: ((req, res, next) => {
      if (isSigned(req)) return next()
      return (res.locals.session ? staff : visitors)(req, res, next)
    }) as RequestHandler,
  }
}

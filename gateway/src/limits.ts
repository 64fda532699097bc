import { reject } from '@plumbline/platform/errors'
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
  throw reject('too-many', 'That was a lot in a short time. Please wait a little and try again.', {
    retryAfter,
  })
}

const perMinute = (limit: number, keyGenerator: (req: Request, res: Response) => string): RequestHandler =>
  rateLimit({
    windowMs: 60_000,
    limit,
    keyGenerator,
    standardHeaders: false,
    legacyHeaders: false,
    handler: refuse,
  })

/** The coarse gates around all calls: per address before a session is looked up, then per caller. */
export function coarseLimits(scale: number) {
  const visitors = perMinute(300 * scale, addressOf)
  const staff = perMinute(1_200 * scale, (_req, res) => res.locals.session.id)
  return {
    beforeSession: perMinute(3_000 * scale, addressOf),
    afterSession: ((req, res, next) =>
      (res.locals.session ? staff : visitors)(req, res, next)) as RequestHandler,
  }
}

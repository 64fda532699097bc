import {
  type Answer,
  type Endpoint,
  type ParsedRequest,
  requireAccess,
  respond,
} from '@plumbline/platform/http'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { requireFreshPassword } from './sessions/freshPassword.ts'
import type { Session } from './sessions/sessions.ts'

/** Who sent a request, for the log. */
type Origin = { requestId: string; addressHash: string; userId: number | undefined }

/** What a handler of the gateway gets of a request. */
export type Call<E extends Endpoint> = ParsedRequest<E> & {
  req: Request
  res: Response
  session: E['needs'] extends 'public' ? Session | null : Session
  origin: Origin
}

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>

/**
 * Answers one of the gateway's own endpoints, which are declared like a service's.
 * @example route(getCurrentUser, ({ session }) => session.user)
 */
export const route = <E extends Endpoint>(endpoint: E, handler: Handler<E>): RequestHandler => {
  const router = Router({ caseSensitive: true })
  // before the body is read, whose errors would say that the path exists
  const checkAccess: RequestHandler = (_req, res, next) => {
    const session: Session | null = res.locals.session ?? null
    requireAccess(endpoint.needs, { user: session?.user ?? null })
    requireFreshPassword(endpoint, session)
    next()
  }
  const handlers = respond(endpoint, async (parse, req, res) => {
    const session: Session | null = res.locals.session ?? null
    const { requestId, addressHash } = res.locals
    const origin = { requestId, addressHash, userId: session?.user.id }
    return handler({ ...parse(), req, res, session, origin } as Call<E>)
  })
  router[endpoint.method.toLowerCase() as 'get'](endpoint.path, checkAccess, ...handlers)
  return router
}

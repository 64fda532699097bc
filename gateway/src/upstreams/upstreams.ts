import { rejection } from '@plumbline/platform/errors'
import { type Endpoint, type InProcess, passIdentity } from '@plumbline/platform/http'
import { traceparent } from '@plumbline/platform/trace'
import { type RequestHandler, Router } from 'express'
import type { CryptoKey } from 'jose'
import { requireFreshPassword } from '../sessions/freshPassword.ts'
import type { Session } from '../sessions/sessions.ts'
import type { Ask } from './ask.ts'
import { createConsistencyTokens } from './consistencyToken.ts'

/** A service behind the gateway: its endpoints and the handler that answers them. */
export type Upstream = {
  name: string
  endpoints: readonly (Pick<Endpoint, 'method' | 'path' | 'needs'> & Partial<Endpoint>)[]
  router: RequestHandler
  /** What customers with a link may call. The gateway asks for it, for the pages that it shows; browsers do not reach it. */
  forCustomers?: readonly Endpoint[]
  /** Of a service in another process. */
  ask?: Ask
}

/** Routes calls to services, with the caller's identity. Without a session only public ones are routed. */
export function upstreamRoutes(
  upstreams: readonly Upstream[],
  signingKey: CryptoKey | InProcess,
  isHttps: boolean,
): RequestHandler {
  const router = Router({ caseSensitive: true })
  const tokens = createConsistencyTokens(isHttps)
  for (const upstream of upstreams) {
    const handler = forward(upstream, signingKey, tokens)
    for (const endpoint of upstream.endpoints)
      router[endpoint.method.toLowerCase() as 'get'](endpoint.path, requireSession(endpoint), handler)
  }
  return router
}

const requireSession =
  (endpoint: Pick<Endpoint, 'method' | 'needs' | 'asksPassword'>): RequestHandler =>
  (_req, res, next) => {
    const session: Session | undefined = res.locals.session
    if (!session && endpoint.needs !== 'public') return next('route')
    requireFreshPassword(endpoint, session)
    next()
  }

/** Denies by default; without a session the answer does not reveal which paths exist. */
export const denyByDefault: RequestHandler = (_req, res) => {
  if (!res.locals.session) throw rejection('unauthenticated', 'Please sign in.')
  throw rejection('not-found', 'Not found.')
}

/** By itself a router answers `OPTIONS` with the methods of a path, and so which paths exist. */
export const denyOptions: RequestHandler = (req, res, next) =>
  req.method === 'OPTIONS' ? denyByDefault(req, res, next) : next()

// the gateway alone sets identity and trace
const strippedHeaders = new Set(['authorization', 'traceparent', 'tracestate', 'baggage'])

const forward =
  (
    { name, router }: Upstream,
    signingKey: CryptoKey | InProcess,
    tokens: ReturnType<typeof createConsistencyTokens>,
  ): RequestHandler =>
  async (req, res, next) => {
    const session: Session | undefined = res.locals.session
    const { requestId, addressHash } = res.locals
    const minPosition = session && tokens.read(req, session)
    tokens.persist(res, session)
    for (const header of Object.keys(req.headers)) {
      if (header.startsWith('x-user-') || strippedHeaders.has(header)) delete req.headers[header]
    }
    const trace = traceparent()
    if (trace) req.headers.traceparent = trace
    const user = session?.user ?? null
    await passIdentity(
      signingKey,
      name,
      { user, addressHash, requestId, ...(minPosition && { minPosition }) },
      req,
    )
    await router(req, res, next)
  }

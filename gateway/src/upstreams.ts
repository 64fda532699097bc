import { reject } from '@plumbline/platform/errors'
import { type Endpoint, type Handover, identityHeader, signIdentity } from '@plumbline/platform/http'
import { traceparent } from '@plumbline/platform/trace'
import { type RequestHandler, Router } from 'express'
import type { CryptoKey } from 'jose'
import { keepSeen, readSeen } from './seen.ts'
import type { Session } from './sessions.ts'

/** A service as the gateway sees it: which calls are its own, which of them need no session, who answers. */
export type Upstream = {
  name: string
  endpoints: readonly (Pick<Endpoint, 'method' | 'path' | 'access'> &
    Partial<Endpoint> & {
      /** Its callers sign what they send, as a provider's webhook does. */
      signed?: true
    })[]
  router: RequestHandler
}

/** Denies by default: without a session only calls declared public go on, each with a signed identity. */
export function upstreamRoutes(upstreams: readonly Upstream[], signingKey: CryptoKey | Handover): Router {
  const router = Router({ caseSensitive: true })
  for (const { endpoints } of upstreams) {
    for (const { method, path, access } of endpoints) {
      if (access !== 'public') continue
      router[method.toLowerCase() as 'get'](path, (_req, res, next) => {
        res.locals.open = true
        next()
      })
    }
  }
  router.use('/api', (_req, res, next) => {
    if (!res.locals.session && !res.locals.open) throw reject('unauthenticated', 'Please sign in.')
    next()
  })
  for (const upstream of upstreams) {
    const handler = forward(upstream, signingKey)
    for (const { method, path } of upstream.endpoints) router[method.toLowerCase() as 'get'](path, handler)
  }
  router.use('/api', () => {
    throw reject('not-found', 'There is nothing here.')
  })
  return router
}

// whose request it is and which trace it belongs to is ours to say
const notOurs = new Set(['authorization', 'traceparent', 'tracestate', 'baggage'])

const forward =
  ({ name, router }: Upstream, signingKey: CryptoKey | Handover): RequestHandler =>
  async (req, res, next) => {
    const session: Session | undefined = res.locals.session
    const { requestId, addressHash } = res.locals
    const seen = session && readSeen(req)
    if (session) keepSeen(res)
    for (const header of Object.keys(req.headers)) {
      if (header.startsWith('x-user-') || notOurs.has(header)) delete req.headers[header]
    }
    const within = traceparent()
    if (within) req.headers.traceparent = within
    req.headers[identityHeader] = await signIdentity(signingKey, name, {
      user: session?.user ?? null,
      addressHash,
      requestId,
      ...(seen && { seen }),
    })
    await router(req, res, next)
  }

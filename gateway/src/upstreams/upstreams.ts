import { rejection } from '@plumbline/platform/errors'
import { type Endpoint, type InProcess, passIdentity } from '@plumbline/platform/http'
import { traceparent } from '@plumbline/platform/trace'
import { type RequestHandler, Router } from 'express'
import type { CryptoKey } from 'jose'
import type { Session } from '../sessions/sessions.ts'
import { keepSeen, readSeen } from './consistencyToken.ts'

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

/** The calls of services, each with the caller's identity. Without a session only public ones are routed. */
export function upstreamRoutes(
  upstreams: readonly Upstream[],
  signingKey: CryptoKey | InProcess,
): RequestHandler {
  const router = Router({ caseSensitive: true })
  for (const upstream of upstreams) {
    const handler = forward(upstream, signingKey)
    for (const { method, path, access } of upstream.endpoints)
      router[method.toLowerCase() as 'get'](
        path,
        ...(access === 'public' ? [] : [skipWithoutSession]),
        handler,
      )
  }
  return router
}

const skipWithoutSession: RequestHandler = (_req, res, next) => next(res.locals.session ? undefined : 'route')

/** Denies by default: whoever is not signed in is not even told what there is. */
export const refuseOthers: RequestHandler = (_req, res) => {
  if (!res.locals.session) throw rejection('unauthenticated', 'Please sign in.')
  throw rejection('not-found', 'There is nothing here.')
}

// whose request it is and which trace it belongs to is ours to say
const notOurs = new Set(['authorization', 'traceparent', 'tracestate', 'baggage'])

const forward =
  ({ name, router }: Upstream, signingKey: CryptoKey | InProcess): RequestHandler =>
  async (req, res, next) => {
    const session: Session | undefined = res.locals.session
    const { requestId, addressHash } = res.locals
    const minPosition = session && readSeen(req)
    if (session) keepSeen(res)
    for (const header of Object.keys(req.headers)) {
      if (header.startsWith('x-user-') || notOurs.has(header)) delete req.headers[header]
    }
    const within = traceparent()
    if (within) req.headers.traceparent = within
    const user = session?.user ?? null
    await passIdentity(
      signingKey,
      name,
      { user, addressHash, requestId, ...(minPosition && { minPosition }) },
      req,
    )
    await router(req, res, next)
  }

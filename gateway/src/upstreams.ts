import { reject } from '@plumbline/platform/errors'
import {
  type Endpoint,
  type Handover,
  identityHeader,
  signIdentity,
  sortedRoutes,
} from '@plumbline/platform/http'
import { traceparent } from '@plumbline/platform/trace'
import type { RequestHandler } from 'express'
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

/** The calls of services, each with a signed identity. Without a session there are only those declared public. */
export function upstreamRoutes(
  upstreams: readonly Upstream[],
  signingKey: CryptoKey | Handover,
): RequestHandler {
  const all = sortedRoutes()
  const open = sortedRoutes()
  for (const upstream of upstreams) {
    const handler = forward(upstream, signingKey)
    for (const endpoint of upstream.endpoints) {
      all.add(endpoint, handler)
      if (endpoint.access === 'public') open.add(endpoint, handler)
    }
  }
  return (req, res, next) => (res.locals.session ? all : open).handler(req, res, next)
}

/** Denies by default: whoever is not signed in is not even told what there is. */
export const refuseOthers: RequestHandler = (_req, res) => {
  if (!res.locals.session) throw reject('unauthenticated', 'Please sign in.')
  throw reject('not-found', 'There is nothing here.')
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

import { type Request, type RequestHandler, Router } from 'express'
import type { Pool, Tx } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { Rejection, rejection } from '../errors.ts'
import {
  type CommandContext,
  commit,
  type EventStore,
  type Metadata,
  parseIfMatch,
} from '../event-store/index.ts'
import type { Log } from '../log.ts'
import { SpanKind, withRemoteSpan } from '../trace.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import {
  createOncePerKey,
  type IdempotencyKey,
  type Outcome,
  parseIdempotencyKey,
  storeAnswer,
} from './idempotency.ts'
import {
  actorOf,
  type Caller,
  type IdentityKey,
  may,
  positionHeader,
  requireAccess,
  staleDataHeader,
  verifyIdentity,
} from './identity.ts'
import { createLimits, refundOnError } from './limits.ts'
import { type ParsedRequest, respond, type Sees } from './respond.ts'

/** What every handler, command, reactor and timer of a service can use. */
export type ServiceEnvironment<Settings = unknown> = {
  /** The part of the product's configuration that the service declares. */
  settings: Settings
  keyring: Keyring
  log: Log
  /** Waits until the service's asynchronous read models have processed this position; false when they still lag. */
  waitForPosition: (position: bigint) => Promise<boolean>
  /** The same for its own read models, which lag only where another release of the service appends. */
  waitForOwnPosition: (position: bigint) => Promise<boolean>
}

type AnswerHeader =
  | 'Cache-Control'
  | 'Content-Disposition'
  | 'Cross-Origin-Resource-Policy'
  | 'ETag'
  | 'Link'
  | 'X-Total-Count'

/** What every handler gets of a request. */
type Input<E extends Endpoint, Settings = unknown> = ParsedRequest<E> &
  ServiceEnvironment<Settings> & {
    caller: Caller
    /** What the command's events are stored with. */
    metadata: Metadata
    now: Date
    /** The request as it was sent, for endpoints whose callers sign it. */
    request: Request
    /** Sends a header with the answer. */
    header: (name: AnswerHeader, value: string) => void
  }

/** A read gets the pool, a write the transaction of its commands: a call is a `CommandContext`. */
export type Call<E extends Endpoint, Settings = unknown> = Input<E, Settings> &
  (E['method'] extends 'GET' ? { db: Pool } : CommandContext & { db: Tx })

/** A list may be answered in batches, as it is read. */
type Answered<E extends Endpoint> =
  | Answer<E>
  | (Answer<E> extends readonly (infer T)[] ? AsyncIterable<readonly T[]> : never)

export type Route<E extends Endpoint = Endpoint, Settings = unknown> = {
  endpoint: E
  handler: (call: Call<E, Settings>) => Answered<E> | Promise<Answered<E>>
}

/**
 * Joins an endpoint to its handler. A handler that uses settings declares their type with its parameter.
 * @example route(listLeads, ({ db }) => allLeads(db))
 */
export const route = <E extends Endpoint, Settings = unknown>(
  endpoint: E,
  handler: (call: Call<E, Settings>) => Answered<E> | Promise<Answered<E>>,
): Route<E, Settings> => ({
  endpoint,
  handler,
})

// biome-ignore lint/suspicious/noExplicitAny: routes of different endpoints stand side by side
export type AnyRoute = { endpoint: Endpoint; handler: (call: any) => unknown }

export type ServiceRouterOptions = {
  /** Audience of the signed identity, and the schema of the service. */
  name: string
  store: EventStore
  routes: readonly AnyRoute[]
  identityKey: IdentityKey
  limitScale: number
  clock?: () => Date
  environment: ServiceEnvironment
}

/** The router of a service: identity, body, then its endpoints. Nothing is answered without an identity. */
export function createServiceRouter(options: ServiceRouterOptions): RequestHandler {
  const router = Router({ caseSensitive: true })
  for (const each of options.routes) {
    const { method, path } = each.endpoint
    router[method.toLowerCase() as 'get'](path, ...answer(each, options))
  }
  return router
}

/** What a request goes through, from its identity to its answer. */
function answer({ endpoint, handler }: AnyRoute, options: ServiceRouterOptions): RequestHandler[] {
  const { name, store, identityKey, limitScale, clock = () => new Date(), environment } = options
  const label = `${endpoint.method} ${endpoint.path}`
  if (endpoint.method === 'GET' && endpoint.limits)
    throw new Error(`${label} is read: its limits would not count`)
  const limits = createLimits(endpoint, name, store.pool, limitScale)
  // a repeat does not count towards limits, so it is looked for first where there are any
  const once = createOncePerKey(store.pool, { findsFirst: endpoint.limits !== undefined })
  const span = { name: `${name} ${label}`, kind: SpanKind.SERVER, attributes: { service: name } }

  /** One command, in one transaction. */
  async function execute(call: Input<Endpoint>, key: IdempotencyKey | null): Promise<Outcome> {
    await limits.consume(call)
    let position: bigint | undefined
    const work = async (ctx: CommandContext) => {
      const result = await handler({ ...call, ...ctx })
      if (key) storeAnswer(ctx.db, key, result)
      return result
    }
    const answer = await refundOnError(
      () => limits.refund(call),
      async () => {
        const origin = { ...call, ifMatch: parseIfMatch(call.request.get('if-match')) }
        return commit(store, origin, work, (upTo) => {
          position = upTo
        })
      },
    )
    return { answer, position }
  }

  return respond(endpoint, async (parse, req, res) => {
    const caller = await verifyIdentity(identityKey, name, req)
    // trusted, now that the request is known to be the gateway's
    return withRemoteSpan(req.get('traceparent'), span, async () => {
      requireAccess(endpoint.needs, caller, req.params.id)
      res.locals.sees = seenBy(caller)
      const call: Input<Endpoint> = {
        ...environment,
        ...parse(),
        caller,
        now: clock(),
        metadata: metadataOf(caller),
        request: req,
        header: (name, value) => void res.set(name, value),
      }
      const { minPosition } = caller
      const isStale = minPosition ? !(await environment.waitForPosition(BigInt(minPosition))) : false
      if (isStale) res.set(staleDataHeader, 'true')
      try {
        if (endpoint.method === 'GET') return await handler({ ...call, db: store.pool })
        const key = endpoint.creates ? idempotencyKeyOf(label, call) : null
        const { answer, position } = await (key ? once(key, () => execute(call, key)) : execute(call, null))
        if (position !== undefined) res.set(positionHeader, String(position))
        return answer
      } catch (error) {
        throw isStale ? askToRetry(error) : error
      }
    })
  })
}

/** Visitors and customers see prices, and never costs. */
function seenBy(caller: Caller): Sees {
  if (may(caller, 'costs.view')) return 'costs'
  return caller.user === null || may(caller, 'prices.view') ? 'prices' : 'neither'
}

/** A record of another service that is missing here may arrive in a moment: the call is then worth repeating. */
function askToRetry(error: unknown): unknown {
  if (!(error instanceof Rejection && error.mayArriveLater)) return error
  return rejection(
    'unavailable',
    `${error.message.replace(/\.?$/, '.')} Newer changes are still being processed. Please try again in a moment.`,
    { retryAfter: 2, cause: error },
  )
}

const idempotencyKeyOf = (label: string, { caller, params, body, request }: Input<Endpoint>) =>
  parseIdempotencyKey(request.get('idempotency-key'), `${actorOf(caller)} ${label}`, [params, body])

const metadataOf = (caller: Caller): Metadata => ({
  actor: actorOf(caller),
  ...(caller.user && { actorName: caller.user.username }),
  requestId: caller.requestId,
  addressHash: caller.addressHash,
})

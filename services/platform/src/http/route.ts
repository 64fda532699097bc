import type { Request, RequestHandler, Response } from 'express'
import { type $ZodType, safeParse } from 'zod/v4/core'
import type { Db, Pool, Tx } from '../db.ts'
import { Rejection, reject } from '../errors.ts'
import type { EventStore, Metadata } from '../event-store/index.ts'
import { compiled } from '../shape.ts'
import { continued, SpanKind } from '../trace.ts'
import { jsonBody } from './body.ts'
import type { Answer, Body, Endpoint, Params, Query } from './endpoint.ts'
import { createFlights } from './flights.ts'
import { keyed, once, replay } from './idempotency.ts'
import {
  actorOf,
  type Caller,
  type IdentityKey,
  identityHeader,
  positionHeader,
  staleDataHeader,
  verifyIdentity,
} from './identity.ts'
import { createLimiter } from './limits.ts'
import { type JsonList, reply } from './reply.ts'
import { sortedRoutes } from './sortedRoutes.ts'

export type Call<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  caller: Caller
  /** What the command's events are stored with. */
  metadata: Metadata
  now: Date
  /** Sends a header with the answer. */
  header: (name: 'ETag' | 'Link', value: string) => void
  /** Throws `precondition-failed` for a caller who says, by `If-Match`, that it last saw another version. */
  unlessChanged: (etag: string) => void
  /** A read gets the pool, a write the transaction that everything it does belongs to. */
  db: E['method'] extends 'GET' ? Pool : Tx
}

/** Finds the tag of a read before its rows are touched; `seen` is what the caller has, and stays while it holds. */
export type Tag<E extends Endpoint> = (
  call: Pick<Call<E>, 'query' | 'params'> & { db: Db },
  seen: string | undefined,
) => Promise<string | undefined>

/** A list may be answered as it was stored. */
type Answered<E extends Endpoint> = Answer<E> | (Answer<E> extends readonly (infer T)[] ? JsonList<T> : never)

export type Route<E extends Endpoint = Endpoint> = {
  endpoint: E
  handler: (call: Call<E>) => Promise<Answered<E>>
  tag?: Tag<E>
}

/**
 * Joins an endpoint to what answers it.
 * @example route(listLeads, ({ db }) => allLeads(db))
 */
export const route = <E extends Endpoint>(
  endpoint: E,
  handler: Route<E>['handler'],
  tag?: Tag<E>,
): Route<E> => ({ endpoint, handler, ...(tag && { tag }) })

// biome-ignore lint/suspicious/noExplicitAny: routes of different endpoints stand side by side
export type AnyRoute = Route<any>

export type ServiceOptions = {
  /** Audience of the signed identity, and the schema of the service. */
  name: string
  store: EventStore
  routes: readonly AnyRoute[]
  identityKey: IdentityKey
  limitScale: number
  clock?: () => Date
  /** For a service whose tables are made of others' events; false: they are still behind. See `createCatchUp`. */
  catchUp?: (seen: bigint) => Promise<boolean>
}

/** The router of a service: signed identity, JSON, then its endpoints. Nothing is answered without an identity. */
export function createServiceRouter(options: ServiceOptions): RequestHandler {
  const { add, handler } = sortedRoutes()
  for (const route of options.routes) add(route.endpoint, ...jsonBody(), answer(route, options))
  return handler
}

type Input = Omit<Call<Endpoint>, 'db'>

function answer({ endpoint, handler, tag }: AnyRoute, options: ServiceOptions): RequestHandler {
  const { name, store, identityKey, clock = () => new Date(), catchUp } = options
  const write = createWrite({ endpoint, handler }, options)
  const response = endpoint.response && compiled(endpoint.response)
  const status = endpoint.creates ? 201 : 200
  const what = `${endpoint.method} ${endpoint.path}`
  const step = { name: `${name} ${what}`, kind: SpanKind.SERVER, attributes: { service: name } }
  const respond = async (caller: Caller, req: Request, res: Response): Promise<void> => {
    if (endpoint.access === 'session' && !caller.user) throw reject('unauthenticated', 'Please sign in.')
    const input: Input = {
      params: parse(endpoint.params, req.params, 'not-found'),
      query: parse(endpoint.query, req.query),
      body: parse(endpoint.body, req.body ?? {}),
      caller,
      now: clock(),
      metadata: metadataOf(caller),
      header: (name, value) => void res.set(name, value),
      unlessChanged: (etag) => unlessChanged(req.get('if-match'), etag),
    }
    const isStale = caller.seen && catchUp ? !(await catchUp(BigInt(caller.seen))) : false
    if (isStale) res.set(staleDataHeader, 'true')
    const etag = await tag?.({ ...input, db: store.pool }, req.get('if-none-match'))
    if (etag) res.set('ETag', etag)
    if (etag && req.fresh) return void res.status(304).end()
    const tell = (position: bigint) => res.set(positionHeader, String(position))
    const answered =
      endpoint.method === 'GET'
        ? handler({ ...input, db: store.pool })
        : write(input, req.get('idempotency-key'), tell)
    const result = await (isStale ? answered.catch(askToRetry) : answered)
    if (!response) return void res.status(204).end()
    await reply({ req, res, status, what }, response, result)
  }
  return async (req, res) => {
    const caller = await verifyIdentity(identityKey, name, req.get(identityHeader))
    // believed now that it is known to be the gateway's
    await continued(req.get('traceparent'), step, () => respond(caller, req, res))
  }
}

/** What a record of another service is missing for may arrive in a moment: the call is then worth repeating. */
function askToRetry(error: unknown): never {
  if (!(error instanceof Rejection && error.mayArriveLater)) throw error
  throw reject(
    'unavailable',
    `${error.message.replace(/\.?$/, '.')} Newer changes are still being processed. Please try again in a moment.`,
    { retryAfter: 2, cause: error },
  )
}

/** One transaction a command, once per key; `tell` learns how far the log reaches with it. */
function createWrite({ endpoint, handler }: AnyRoute, { name, store, limitScale }: ServiceOptions) {
  const limit = createLimits(endpoint, name, store, limitScale)
  const flights = createFlights()
  return async (
    call: Input,
    header: string | undefined,
    tell: (position: bigint) => void,
  ): Promise<unknown> => {
    const scope = `${actorOf(call.caller)} ${endpoint.method} ${endpoint.path}`
    const key = endpoint.creates ? keyed(header, scope, [call.params, call.body]) : null
    const perform = () =>
      limit(call, () => store.commit((tx) => once(tx, key, () => handler({ ...call, db: tx })), tell))
    if (!key) return perform()
    // a twin waits for the first one; where calls are counted it is looked for before it would be
    const known = () => (endpoint.limits ? replay(store.pool, key) : undefined)
    return flights.alone(key.key, async () => (await known()) ?? perform())
  }
}

function unlessChanged(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  if (ifMatch.split(',').some((seen) => seen.trim() === etag)) return
  throw reject(
    'precondition-failed',
    'Someone else changed this meanwhile. Review their changes, then save again.',
  )
}

const metadataOf = (caller: Caller): Metadata => ({
  actor: actorOf(caller),
  requestId: caller.requestId,
  addressHash: caller.addressHash,
})

function createLimits(
  { method, path, limits = [] }: Endpoint,
  schema: string,
  store: EventStore,
  scale: number,
) {
  const rules = limits.map((rule) => ({
    rule,
    limiter: createLimiter({
      pool: store.pool,
      schema,
      name: `${method} ${path} ${rule.per}`,
      ...rule,
      scale,
    }),
  }))
  return async <T>({ caller, body }: Input, work: () => Promise<T>): Promise<T> => {
    const counted = rules
      .filter(({ rule }) => !rule.except?.(body as never))
      .map(({ rule, limiter }) => ({
        limiter,
        key: rule.per === 'address' ? caller.addressHash : 'all',
      }))
    for (const { limiter, key } of counted) await limiter.take(key)
    try {
      return await work()
    } catch (error) {
      for (const { limiter, key } of counted) await limiter.giveBack(key)
      throw error
    }
  }
}

function parse(schema: $ZodType | undefined, value: unknown, code: 'invalid' | 'not-found' = 'invalid') {
  if (!schema) return undefined
  const parsed = safeParse(schema, value)
  if (parsed.success) return parsed.data
  if (code === 'not-found') throw reject('not-found', 'There is nothing here.')
  const issues = parsed.error.issues
  const fields = Object.fromEntries(
    issues.map((issue) => [issue.path.join('.') || 'body', issue.message]).reverse(),
  )
  throw reject('invalid', issues[0]?.message ?? 'The request could not be read.', { fields })
}

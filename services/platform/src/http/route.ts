import { type Request, type RequestHandler, type Response, Router } from 'express'
import { type $ZodType, safeParse } from 'zod/v4/core'
import type { Pool, Tx } from '../db.ts'
import { Rejection, rejection } from '../errors.ts'
import { type CommandContext, commit, type EventStore, type Metadata } from '../event-store/index.ts'
import { SpanKind, withRemoteSpan } from '../trace.ts'
import { jsonBody } from './body.ts'
import type { Answer, Body, Endpoint, Params, Query } from './endpoint.ts'
import {
  findAnswer,
  type IdempotencyKey,
  parseIdempotencyKey,
  storeAnswer,
  withIdempotency,
} from './idempotency.ts'
import {
  actorOf,
  type Caller,
  type IdentityKey,
  positionHeader,
  staleDataHeader,
  verifyIdentity,
} from './identity.ts'
import { createLimiter } from './limits.ts'
import { reply } from './reply.ts'
import { compileSchema } from './responseSchema.ts'

/** What every handler gets of a request. */
type Input<E extends Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  caller: Caller
  /** What the command's events are stored with. */
  metadata: Metadata
  now: Date
  /** Sends a header with the answer. */
  header: (name: 'ETag' | 'Link', value: string) => void
}

/** A read gets the pool, a write the transaction of its commands: a call is a `CommandContext`. */
export type Call<E extends Endpoint> = Input<E> &
  (E['method'] extends 'GET' ? { db: Pool } : CommandContext & { db: Tx })

/** A list may be answered in batches, as it is read. */
type Answered<E extends Endpoint> =
  | Answer<E>
  | (Answer<E> extends readonly (infer T)[] ? AsyncIterable<readonly T[]> : never)

export type Route<E extends Endpoint = Endpoint> = {
  endpoint: E
  handler: (call: Call<E>) => Answered<E> | Promise<Answered<E>>
}

/**
 * Joins an endpoint to its handler.
 * @example route(listLeads, ({ db }) => allLeads(db))
 */
export const route = <E extends Endpoint>(endpoint: E, handler: Route<E>['handler']): Route<E> => ({
  endpoint,
  handler,
})

// biome-ignore lint/suspicious/noExplicitAny: routes of different endpoints stand side by side
export type AnyRoute = { endpoint: Endpoint; handler: (call: any) => unknown }

export type ServiceOptions = {
  /** Audience of the signed identity, and the schema of the service. */
  name: string
  store: EventStore
  routes: readonly AnyRoute[]
  identityKey: IdentityKey
  limitScale: number
  clock?: () => Date
  /** For a service with read models of others' events; answers false when they still lag. See `createWaitForPosition`. */
  waitForPosition?: (position: bigint) => Promise<boolean>
}

/** The router of a service: identity, JSON, then its endpoints. Nothing is answered without an identity. */
export function createServiceRouter(options: ServiceOptions): RequestHandler {
  const router = Router({ caseSensitive: true })
  for (const each of options.routes) {
    const { method, path } = each.endpoint
    router[method.toLowerCase() as 'get'](path, ...jsonBody(), answer(each, options))
  }
  return router
}

function answer({ endpoint, handler }: AnyRoute, options: ServiceOptions): RequestHandler {
  const { name, store, identityKey, clock = () => new Date(), waitForPosition } = options
  const label = `${endpoint.method} ${endpoint.path}`
  const write = createWrite({ endpoint, handler }, options)
  const responding = endpoint.response && {
    schema: compileSchema(endpoint.response),
    status: endpoint.creates ? 201 : 200,
    label,
  }
  const span = { name: `${name} ${label}`, kind: SpanKind.SERVER, attributes: { service: name } }
  const respond = async (caller: Caller, req: Request, res: Response): Promise<void> => {
    if (endpoint.access === 'session' && !caller.user) throw rejection('unauthenticated', 'Please sign in.')
    const input: Input<Endpoint> = {
      params: parse(endpoint.params, req.params, 'not-found'),
      query: parse(endpoint.query, req.query),
      body: parse(endpoint.body, req.body ?? {}),
      caller,
      now: clock(),
      metadata: metadataOf(caller),
      header: (name, value) => void res.set(name, value),
    }
    const { minPosition } = caller
    const isStale = minPosition && waitForPosition ? !(await waitForPosition(BigInt(minPosition))) : false
    if (isStale) res.set(staleDataHeader, 'true')
    const perform = async () =>
      endpoint.method === 'GET' ? handler({ ...input, db: store.pool }) : write(input, req, res)
    const result = await (isStale ? perform().catch(askToRetry) : perform())
    if (!responding) return void res.status(204).end()
    await reply(res, responding, result)
  }
  return async (req, res) => {
    const caller = await verifyIdentity(identityKey, name, req)
    // trusted, now that the request is known to be the gateway's
    await withRemoteSpan(req.get('traceparent'), span, () => respond(caller, req, res))
  }
}

/** A record of another service that is missing here may arrive in a moment: the call is then worth repeating. */
function askToRetry(error: unknown): never {
  if (!(error instanceof Rejection && error.mayArriveLater)) throw error
  throw rejection(
    'unavailable',
    `${error.message.replace(/\.?$/, '.')} Newer changes are still being processed. Please try again in a moment.`,
    { retryAfter: 2, cause: error },
  )
}

/** One transaction per command, one command per idempotency key. */
function createWrite({ endpoint, handler }: AnyRoute, { name, store, limitScale }: ServiceOptions) {
  const withinLimits = createLimits(endpoint, name, store, limitScale)
  // duplicates that arrive while the first is on its way share its outcome
  const inFlight = new Map<string, Promise<unknown>>()
  return async (input: Input<Endpoint>, req: Request, res: Response): Promise<unknown> => {
    const scope = `${actorOf(input.caller)} ${endpoint.method} ${endpoint.path}`
    const key = endpoint.creates
      ? parseIdempotencyKey(req.get('idempotency-key'), scope, [input.params, input.body])
      : null
    const origin = { ...input, ifMatch: parseIfMatch(req.get('if-match')) }
    const perform = () =>
      commit(
        store,
        origin,
        async (ctx) => {
          const result = await handler({ ...input, ...ctx })
          if (key) storeAnswer(ctx.db, key, result)
          return result
        },
        (position) => res.set(positionHeader, String(position)),
      )
    if (!key) return withinLimits(input, perform)
    const id = JSON.stringify(key)
    const outcome = inFlight.get(id) ?? performOnce(key, () => withinLimits(input, perform))
    inFlight.set(id, outcome)
    return outcome.finally(() => inFlight.delete(id))
  }

  async function performOnce(key: IdempotencyKey, work: () => Promise<unknown>): Promise<unknown> {
    // a repeat does not count towards the limits
    const stored = endpoint.limits ? await findAnswer(store.pool, key) : undefined
    return stored ? stored.answer : withIdempotency(store.pool, key, work)
  }
}

/** ETags of records begin with the version of their stream; what follows belongs to what is shown beside it. */
const etagPattern = /^(?:W\/)?"(\d+)(?:-[^"]*)?"$/

/** The versions that `If-Match` names; undefined without it, or when any will do. */
export function parseIfMatch(header: string | undefined): number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').map((etag) => Number(etagPattern.exec(etag.trim())?.[1] ?? Number.NaN))
}

const metadataOf = (caller: Caller): Metadata => ({
  actor: actorOf(caller),
  requestId: caller.requestId,
  addressHash: caller.addressHash,
})

function createLimits(
  { method, path, limits = [] }: Endpoint,
  schema: string,
  { pool }: EventStore,
  scale: number,
) {
  const rules = limits.map((rule) => ({
    rule,
    limiter: createLimiter({ pool, schema, name: `${method} ${path} ${rule.per}`, ...rule, scale }),
  }))
  return async <T>({ caller, body }: Input<Endpoint>, work: () => Promise<T>): Promise<T> => {
    const counted = rules
      .filter(({ rule }) => !rule.except?.(body as never))
      .map(({ rule, limiter }) => ({
        limiter,
        key: rule.per === 'address' ? caller.addressHash : 'all',
      }))
    for (const { limiter, key } of counted) await limiter.consume(key)
    try {
      return await work()
    } catch (error) {
      for (const { limiter, key } of counted) await limiter.refund(key)
      throw error
    }
  }
}

function parse(schema: $ZodType | undefined, value: unknown, code: 'invalid' | 'not-found' = 'invalid') {
  if (!schema) return undefined
  const parsed = safeParse(schema, value)
  if (parsed.success) return parsed.data
  if (code === 'not-found') throw rejection('not-found', 'There is nothing here.')
  const issues = parsed.error.issues
  const fields = Object.fromEntries(
    issues.map((issue) => [issue.path.join('.') || 'body', issue.message]).reverse(),
  )
  throw rejection('invalid', issues[0]?.message ?? 'The request could not be read.', { fields })
}

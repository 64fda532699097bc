import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../db.ts'
import { rejection } from '../errors.ts'
import type { Migration } from '../migrate.ts'
import type { Endpoint } from './endpoint.ts'
import type { Caller } from './identity.ts'

/** Counters of rate limits, shared by every process of a service. */
export const limitsMigrations: readonly Migration[] = [
  {
    id: 'rate-limits-v1',
    sql: 'CREATE TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)',
  },
  // without a log of its own a count does not wait for the disk; a crash of the database resets the counts
  { id: 'rate-limits-unlogged', sql: 'ALTER TABLE rate_limits SET UNLOGGED' },
]

export type Limiter = {
  /** Counts one; throws 429 with Retry-After when it is one too many. */
  consume: (key: string) => Promise<void>
  /** Takes back what was counted for something that did not happen. */
  refund: (key: string) => Promise<void>
  /** Forgets the count, after a success. */
  reset: (key: string) => Promise<void>
}

export type LimiterOptions = {
  pool: Pool
  schema: string
  /** Names the rule; part of the stored key. */
  name: string
  max: number
  seconds: number
  /** Multiplies `max` (RATE_LIMIT_SCALE). */
  scale: number
  message?: string
}

/** Counts in Postgres, and in memory while Postgres is unavailable. */
export function createLimiter({ pool, schema, name, max, seconds, scale, message }: LimiterOptions): Limiter {
  const points = Math.max(1, Math.round(max * scale))
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: schema,
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
  })
  return {
    consume: async (key) => {
      try {
        await limiter.consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw rejection('too-many', message ?? 'Too many requests. Please wait a moment and try again.', {
          retryAfter,
        })
      }
    },
    refund: async (key) => {
      await limiter.reward(key, 1)
    },
    reset: async (key) => {
      await limiter.delete(key)
    },
  }
}

/** What `work` answers; takes back what was counted for it when it throws. */
export async function refundOnError<T>(refund: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await refund()
    throw error
  }
}

/**
 * Counts calls by what their endpoint declares; one that a limit refuses counts towards none of the others. `refund` takes
 * back what was counted for a call.
 */
export function createLimits(
  { method, path, limits = [] }: Endpoint,
  schema: string,
  pool: Pool,
  scale: number,
) {
  type Counted = { caller: Pick<Caller, 'addressHash'>; body: unknown }
  const limiters = limits.map((limit) => ({
    limit,
    ...createLimiter({ pool, schema, name: `${method} ${path} ${limit.per}`, ...limit, scale }),
  }))
  const countersOf = ({ caller, body }: Counted) =>
    limiters
      .filter(({ limit }) => !limit.except?.(body as never))
      .map(({ limit, consume, refund }) => {
        const key = limit.per === 'address' ? caller.addressHash : 'all'
        return { consume: () => consume(key), refund: () => refund(key) }
      })
  const refundAll = async (counters: ReturnType<typeof countersOf>) => {
    for (const counter of counters) await counter.refund()
  }
  return {
    consume: async (call: Counted) => {
      const counters = countersOf(call)
      for (const [n, counter] of counters.entries())
        await refundOnError(() => refundAll(counters.slice(0, n)), counter.consume)
    },
    refund: (call: Counted) => refundAll(countersOf(call)),
  }
}

import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from '../db.ts'
import { reject } from '../errors.ts'
import type { Migration } from '../migrate.ts'

/** Counters of limits, shared by every process of a service. */
export const limitsMigration: Migration = {
  id: 'rate-limits-v1',
  sql: 'CREATE TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)',
}

export type Limiter = {
  /** Counts one; throws 429 with Retry-After when it is one too many. */
  take: (key: string) => Promise<void>
  /** Takes back what was counted for something that did not happen. */
  giveBack: (key: string) => Promise<void>
  /** Forgets the count, after a success. */
  forgive: (key: string) => Promise<void>
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

/** Counts in Postgres, and in memory while Postgres is away. */
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
    take: async (key) => {
      try {
        await limiter.consume(key)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw reject(
          'too-many',
          message ?? 'That was a lot in a short time. Please wait a little and try again.',
          { retryAfter },
        )
      }
    },
    giveBack: async (key) => {
      await limiter.reward(key, 1)
    },
    forgive: async (key) => {
      await limiter.delete(key)
    },
  }
}

import {
  type BackendFactory,
  PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
  runMigrations,
} from 'bullmq'
import type { Pool } from '../db.ts'

/**
 * Where queues live; queue and worker code is the same on both. `prefix` is the namespace of the Redis keys, the
 * search_path of `pool` must be the schema of `migrateQueues`.
 */
export type Backing = { kind: 'redis'; url: string; prefix?: string } | { kind: 'postgres'; pool: Pool }

export const queueSchema = 'bullmq'

/** Creates or updates the queue tables; needs the right to create a schema. */
export async function migrateQueues(pool: Pool, schema = queueSchema): Promise<void> {
  const client = await pool.connect()
  try {
    await runMigrations(client, schema)
  } finally {
    client.release(true)
  }
}

// a default-configured add hangs while Redis is unavailable; this one refuses within a second
const reconnect = { retryStrategy: (times: number) => Math.min(times * 100, 2_000) }

export const forQueue = (backing: Backing) =>
  backing.kind === 'redis'
    ? {
        connection: { url: backing.url, maxRetriesPerRequest: 1, commandTimeout: 3_000, ...reconnect },
        ...prefixed(backing),
      }
    : { connection: backing.pool }

export const forWorker = (backing: Backing) =>
  backing.kind === 'redis'
    ? { connection: { url: backing.url, maxRetriesPerRequest: null, ...reconnect }, ...prefixed(backing) }
    : { connection: backing.pool }

const prefixed = ({ prefix }: { prefix?: string }) => (prefix ? { prefix } : {})

export const backendOf = (backing: Backing) => (backing.kind === 'redis' ? undefined : createPostgresBackend)

/** As the library's own, but for the connection; a worker is found by the name of its queue. */
const createPostgresBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (
  name,
  options,
  { withBlockingConnection } = {},
) => {
  const connection = new RetriedConnection(options.connection)
  return new PostgresQueueBackend(connection, name, options, true, withBlockingConnection ? name : undefined)
}

/** The library keeps for ever that the first connection failed, and would neither add nor work on anything again. */
class RetriedConnection extends PostgresConnection {
  override async waitUntilReady(): Promise<void> {
    try {
      await super.waitUntilReady()
    } catch (error) {
      Object.assign(this, { readyPromise: undefined })
      throw error
    }
  }
}

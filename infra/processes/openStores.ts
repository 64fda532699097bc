import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '@plumbline/platform/errors'
import pg from 'pg'
import { startPostgres } from '../tooling/embedded/postgres.ts'
import type { SupervisorSettings } from './startSetUp.ts'

export type Stores = {
  databaseUrl: string
  embedded: boolean
  stop: () => Promise<void>
}

const databaseTimeoutMs = 15_000
const maxRestartDelayMs = 5_000

/** The database: the one given, or an embedded one that is started again should it die. */
export async function openStores(
  { dataDir, databaseUrl, redisUrl }: Pick<SupervisorSettings, 'dataDir' | 'databaseUrl' | 'redisUrl'>,
  log: (line: string) => void,
): Promise<Stores> {
  if (redisUrl) await checkRedis(redisUrl)
  if (databaseUrl) {
    await waitForDatabase(databaseUrl)
    return { databaseUrl, embedded: false, stop: async () => {} }
  }
  const start = () => startPostgres({ dataDir })
  let server = await start()
  let stopping = false
  const restart = async () => {
    for (let failures = 0; !stopping; failures++) {
      try {
        server = await start()
        return
      } catch (error) {
        log(`The database does not start: ${(error as Error).message}`)
        await sleep(Math.min(500 * 2 ** failures, maxRestartDelayMs))
      }
    }
  }
  const watch = async () => {
    for (;;) {
      const { unexpectedly } = await server.exited
      if (stopping || !unexpectedly) return
      log('The database stopped; starting it again.')
      await restart()
    }
  }
  const watching = watch()
  return {
    databaseUrl: server.url,
    embedded: true,
    stop: async () => {
      stopping = true
      await server.stop()
      await watching
    },
  }
}

async function waitForDatabase(url: string): Promise<void> {
  const deadline = Date.now() + databaseTimeoutMs
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ fsync: string }>('SHOW fsync')
      if (rows[0]?.fsync !== 'on')
        console.warn('DATABASE_URL: fsync is off, a power cut can lose what was confirmed.')
      return
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > deadline)
        throw new Error(
          `DATABASE_URL cannot be reached: ${(error as Error).message || (error as { code?: string }).code}`,
        )
      await sleep(500)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** A queue store that may evict keys loses jobs without a word. */
async function checkRedis(url: string): Promise<void> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: () => null })
  redis.on('error', () => {})
  try {
    await redis.connect()
    const policy = /maxmemory_policy:(\S+)/.exec(await redis.info('memory'))?.[1]
    if (policy && policy !== 'noeviction')
      throw new Error(`its maxmemory-policy is ${policy}, it must be noeviction`)
  } catch (error) {
    throw new Error(`REDIS_URL cannot be used: ${(error as Error).message}`)
  } finally {
    redis.disconnect()
  }
}

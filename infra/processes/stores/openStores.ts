import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import { isUnavailable } from '@plumbline/platform/errors'
import { createLog } from '@plumbline/platform/log'
import type { Redis } from 'ioredis'
import { startPostgres } from '../postgres/postgres.ts'
import type { SupervisorSettings } from '../supervisor/startPrepare.ts'

export type Stores = {
  databaseUrl: string
  embedded: boolean
  stop: () => Promise<void>
}

const databaseTimeoutMs = 15_000
// thirty requests at once open 51; with fewer, signing in is answered with 503 as soon as several people work
const minConnections = 50
const usualReserve = 3
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
        // asked to stop meanwhile
        if (stopping) await server.stop()
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
  // with the settings of every later connection: what a pooler does not pass on is noticed here
  const pool = createPool({ url, name: 'plumbline-start', log: createLog('start'), max: 1 })
  try {
    for (;;) {
      try {
        return await checkDatabase(pool)
      } catch (error) {
        const reason = reasonOf(error)
        if (reason) throw new Error(`DATABASE_URL cannot be used: ${reason}`)
        if (!isUnavailable(error) || Date.now() > deadline)
          throw new Error(
            `DATABASE_URL cannot be reached: ${(error as Error).message || (error as { code?: string }).code}`,
          )
        await sleep(500)
      }
    }
  } finally {
    await pool.end()
  }
}

type Server = { fsync: string; jit: string; most: number; reserved: number }

async function checkDatabase(pool: Pool): Promise<void> {
  const [server] = await run<Server>(
    pool,
    sql`SELECT current_setting('fsync') AS fsync, current_setting('jit') AS jit,
          current_setting('max_connections')::int AS most,
          current_setting('superuser_reserved_connections')::int AS reserved`,
  )
  const { fsync, jit, most, reserved } = server as Server
  if (jit !== 'off') throw new PoolerError()
  const free = most - reserved
  if (free < minConnections) throw new TooFewConnectionsError(most)
  if (fsync !== 'on') console.warn('DATABASE_URL: fsync is off, a power cut can lose what was confirmed.')
}

class PoolerError extends Error {}

class TooFewConnectionsError extends Error {
  readonly most: number
  constructor(most: number) {
    super('too few connections')
    this.most = most
  }
}

const pooler =
  'it leads to a pooler, such as PgBouncer in transaction mode, that does not pass on the settings of a connection. Use the address of the database itself, or a pool in session mode that does.'
const certificateCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Why a database will never do, in a sentence that says what does; undefined: it may only be away. */
export function reasonOf(error: unknown): string | undefined {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (error instanceof PoolerError || /unsupported startup parameter/.test(message)) return pooler
  if (error instanceof TooFewConnectionsError)
    return `the server allows ${error.most} connections, and the product needs ${minConnections + usualReserve}. Set max_connections to 200, or take a larger plan.`
  if (certificateCodes.has(code ?? ''))
    return `the certificate of the server cannot be verified (${code}). Add sslmode=verify-full&sslrootcert=/path/to/ca.pem, or sslmode=no-verify, which encrypts and does not check who answers.`
  return undefined
}

/** A queue store that may evict keys loses jobs without a word. */
async function checkRedis(url: string): Promise<void> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    maxRetriesPerRequest: 1,
    retryStrategy: () => null,
  })
  redis.on('error', () => {})
  try {
    await redis.connect()
    const policy = /maxmemory_policy:(\S+)/.exec(await infoOf(redis))?.[1]
    if (policy && policy !== 'noeviction')
      throw new Error(`its maxmemory-policy is ${policy}, it must be noeviction`)
  } catch (error) {
    throw new Error(`REDIS_URL cannot be used: ${(error as Error).message}`)
  } finally {
    redis.disconnect()
  }
}

/** Its version decides how the queue waits. */
const infoOf = (redis: Redis): Promise<string> =>
  redis.info().catch((error: Error) => {
    if (!error.message.startsWith('NOPERM')) throw error
    throw new Error('its user may not use INFO, which the queue needs: ACL SETUSER <user> +info')
  })

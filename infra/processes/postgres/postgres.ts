import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { postgresBinaries, type Resolver } from './binaries.ts'
import { boot, findLive } from './boot.ts'
import { createCluster, superuserPassword } from './createCluster.ts'
import { databaseHome } from './databaseHome.ts'
import { withLock } from './lock.ts'
import { isRunning } from './postmaster.ts'
import { type RunningPostgres, runningPostgres } from './runningPostgres.ts'
import { serverAccount } from './serverAccount.ts'

export type { RunningPostgres }

export type PostgresOptions = {
  dataDir: string
  /** False trades safety on power loss for speed: for tests only. */
  durable?: boolean
  settings?: Record<string, string>
  log?: (line: string) => void
  resolver?: Resolver
}

const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // details quote rows, and rows hold people's names
  log_error_verbosity: 'terse',
  // also when a command starts it: the product may adopt it, and its processes open 130 connections
  max_connections: '200',
}
// two end-to-end tests may each run two releases
const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '600' }

const dyingMs = 3_000

async function isGoneSoon(cluster: string, pid: number): Promise<boolean> {
  for (const deadline = Date.now() + dyingMs; isRunning(cluster, pid); await sleep(20))
    if (Date.now() > deadline) return false
  return true
}

function died(): never {
  throw new Error('Postgres dies as soon as it runs.')
}

/** Starts the embedded server of a data directory, or adopts the one that already runs there. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, durable = true, settings, log = () => {}, resolver } = options
  const account = serverAccount(join(resolve(dataDir), 'postgres', 'cluster'))
  const binaries = postgresBinaries(account, resolver)
  const home = databaseHome(dataDir, account)
  const cluster = join(home, 'cluster')
  const begun = Date.now()
  return withLock(join(home, 'start.lock'), async () => {
    const password = superuserPassword(home, cluster)
    if (!existsSync(cluster)) {
      await createCluster({ home, cluster, initdb: binaries.initdb, password, account, durable })
      log(`Created the database in ${home}`)
    }
    const flags = { ...always, ...(durable ? {} : careless), ...settings }
    const adoptOrBoot = async () => {
      const postmaster = await findLive(cluster)
      const live = postmaster ?? (await boot({ home, cluster, binaries, account, settings: flags }))
      try {
        return { live, adopted: postmaster !== undefined, url: await openDatabase(live.port, password) }
      } catch (error) {
        // the running server was shutting down: it refuses connections and ends within a moment
        if (postmaster && (await isGoneSoon(cluster, postmaster.pid))) return undefined
        throw error
      }
    }
    const { live, adopted, url } = (await adoptOrBoot()) ?? (await adoptOrBoot()) ?? died()
    log(`Postgres ${adopted ? 'found running' : 'started'} on port ${live.port} in ${Date.now() - begun} ms`)
    return runningPostgres({ live, url, adopted, cluster, pgCtl: binaries.pgCtl })
  })
}

/** The address of the application's database, made when it is not there yet. */
async function openDatabase(port: number, password: string): Promise<string> {
  const at = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  try {
    await query(at('plumbline'), 'SELECT 1')
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error
    await query(at('postgres'), `CREATE DATABASE plumbline`)
  }
  return at('plumbline')
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

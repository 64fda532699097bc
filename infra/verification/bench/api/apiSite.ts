import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@plumbline/platform/db'
import { createKeyring } from '@plumbline/platform/encryption'
import { createLog } from '@plumbline/platform/log'
import { createPgNotifier } from '@plumbline/platform/subscriptions'
import { freePort } from '../../../processes/postgres/port.ts'
import { migrateAll } from '../../../processes/stores/schemas.ts'
import { processesOf, removeDataDir, startProduct, throwawayDataDir } from '../../e2e/product.ts'
import { startProcess } from '../../upgrade/releaseProcess.ts'
import { fillSite } from './fillSite.ts'
import { instrumentation, memoryOf, processorMsOf, readLoopDelay } from './measuredProcess.ts'

export type SiteOptions = {
  /** The server to make a database in. */
  server: string
  /** Records of every kind. */
  rows: number
  /** Each service in a process of its own. */
  distributed: boolean
}

const password = 'correct horse battery'

/**
 * The product and the plain application on one database with the same records and the same session. The database does not
 * vacuum by itself until `vacuum` is called.
 */
export async function openSite({ server, rows, distributed }: SiteOptions) {
  const log = createLog('bench')
  const url = await createDatabase(server, `bench_${rows}_${randomBytes(3).toString('hex')}`)
  const master = randomBytes(32)
  await migrateAll(url, log)
  const pool = createPool({ url, name: 'bench', log, max: 8, longRunning: true })
  await setAutovacuum(pool, 'off')
  const began = performance.now()
  await fillSite(pool, { rows, now: Date.now() }, createKeyring(master))
  console.log(`${rows} records of every kind filled in ${Math.round((performance.now() - began) / 1_000)} s`)
  await pool.query('CHECKPOINT')

  const folder = throwawayDataDir()
  const product = await startProduct(
    folder,
    {
      ...instrumentation(folder),
      ...{ DATABASE_URL: url, MASTER_KEY: master.toString('base64'), OWNER_PASSWORD: password },
      ...{ DEMO_DATA: 'off', RATE_LIMIT_SCALE: '1000000', LOG_LEVEL: 'warn' },
    },
    distributed ? ['--distributed'] : [],
  )
  const port = String(await freePort())
  const plainUrl = `http://localhost:${port}`
  const plain = await startProcess('plain application', [join(import.meta.dirname, 'plain/server.ts')], {
    ...instrumentation(folder),
    ...{ DATABASE_URL: url, PORT: port },
  })
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await plain.stop()
    await product.stop()
    await pool.end()
    await removeDataDir(folder)
  }
  const front = distributed ? 'gateway' : 'web'
  const named = (name: string) => processesOf(product.supervisor, name)
  const postmaster = await postmasterOf(pool)
  const answering = () => [...named(front), ...named('service')]
  return {
    rows,
    product,
    cookie: await signIn(product.url, plainUrl),
    sides: {
      ours: {
        url: product.url,
        processorMs: () => sum([...answering(), ...named('worker'), postmaster].map(processorMsOf)),
      },
      plain: {
        url: plainUrl,
        processorMs: () => sum([plain.child.pid as number, postmaster].map(processorMsOf)),
      },
    },
    /** Of the process that browsers ask. */
    readLoopDelay: (isNextWanted?: boolean) => readLoopDelay(folder, front, isNextWanted),
    /** What the database does by itself within a minute of a load, and from now on when it is due. */
    vacuum: async () => {
      await pool.query('VACUUM ANALYZE')
      await setAutovacuum(pool, 'on')
    },
    memory: () => {
      const of = (name: string) => memoryOf(named(name)[0] as number)
      return { [front]: of(front), worker: of('worker'), plain: memoryOf(plain.child.pid as number) }
    },
    /** Milliseconds until subscriptions have processed the whole log and, when asked for, everything is delivered. */
    waitUntilSettled: (isDelivered: boolean) => waitUntilSettled(pool, isDelivered),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
export type Site = Awaited<ReturnType<typeof openSite>>
export type Side = keyof Site['sides']

async function createDatabase(server: string, name: string): Promise<string> {
  const pool = createPool({ url: server, name: 'bench', log: createLog('bench'), max: 1, longRunning: true })
  await pool.query(`CREATE DATABASE ${name}`)
  await pool.end()
  return Object.assign(new URL(server), { pathname: name }).href
}

const sum = (values: number[]) => values.reduce((total, it) => total + it, 0)

/** The process that has started every other one of the database. */
async function postmasterOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8'))?.[1])
}

async function setAutovacuum(pool: Pool, value: 'on' | 'off'): Promise<void> {
  await pool.query(`ALTER SYSTEM SET autovacuum = ${value}`)
  await pool.query('SELECT pg_reload_conf()')
}

/** The cookies of a browser that has signed in and written something; the other application gets the same record. */
async function signIn(url: string, plainUrl: string): Promise<string> {
  const send = (address: string, body: object, cookie = '') =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const cookiesOf = (answer: Response) =>
    answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] as string)
  const session = cookiesOf(await send(`${url}/api/login`, { username: 'owner', password }))
  const sample = { firstName: 'Ann', lastName: 'Oakley', email: 'ann@example.test', phone: '919 555 0101' }
  const written = cookiesOf(await send(`${url}/api/customers`, sample, session.join('; ')))
  const { status } = await send(`${plainUrl}/api/customers`, sample, session.join('; '))
  if (session.length === 0 || written.length === 0 || status !== 201)
    throw new Error('the bench could not sign in and write')
  return [...session, ...written].join('; ')
}

const deliveryTimeoutMs = 300_000
// asking costs the database time too, which counts as the product's
const [askEveryMs, wakeEveryMs] = [50, 500]

async function waitUntilSettled(pool: Pool, isDelivered: boolean): Promise<number> {
  const began = performance.now()
  // subscriptions that none of the events concerns look only now and then
  const notifier = createPgNotifier(pool, createLog('bench'))
  let wokenMs = -wakeEveryMs
  for (;;) {
    if (performance.now() - began > wokenMs + wakeEveryMs) {
      notifier.notify(null)
      wokenMs = performance.now() - began
    }
    const { rows } = await pool.query(
      `SELECT 1 FROM es.subscriptions WHERE kind <> 'inline' AND status = 'live' AND position < es.high_water_mark()
       UNION ALL SELECT 1 FROM messaging.deliveries
       WHERE $1 AND status IN ('pending', 'sending') AND (held_until IS NULL OR held_until <= now()) LIMIT 1`,
      [isDelivered],
    )
    const tookMs = performance.now() - began
    if (rows.length === 0) return tookMs
    if (tookMs > deliveryTimeoutMs) throw new Error('the worker has not delivered everything in five minutes')
    await sleep(askEveryMs)
  }
}

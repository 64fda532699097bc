import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { personal as customersPersonal } from '@plumbline/crm/events'
import { createPool, type Pool } from '@plumbline/platform/db'
import { createKeyring, type Keyring } from '@plumbline/platform/encryption'
import { createLog } from '@plumbline/platform/log'
import { rebuildProjection } from '@plumbline/platform/projections'
import { personal } from '@plumbline/scheduling/events'
import { startProduct, throwawayDataDir } from '../../e2e/product.ts'
import { freePort } from '../../embedded/port.ts'
import { rebuildTargets } from '../../projections.ts'
import { migrateAll } from '../../schemas.ts'
import { people } from '../crm/people.ts'
import { fillLog } from '../fill.ts'
import { jobs } from '../scheduling/jobs.ts'
import { createCrudTables } from './crud/schema.ts'
import { look, removeFolder, startChild, watched } from './process.ts'

export type SiteOptions = {
  /** The server to make a database in. */
  server: string
  /** Customers there are, and as many appointments. */
  rows: number
  /** Each service in a process of its own. */
  distributed: boolean
}

const password = 'correct horse battery'

/** The product and the application without events on one database, with the same rows and the same session. */
export async function openSite({ server, rows, distributed }: SiteOptions) {
  const log = createLog('bench')
  const url = await createDatabase(server, `bench_${rows}_${randomBytes(3).toString('hex')}`)
  const master = randomBytes(32)
  await migrateAll(url, log)
  const pool = createPool({ url, name: 'bench', log, max: 4, longRunning: true })
  await fill(pool, rows, createKeyring(master))
  await createCrudTables(pool)
  await pool.query('CHECKPOINT')

  const folder = throwawayDataDir()
  const product = await startProduct(
    folder,
    {
      ...watched(folder),
      ...{ DATABASE_URL: url, MASTER_KEY: master.toString('base64'), OWNER_PASSWORD: password },
      ...{ DEMO_DATA: 'off', RATE_LIMIT_SCALE: '10000', LOG_LEVEL: 'warn' },
    },
    distributed ? ['--distributed'] : [],
  )
  const port = String(await freePort())
  const crud = await startChild('crud/server.ts', { ...watched(folder), DATABASE_URL: url, PORT: port })
  let stopped: Promise<void> | undefined
  const stop = async () => {
    await crud.stop()
    await product.stop()
    await pool.end()
    await removeFolder(folder)
  }
  const gateway = distributed ? 'gateway' : 'web'
  return {
    rows,
    product,
    cookie: await signIn(product.url),
    /** What is measured: where it listens, and how its process fares. */
    sides: {
      ours: { url: product.url, look: (watch?: boolean) => look(folder, gateway, watch) },
      crud: { url: `http://localhost:${port}`, look: (watch?: boolean) => look(folder, 'server', watch) },
    },
    /** Milliseconds until every reader of the log has seen all of it. */
    settled: () => settled(pool),
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

async function fill(pool: Pool, rows: number, keyring: Keyring): Promise<void> {
  const keys = new Map<string, string>()
  await fillLog(pool, people(rows), { keyring, personal: customersPersonal, keys })
  await fillLog(pool, jobs(rows), { keyring, personal, keys })
  for (const target of rebuildTargets) await rebuildProjection(target, { pool, keyring })
  // what has happened long ago is nobody's to tell
  await pool.query(`UPDATE es.subscriptions SET position = (SELECT max(position) FROM es.events)
    WHERE kind = 'reactor'`)
  await pool.query(`SELECT setval('crm.customer_id', ${rows}), setval('scheduling.appointment_id', ${rows})`)
  await pool.query('VACUUM ANALYZE')
}

/** The cookies of a browser that has signed in and written something. */
async function signIn(url: string): Promise<string> {
  const send = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const cookiesOf = (answer: Response) =>
    answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] as string)
  const session = cookiesOf(await send('/api/login', { username: 'owner', password }))
  const sample = { firstName: 'Ann', lastName: 'Oakley', email: 'ann@example.test', phone: '919 555 0101' }
  const seen = cookiesOf(await send('/api/customers', sample, session.join('; ')))
  if (session.length === 0 || seen.length === 0) throw new Error('the bench could not sign in and write')
  return [...session, ...seen].join('; ')
}

async function settled(pool: Pool): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rows } = await pool.query(
      `SELECT 1 FROM es.subscriptions WHERE kind <> 'inline' AND status = 'live' AND position < es.high_water_mark()`,
    )
    if (rows.length === 0) return performance.now() - began
    await sleep(10)
  }
}

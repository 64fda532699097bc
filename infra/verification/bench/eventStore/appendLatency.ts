import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@plumbline/platform/db'
import { appendEvents, commit, create, type EventStore } from '@plumbline/platform/event-store'
import { createLog } from '@plumbline/platform/log'
import { connectionOf, migrate } from '@plumbline/platform/migrate'
import {
  createInProcessNotifier,
  runSubscription,
  type Subscription,
} from '@plumbline/platform/subscriptions'
import { startProcess } from '../../upgrade/releaseProcess.ts'
import { pace, quantile } from '../measure.ts'
import { type BenchEvent, benchSchema, data, invoices, issuing, metadata, owners } from './invoiceFixture.ts'

export type Quantiles = { p50: number; p99: number; n: number }

const quantiles = (values: number[]): Quantiles => ({
  p50: quantile(values, 0.5),
  p99: quantile(values, 0.99),
  n: values.length,
})

let counter = 10_000_000
const nextEvent = (): BenchEvent => ({ type: 'InvoiceIssued', data: data(++counter) })
const issue = (store: EventStore) => {
  const event = nextEvent()
  return commit(store, { metadata, now: new Date() }, (ctx) =>
    create(ctx, issuing, event.data.invoiceId, [event]),
  )
}

/** From the call of an append to the commit of what a reader wrote because of it, at 100 events a second. */
export async function benchLatency(url: string, seconds: number): Promise<Quantiles> {
  const log = createLog('bench')
  const pool = createPool({ url, name: 'bench', log, ...connectionOf(benchSchema), max: 16 })
  await migrate(pool, owners)
  await pool.query('CREATE TABLE IF NOT EXISTS bench.seen (id integer PRIMARY KEY)')
  await pool.query(
    `INSERT INTO es.subscriptions (name, version, kind, status, position) VALUES ('bench', 1, 'projection', 'live', es.high_water_mark())`,
  )
  const notifier = createInProcessNotifier()
  const began = new Map<number, number>()
  const took: number[] = []
  let batch: number[] = []
  const reader: Subscription = {
    name: 'bench',
    version: 1,
    kind: 'projection',
    types: ['InvoiceIssued'],
    apply: async (tx, events) => {
      batch = (events as readonly { data: { invoiceId: number } }[]).map((event) => event.data.invoiceId)
      await tx.query('INSERT INTO bench.seen SELECT unnest($1::int[])', [batch])
    },
    onCommitted: () => {
      const now = performance.now()
      for (const id of batch) {
        const start = began.get(id)
        if (start !== undefined) took.push(now - start)
      }
    },
  }
  const stop = new AbortController()
  const running = runSubscription(reader, { pool, notifier, log, signal: stop.signal })
  await pace(
    100,
    (n) => n >= 100 * seconds,
    async () => {
      const event = nextEvent()
      began.set(event.data.invoiceId, performance.now())
      await appendEvents(pool, { stream: `paced-${counter}`, expectedVersion: 0, events: [event], metadata })
      notifier.notify({ types: [event.type] })
    },
  )
  await sleep(1_000)
  stop.abort()
  await running
  await pool.query(`DELETE FROM es.subscriptions WHERE name = 'bench'`)
  await pool.end()
  return quantiles(took)
}

/** Commands of one append and one row, and reads of one row, as people make them: with and without a rebuild. */
export async function benchUnderRebuild(url: string, seconds: number) {
  const log = createLog('bench')
  const pool = createPool({ url, name: 'bench', log, ...connectionOf(benchSchema), max: 16 })
  const store = { pool, projections: [invoices], notifier: createInProcessNotifier() }
  const without = await requests(pool, store, seconds)
  let rebuilds = 0
  const { child, stop } = await startProcess('rebuilder', [join(import.meta.dirname, 'rebuilder.ts')], {
    DATABASE_URL: url,
  })
  // heartbeats come over the same channel
  child.on('message', (message) => {
    if ('rebuilt' in (message as object)) rebuilds += 1
  })
  const during = await requests(pool, store, seconds)
  await stop()
  await pool.end()
  return { without, during, rebuilds }
}

async function requests(pool: Pool, store: EventStore, seconds: number): Promise<Quantiles> {
  const took: number[] = []
  await pace(
    50,
    (n) => n >= 50 * seconds,
    async (n) => {
      const began = performance.now()
      if (n % 2 === 0) await issue(store)
      else await pool.query('SELECT * FROM invoices WHERE id = $1', [1 + (n % 1_000)])
      took.push(performance.now() - began)
    },
  )
  return quantiles(took)
}

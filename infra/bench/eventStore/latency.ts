import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '@plumbline/platform/db'
import {
  createEventStore,
  createLocalWake,
  type EventStore,
  runSubscription,
  type Subscription,
} from '@plumbline/platform/event-store'
import { createLog } from '@plumbline/platform/log'
import { migrate } from '@plumbline/platform/migrate'
import { startChild } from '../api/process.ts'
import { quantile } from '../measure.ts'
import { type BenchEvent, data, invoices, metadata, owners } from './fixture.ts'

export type Quantiles = { p50: number; p99: number; n: number }

const quantiles = (values: number[]): Quantiles => ({
  p50: quantile(values, 0.5),
  p99: quantile(values, 0.99),
  n: values.length,
})

/** Starts work at a steady pace whether or not the work before it is done, so that waiting is measured too. */
async function pace(perSecond: number, seconds: number, work: (n: number) => Promise<void>): Promise<void> {
  const began = performance.now()
  const running: Promise<void>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = began + (n * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    running.push(work(n))
  }
  await Promise.all(running)
}

let counter = 10_000_000
const issue = (store: EventStore) => {
  const id = ++counter
  const event: BenchEvent = { type: 'InvoiceIssued', data: data(id) }
  return store.commit((tx) =>
    store.append(tx, { stream: `paced-${id}`, expected: 'none', events: [event], metadata }),
  )
}

/** From the call of an append to the commit of what a reader wrote because of it, at 100 events a second. */
export async function benchLatency(url: string, seconds: number): Promise<Quantiles> {
  const log = createLog('bench')
  const pool = createPool({ url, name: 'bench', log, schema: 'bench', max: 16 })
  await migrate(pool, owners)
  await pool.query('CREATE TABLE IF NOT EXISTS bench.seen (id integer PRIMARY KEY)')
  await pool.query(
    `INSERT INTO es.subscriptions (name, version, kind, status, position) VALUES ('bench', 1, 'projection', 'live', es.safe_position())`,
  )
  const wake = createLocalWake()
  const store = createEventStore({ pool, schema: 'bench', projections: [], wake })
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
    committed: () => {
      const now = performance.now()
      for (const id of batch) {
        const start = began.get(id)
        if (start !== undefined) took.push(now - start)
      }
    },
  }
  const stop = new AbortController()
  const running = runSubscription(reader, { pool, wake, log, signal: stop.signal })
  await pace(100, seconds, async () => {
    began.set(counter + 1, performance.now())
    await issue(store)
  })
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
  const pool = createPool({ url, name: 'bench', log, schema: 'bench', max: 16 })
  const store = createEventStore({ pool, schema: 'bench', projections: [invoices], wake: createLocalWake() })
  const without = await requests(pool, store, seconds)
  let rebuilds = 0
  const { child, stop } = await startChild('../eventStore/rebuilder.ts', { DATABASE_URL: url })
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
  await pace(50, seconds, async (n) => {
    const began = performance.now()
    if (n % 2 === 0) await issue(store)
    else await pool.query('SELECT * FROM invoices WHERE id = $1', [1 + (n % 1_000)])
    took.push(performance.now() - began)
  })
  return quantiles(took)
}

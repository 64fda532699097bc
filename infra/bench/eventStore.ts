import { randomUUID } from 'node:crypto'
import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import {
  append,
  createEventStore,
  createLocalWake,
  defineProjection,
  eventStoreMigrations,
  rebuildProjection,
} from '@plumbline/platform/event-store'
import { createLog } from '@plumbline/platform/log'
import { migrate, type Owner } from '@plumbline/platform/migrate'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { interleave, load, median } from './measure.ts'

/** An event of the size a real one has, about 280 bytes of data. */
const data = (id: number) => ({
  invoiceId: id,
  customerId: id % 5_000,
  amountCents: 11_250 + (id % 977),
  description: 'Two ceiling fans and a dimmer, boxes checked, old fixtures taken away',
  dueDate: '2026-12-01',
  issuedAt: '2026-11-21T15:00:00.000Z',
  note: 'x'.repeat(60),
})
type Data = ReturnType<typeof data>
type BenchEvent = { type: 'InvoiceIssued' | 'PaymentReceived'; data: Data }
type InvoiceRow = {
  id: number
  customerId: number
  amountCents: number
  paidCents: number
  events: number
  issuedAt: string
}

const invoices = defineProjection<BenchEvent, InvoiceRow>({
  name: 'invoices',
  version: 1,
  columns: {
    id: 'integer',
    customerId: 'integer',
    amountCents: 'integer',
    paidCents: 'integer',
    events: 'integer',
    issuedAt: 'timestamptz',
  },
  indexes: ['(customer_id)'],
  types: ['InvoiceIssued', 'PaymentReceived'],
  scope: 'stream',
  keys: (event) => [event.data.invoiceId],
  evolve: (row, { type, data: it }) => {
    switch (type) {
      case 'InvoiceIssued':
        return {
          id: it.invoiceId,
          customerId: it.customerId,
          amountCents: it.amountCents,
          paidCents: 0,
          events: 1,
          issuedAt: it.issuedAt,
        }
      case 'PaymentReceived':
        return row && { ...row, paidCents: row.paidCents + it.amountCents, events: row.events + 1 }
    }
  },
})

const perCustomer = defineProjection<BenchEvent, { id: number; invoices: number; paidCents: number }>({
  name: 'perCustomer',
  version: 1,
  columns: { id: 'integer', invoices: 'integer', paidCents: 'bigint' },
  types: ['InvoiceIssued', 'PaymentReceived'],
  scope: 'log',
  keys: (event) => [event.data.customerId],
  evolve: (row, { type, data: it }) => {
    const before = row ?? { id: it.customerId, invoices: 0, paidCents: 0 }
    switch (type) {
      case 'InvoiceIssued':
        return { ...before, invoices: before.invoices + 1 }
      case 'PaymentReceived':
        return { ...before, paidCents: Number(before.paidCents) + it.amountCents }
    }
  },
})

const owners: Owner[] = [
  { schema: 'es', migrations: eventStoreMigrations },
  { schema: 'bench', migrations: [], projections: [invoices, perCustomer] },
]
const metadata = { actor: 'user-1', requestId: randomUUID() }
let counter = 0

/** Appends against a bare INSERT of the same row, in turn, on one database. */
export async function benchAppend(url: string, rounds: number) {
  const log = createLog('bench')
  const pool = createPool({ url, name: 'bench', log, schema: 'bench', max: 16 })
  await migrate(pool, owners)
  await pool.query('CREATE TABLE IF NOT EXISTS bench.bare (LIKE es.events INCLUDING ALL)')
  const bare = (n: number) => ({
    name: `bare-${n}`,
    text: `INSERT INTO bench.bare (position, stream_id, version, event_id, type, schema_version, data, metadata) VALUES ${Array.from(
      { length: n },
      (_, i) =>
        `(nextval('es.event_position'), $${4 * i + 1}, ${i + 1}, $${4 * i + 2}, 'InvoiceIssued', 1, $${4 * i + 3}, $${4 * i + 4})`,
    ).join(', ')}`,
  })
  const insert = (n: number) => {
    const stream = `bare-${++counter}`
    return pool.query({
      ...bare(n),
      values: Array.from({ length: n }, () => [stream, randomUUID(), data(counter), metadata]).flat(),
    })
  }
  const issue = (n: number) => ({
    stream: `bench-${++counter}`,
    expected: 'none' as const,
    events: Array.from({ length: n }, (): BenchEvent => ({ type: 'InvoiceIssued', data: data(counter) })),
    metadata,
  })
  const store = createEventStore({ pool, schema: 'bench', projections: [invoices], wake: createLocalWake() })
  const at16 = (work: () => Promise<unknown>) => () => load(16, 1_000, async () => void (await work()))
  const result = await interleave(rounds, {
    'bare INSERT, 1 event': at16(() => insert(1)),
    'append, 1 event': at16(() => append(pool, issue(1))),
    'bare INSERT, 4 events': at16(() => insert(4)),
    'append, 4 events': at16(() => append(pool, issue(4))),
    'append + inline projection': at16(() => store.commit((tx) => store.append(tx, issue(1)))),
  })
  await pool.query('TRUNCATE es.events, bench.bare, bench.invoices')
  await pool.end()
  return result
}

async function fill(pool: Pool, events: number): Promise<void> {
  await pool.query(
    sql`INSERT INTO es.events (position, stream_id, version, event_id, type, data, metadata)
        SELECT nextval('es.event_position'), 'invoice-' || (1 + n % ${events / 10}::int), 1 + n / ${events / 10}::int, gen_random_uuid(),
          CASE WHEN n < ${events / 10}::int THEN 'InvoiceIssued' ELSE 'PaymentReceived' END,
          ${JSON.stringify(data(1))}::jsonb || jsonb_build_object('invoiceId', 1 + n % ${events / 10}::int, 'customerId', n % 5000),
          ${JSON.stringify(metadata)}::jsonb
        FROM generate_series(0, ${events - 1}::int) n`,
  )
  await pool.query('VACUUM ANALYZE es.events')
}

/** The least any replay in this language must do: read every event out and parse it. */
async function copyAndParse(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const began = performance.now()
  let rest = ''
  let sum = 0
  for await (const chunk of client.query(copyTo(`COPY (SELECT data FROM es.events) TO STDOUT`))) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() as string
    for (const line of lines) sum += JSON.parse(line.replaceAll('\\\\', '\\')).amountCents
  }
  await client.end()
  if (sum === 0) throw new Error('nothing was read')
  return performance.now() - began
}

/** Replays of the whole log into real read models, against the least any replay must do. */
export async function benchRebuild(url: string, events: number, rounds: number) {
  const pool = createPool({ url, name: 'bench', log: createLog('bench'), max: 8, patient: true })
  await migrate(pool, owners)
  await fill(pool, events)
  const times: Record<string, number[]> = {
    'COPY out + JSON.parse': [],
    'rebuild by stream': [],
    'rebuild by log': [],
  }
  const paused: number[] = []
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  for (let round = 0; round < rounds; round++) {
    times['COPY out + JSON.parse']?.push(await copyAndParse(url))
    for (const [name, projection] of [
      ['rebuild by stream', invoices],
      ['rebuild by log', perCustomer],
    ] as const) {
      const began = performance.now()
      paused.push((await rebuildProjection({ projection, schema: 'bench' }, { pool })).pausedMs)
      times[name]?.push(performance.now() - began)
    }
  }
  clearInterval(watch)
  const [rows] = await run<{ n: number; cents: string }>(
    pool,
    sql`SELECT count(*)::int AS n, sum(events)::text AS cents FROM bench.invoices`,
  )
  if (rows?.cents !== String(events)) throw new Error('the rebuilt rows do not hold every event')
  await pool.end()
  const ms = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
  return { ms, events, pausedMs: Math.max(...paused), rssGrowthMb: (peak - before) / 1_048_576 }
}

import { randomUUID } from 'node:crypto'
import { createPool } from '@plumbline/platform/db'
import { appendEvents, commit, create } from '@plumbline/platform/event-store'
import { createLog } from '@plumbline/platform/log'
import { connectionOf, migrate } from '@plumbline/platform/migrate'
import { createInProcessNotifier } from '@plumbline/platform/subscriptions'
import { interleave, load, medianOf } from '../measure.ts'
import { type BenchEvent, benchSchema, data, invoices, issuing, metadata, owners } from './invoiceFixture.ts'

let counter = 0

/** Appends against a bare INSERT of the same row, in turn, on one database. */
export async function benchAppend(url: string, rounds: number, slowFlush = false) {
  const log = createLog('bench')
  // a commit that waits 2 ms for company is what a cloud disk feels like
  const address = slowFlush
    ? `${url}?options=${encodeURIComponent('-c commit_delay=2000 -c commit_siblings=0')}`
    : url
  const pool = createPool({ url: address, name: 'bench', log, ...connectionOf(benchSchema), max: 16 })
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
    expectedVersion: 0 as const,
    events: Array.from({ length: n }, (): BenchEvent => ({ type: 'InvoiceIssued', data: data(counter) })),
    metadata,
  })
  const store = { pool, projections: [invoices], notifier: createInProcessNotifier() }
  const at16 = (work: () => Promise<unknown>) => () => load(16, 1_000, async () => void (await work()))
  const slices = await interleave(rounds, {
    'bare INSERT, 1 event': at16(() => insert(1)),
    'append, 1 event': at16(() => appendEvents(pool, issue(1))),
    'bare INSERT, 4 events': at16(() => insert(4)),
    'append, 4 events': at16(() => appendEvents(pool, issue(4))),
    'append + inline projection': at16(() => {
      const id = ++counter
      // as every command of a service
      return commit(store, { metadata, now: new Date() }, (ctx) =>
        create(ctx, issuing, id, [{ type: 'InvoiceIssued', data: data(id) }]),
      )
    }),
  })
  await pool.query('TRUNCATE es.events, bench.bare, invoices')
  await pool.end()
  return Object.fromEntries(Object.entries(slices).map(([name, all]) => [name, medianOf(all)])) as Record<
    keyof typeof slices,
    Awaited<ReturnType<typeof load>>
  >
}

import { randomBytes } from 'node:crypto'
import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import { createKeyring, type Keyring } from '@plumbline/platform/encryption'
import { createLog } from '@plumbline/platform/log'
import { migrate } from '@plumbline/platform/migrate'
import { rebuildProjection } from '@plumbline/platform/projections'
import { type FilledEvent, fillLog } from '../fill.ts'
import { median } from '../measure.ts'
import { data, invoices, owners, perCustomer } from './invoiceFixture.ts'

/** Ten events for an invoice. */
function* events(count: number): Generator<FilledEvent> {
  const streams = count / 10
  for (let n = 0; n < count; n++) {
    const id = 1 + (n % streams)
    const version = 1 + Math.floor(n / streams)
    const type = version === 1 ? 'InvoiceIssued' : 'PaymentReceived'
    const event = { type, data: { ...data(1), invoiceId: id, customerId: n % 5_000 } }
    yield { stream: `invoice-${id}`, version, event }
  }
}

/** Fills the log; the description of a job can hold an address: it is encrypted in this share of the streams. */
async function fill(pool: Pool, count: number, keyring: Keyring, share: number): Promise<void> {
  await pool.query('TRUNCATE es.events, es.subject_keys')
  const encrypted = {
    subject: ({ invoiceId }: { invoiceId: number }) =>
      invoiceId <= (count / 10) * share ? `invoice-${invoiceId}` : '',
    fields: ['description', 'note'],
  }
  const personal = { InvoiceIssued: encrypted, PaymentReceived: encrypted }
  await fillLog(pool, events(count), { keyring, personal, keys: new Map() })
  await pool.query('VACUUM ANALYZE es.events, es.subject_keys')
}

type Replay = { ms: Record<string, number>; pausedMs: number; rssGrowthMb: number }

/** Replays of the whole log into these read models, in turn. */
async function replay(
  pool: Pool,
  rounds: number,
  models: Record<string, typeof invoices | typeof perCustomer>,
  keyring: Keyring,
): Promise<Replay> {
  const times: Record<string, number[]> = {}
  const took = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    times[name] = [...(times[name] ?? []), performance.now() - began]
  }
  const paused: number[] = []
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  for (let round = 0; round < rounds; round++)
    for (const [name, projection] of Object.entries(models))
      await took(name, async () => {
        const { pausedMs, events } = await rebuildProjection(
          { projection, schema: 'bench', async: projection.spansStreams === true },
          { pool, keyring },
        )
        paused.push(pausedMs)
        if (events === 0) throw new Error('nothing was replayed')
      })
  clearInterval(watch)
  const ms = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
  return { ms, pausedMs: Math.max(...paused), rssGrowthMb: (peak - before) / 1_048_576 }
}

/** Replays of a log in which the events of this share of the streams are encrypted. */
export async function benchRebuild(
  url: string,
  count: number,
  rounds: number,
  share: number,
): Promise<Replay> {
  const pool = createPool({ url, name: 'bench', log: createLog('bench'), max: 8, longRunning: true })
  await migrate(pool, owners)
  const keyring = createKeyring(randomBytes(32))
  await fill(pool, count, keyring, share)
  const models = { 'by stream': invoices, ...(share === 0 && { 'by log': perCustomer }) }
  const replayed = await replay(pool, rounds, models, keyring)
  const [rows] = await run<{ events: string }>(
    pool,
    sql`SELECT sum(events)::text AS events FROM bench.invoices`,
  )
  if (rows?.events !== String(count)) throw new Error('the rebuilt rows do not hold every event')
  await pool.end()
  return replayed
}

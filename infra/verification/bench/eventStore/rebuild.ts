import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import { createKeyring, encryptFields, type Keyring } from '@plumbline/platform/encryption'
import { createLog } from '@plumbline/platform/log'
import { migrate } from '@plumbline/platform/migrate'
import { rebuildProjection } from '@plumbline/platform/projections'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { median } from '../measure.ts'
import { data, invoices, metadata, owners, perCustomer } from './invoiceFixture.ts'

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

/** The same log with the personal fields of a share of its streams encrypted. */
async function fillEncrypted(pool: Pool, keyring: Keyring, events: number, share: number): Promise<void> {
  await pool.query('TRUNCATE es.events, es.subject_keys')
  const streams = events / 10
  const encryptedStreams = streams * share
  const keys = Array.from({ length: encryptedStreams }, (_, i) => keyring.createDataKey(`invoice-${i + 1}`))
  for (let at = 0; at < keys.length; at += 10_000) {
    const part = keys.slice(at, at + 10_000).map(({ wrapped }) => Buffer.from(wrapped, 'base64'))
    await pool.query(
      sql`INSERT INTO es.subject_keys (subject, wrapped) SELECT 'invoice-' || (${at}::int + o), key FROM unnest(${part}::bytea[]) WITH ORDINALITY t(key, o)`,
    )
  }
  function* lines() {
    for (let n = 0; n < events; n++) {
      const id = 1 + (n % streams)
      const version = 1 + Math.floor(n / streams)
      const type = version === 1 ? 'InvoiceIssued' : 'PaymentReceived'
      const plain = { ...data(1), invoiceId: id, customerId: n % 5_000 }
      const subject = `invoice-${id}`
      const key = keys[id - 1]
      const context = `${subject}|${type}`
      const stored = key ? encryptFields(keyring, { key, context }, plain, ['description', 'note']) : plain
      yield `${n + 1}\t${subject}\t${version}\t${randomUUID()}\t${type}\t${JSON.stringify(stored)}\t${JSON.stringify(metadata)}\t${key ? subject : '\\N'}\n`
    }
  }
  const client = await pool.connect()
  await pipeline(
    Readable.from(lines()),
    client.query(
      copyFrom(
        'COPY es.events (position, stream_id, version, event_id, type, data, metadata, subject) FROM STDIN',
      ),
    ),
  )
  client.release(true)
  await pool.query('VACUUM ANALYZE es.events')
  await pool.query('VACUUM ANALYZE es.subject_keys')
}

type Replay = { ms: Record<string, number>; pausedMs: number; rssGrowthMb: number }

/** Replays of the whole log into these read models, in turn with the least any replay must do. */
async function replay(
  url: string,
  pool: Pool,
  rounds: number,
  models: Record<string, typeof invoices | typeof perCustomer>,
  keyring?: Keyring,
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
  for (let round = 0; round < rounds; round++) {
    await took(baseline, () => copyAndParse(url))
    for (const [name, projection] of Object.entries(models))
      await took(name, async () => {
        const { pausedMs, events } = await rebuildProjection(
          { projection, schema: 'bench', async: projection.partitionBy === 'none' },
          { pool, keyring },
        )
        paused.push(pausedMs)
        if (events === 0) throw new Error('nothing was replayed')
      })
  }
  clearInterval(watch)
  const ms = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
  return { ms, pausedMs: Math.max(...paused), rssGrowthMb: (peak - before) / 1_048_576 }
}

export const baseline = 'COPY out + JSON.parse'

/** Replays of a plain log; it is left as it is. */
export async function benchRebuild(url: string, events: number, rounds: number): Promise<Replay> {
  const pool = createPool({ url, name: 'bench', log: createLog('bench'), max: 8, longRunning: true })
  await migrate(pool, owners)
  await fill(pool, events)
  const replayed = await replay(url, pool, rounds, { 'by stream': invoices, 'by log': perCustomer })
  const [rows] = await run<{ events: string }>(
    pool,
    sql`SELECT sum(events)::text AS events FROM bench.invoices`,
  )
  if (rows?.events !== String(events)) throw new Error('the rebuilt rows do not hold every event')
  await pool.end()
  return replayed
}

/** Replays of a log in which the events of this share of the streams are encrypted. */
export async function benchEncrypted(
  url: string,
  events: number,
  rounds: number,
  share: number,
): Promise<Replay> {
  const pool = createPool({ url, name: 'bench', log: createLog('bench'), max: 8, longRunning: true })
  const keyring = createKeyring(randomBytes(32))
  await fillEncrypted(pool, keyring, events, share)
  const replayed = await replay(url, pool, rounds, { 'by stream': invoices }, keyring)
  await pool.end()
  return replayed
}

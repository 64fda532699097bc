import { recordMembers } from '@plumbline/identity/service'
import { type Db, inTransaction, type Pool, run, sql, type Tx } from '@plumbline/platform/db'
import { beginRestore, endRestore } from '../../processes/backup/unfinishedRestore.ts'
import { owners } from '../../processes/stores/schemas.ts'
import { chunksOf, type LogFile, verify } from './logFile.ts'

/** Where new streams get their numbers, by their kind: `customer-import` from `crm.customer_import_id`. */
async function numberingOf(pool: Pool): Promise<ReadonlyMap<string, string>> {
  const rows = await run<{ kind: string; name: string }>(
    pool,
    sql`SELECT replace(left(sequencename, -3), '_', '-') AS kind, format('%I.%I', schemaname, sequencename) AS name
        FROM pg_sequences WHERE schemaname = ANY(${owners.map(({ schema }) => schema)}) AND sequencename LIKE '%\\_id'`,
  )
  return new Map(rows.map(({ kind, name }) => [kind, name]))
}

export type ImportOptions = {
  pool: Pool
  /** Events a transaction. */
  chunkSize?: number
  progress?: (stage: 'Checked' | 'Imported', events: number, total: number) => void
}

export type Imported = {
  events: number
  /** Those that were not there yet. */
  imported: number
  /** People whose personal fields cannot be decrypted here: their keys were not in the store before. */
  unreadable: number
}

/**
 * Puts an exported log into an empty one, event by event as it was; goes on where an earlier import broke off.
 * Nothing is written before all of the file is known to be good. The read models are to be rebuilt afterwards.
 */
export async function importLog(
  file: LogFile,
  { pool, chunkSize = 5_000, progress = () => {} }: ImportOptions,
): Promise<Imported> {
  const { events, filter } = file.trailer
  if (filter?.type !== undefined || Number(filter?.after ?? 0) > 0)
    throw new Error(`${file.name} holds streams without some of their events. Import a log that is whole.`)
  const numbers = await check(file, await numberingOf(pool), progress)
  return withImportLock(pool, async () => {
    const storedCount = await countStored(pool, file, chunkSize)
    let done = 0
    let unreadable = 0
    for await (const chunk of storedCount < events ? chunksOf(file, chunkSize) : []) {
      await inTransaction(pool, async (tx) => {
        if (done === 0) {
          await beginRestore(tx, { kind: 'log', source: file.trailer.sha256 })
          await makeRoom(tx, file.trailer.head, storedCount, numbers)
        }
        await insert(tx, chunk)
        unreadable += await markMissingKeysDestroyed(tx, chunk)
      })
      done += chunk.length
      progress('Imported', done, events)
    }
    await inTransaction(pool, async (tx) => {
      await tx.query(
        `UPDATE es.subscriptions SET status = 'building' WHERE kind = 'projection' AND status = 'paused'`,
      )
      await tx.query(recordMembers)
      await endRestore(tx, 'log')
    })
    return { events, imported: events - storedCount, unreadable }
  })
}

/** Verifies the file and answers the highest number it has for each kind of stream. */
async function check(
  file: LogFile,
  numbering: ReadonlyMap<string, string>,
  progress: NonNullable<ImportOptions['progress']>,
) {
  // none may be given out that an imported stream has
  const numbers = new Map<string, number>()
  let events = 0
  await verify(file, ({ stream }) => {
    const [, kind = '', number] = /^(.+)-(\d+)$/.exec(stream) ?? []
    const sequence = numbering.get(kind)
    if (sequence) numbers.set(sequence, Math.max(numbers.get(sequence) ?? 0, Number(number)))
    events += 1
    if (events % 1_000 === 0 || events === file.trailer.events)
      progress('Checked', events, file.trailer.events)
  })
  return numbers
}

/** One import at a time, over all processes. */
async function withImportLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>('SELECT es.try_lock_import() AS free')
    if (!rows[0]?.free) throw new Error('A log is being imported already.')
    return await work()
  } finally {
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => {})
    client.release(true)
  }
}

/** How many of the file's events the log holds. A part that was imported is welcome, any other history is not. */
async function countStored(pool: Pool, file: LogFile, chunkSize: number): Promise<number> {
  const { events, head } = file.trailer
  const [any] = await run(pool, sql`SELECT 1 FROM es.events WHERE stream_id NOT LIKE 'member-%' LIMIT 1`)
  if (!any) return 0
  let storedCount = 0
  for await (const chunk of chunksOf(file, chunkSize)) storedCount += await countImported(pool, chunk)
  if (storedCount < events && (storedCount === 0 || storedCount < (await countUpTo(pool, head))))
    throw otherEvents()
  return storedCount
}

const otherEvents = () => new Error('There are other events in this log. Import into an empty one.')

const countUpTo = async (db: Db, head: string): Promise<number> =>
  (await run<{ n: number }>(db, sql`SELECT count(*)::int AS n FROM es.events WHERE position <= ${head}`))[0]
    ?.n ?? 0

/** How many of these events the log holds; throws when the log has a different event at one of their positions. */
async function countImported(db: Db, chunk: readonly string[]): Promise<number> {
  const [row] = await run<{ count: number; other: string | null }>(
    db,
    sql`SELECT count(*)::int AS count,
          (array_agg(format('%s of %s at position %s', e.type, e.stream_id, e.position) ORDER BY e.position)
            FILTER (WHERE e.event_id <> (line->>'id')::uuid))[1] AS other
        FROM jsonb_array_elements(${array(chunk)}::jsonb) line
        JOIN es.events e ON e.position = (line->>'position')::bigint`,
  )
  if (row?.other)
    throw new Error(`There is another event in this log: ${row.other}. Import into an empty one.`)
  return row?.count ?? 0
}

/**
 * Runs before the first event: later appends get positions after the imported events. Reactors start after the imported
 * events, and projections are paused until all of them are imported.
 */
async function makeRoom(
  tx: Tx,
  head: string,
  storedCount: number,
  numbers: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query(
    sql`UPDATE es.subscriptions SET position = ${head} WHERE kind = 'reactor' AND position < ${head}`,
  )
  // aborted appends can have moved them past the end of the log
  await tx.query(
    `UPDATE es.subscriptions SET status = 'paused',
       position = least(position, (SELECT coalesce(max(position), 0) FROM es.events))
     WHERE kind = 'projection' AND status IN ('live', 'building')`,
  )
  await tx.query(`UPDATE es.subscriptions SET status = 'building' WHERE kind = 'inline' AND status = 'live'`)
  // no append draws a position while the sequence is moved, and the high-water mark stays below it, see es.append
  await tx.query('LOCK TABLE es.events IN SHARE ROW EXCLUSIVE MODE')
  // of the first user of this installation, who is recorded once more at the end
  if (storedCount === 0) await tx.query("DELETE FROM es.events WHERE stream_id LIKE 'member-%'")
  if ((await countUpTo(tx, head)) !== storedCount) throw otherEvents()
  await tx.query('SELECT es.mark_in_flight()')
  for (const [sequence, number] of [['es.event_position', head], ...numbers])
    await tx.query(
      sql`SELECT setval(${sequence}::regclass, ${number}::bigint)
          WHERE coalesce(pg_sequence_last_value(${sequence}::regclass), 0) < ${number}::bigint`,
    )
}

async function insert(tx: Tx, chunk: readonly string[]): Promise<void> {
  try {
    await tx.query(
      sql`INSERT INTO es.events (position, stream_id, version, event_id, type, schema_version, data, metadata, subject, recorded_at)
          SELECT (line->>'position')::bigint, line->>'stream', (line->>'version')::int, (line->>'id')::uuid, line->>'type',
            (line->>'schemaVersion')::smallint, line->'data', line->'metadata', line->>'subject', (line->>'recordedAt')::timestamptz
          FROM jsonb_array_elements(${array(chunk)}::jsonb) line
          ON CONFLICT (position) DO NOTHING`,
    )
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string }
    throw code === '23505'
      ? new Error(`There is another event in this log: ${detail}`, { cause: error })
      : error
  }
}

/** A person without a data key here must not get one: it could not decrypt the imported fields, and reads would fail. */
async function markMissingKeysDestroyed(tx: Tx, chunk: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query(
    sql`INSERT INTO es.subject_keys (subject, wrapped, destroyed_at)
        SELECT DISTINCT line->>'subject', NULL::bytea, now() FROM jsonb_array_elements(${array(chunk)}::jsonb) line
        WHERE line->>'subject' IS NOT NULL ON CONFLICT DO NOTHING`,
  )
  return rowCount ?? 0
}

const array = (lines: readonly string[]) => `[${lines.join(',')}]`

import { type Db, run } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import { readStreams } from '@plumbline/platform/event-store'
import type { ActivityItem } from '../api.ts'
import { customers } from '../customers.ts'
import { happenedAt } from '../source.ts'
import { isOwnJob, kinds, type Visibility } from '../visibility.ts'
import {
  type ActivityEvent,
  type ActivitySubject,
  type TimelineEntry,
  toActivityItem,
  toEntries,
} from './items.ts'

/** Where the events are read from, the keys of their personal fields, the zone in which times are said, and who reads. */
type LogReader = { db: Db; keyring: Keyring; timeZone: string; visibility: Visibility }

const columns = 's.stream, s.kind, s.number, s.status, s.customer_id AS "customerId"'

type ActivityPage = {
  limit: number
  /** The position of the last event of the page before. */
  before?: string | undefined
  /** Only what visitors asked for and customers wrote. */
  incoming: boolean
}

/** The newest events, or the next ones after those of the page before. A page that is not full is the last one. */
export async function readActivity(reader: LogReader, page: ActivityPage): Promise<ActivityItem[]> {
  const items: ActivityItem[] = []
  let { before } = page
  // some events are not shown, such as a reception that another one replaced
  while (items.length < page.limit) {
    const rows = await selectActivity(reader, { ...page, before })
    items.push(...(await loadItems(reader, rows)))
    if (rows.length < page.limit) break
    before = rows.at(-1)?.position
  }
  return items.slice(0, page.limit)
}

/** Without a stream while the subject is not there yet: each read model follows the log for itself. */
type ActivityRow = { position: string } & (ActivitySubject | { stream: null })

async function selectActivity(
  { db, visibility }: LogReader,
  { limit, before, incoming }: ActivityPage,
): Promise<ActivityRow[]> {
  const hidden = kinds.filter((kind) => visibility.of(kind) !== 'all')
  return run<ActivityRow>(db, {
    text: `SELECT ${columns}, a.position FROM (
        SELECT position, at, stream FROM activity
        WHERE ($2::bigint IS NULL OR (at, position) < (SELECT at, position FROM activity WHERE position = $2::bigint))
        ${incoming ? 'AND is_incoming' : ''}
        ${hidden.length > 0 ? 'AND (SELECT kind FROM subjects WHERE stream = activity.stream) <> ALL ($3)' : ''}
        ORDER BY at DESC, position DESC LIMIT $1) a
      LEFT JOIN subjects s USING (stream) ORDER BY a.at DESC, a.position DESC`,
    values: [limit, before ?? null, ...(hidden.length > 0 ? [hidden] : [])],
  })
}

async function loadItems(reader: LogReader, rows: readonly ActivityRow[]): Promise<ActivityItem[]> {
  const positions = new Set(rows.map(({ position }) => BigInt(position)))
  const byStream = new Map(rows.flatMap((row) => (row.stream === null ? [] : [[row.stream, row] as const])))
  const entries = await loadEntries(reader, [...byStream.values()])
  return entries.filter(({ event }) => positions.has(event.position)).map(toActivityItem)
}

/** Every event of one record, the newest first. */
export async function readHistory(reader: LogReader, stream: string): Promise<ActivityItem[]> {
  const subjects = await run<ActivitySubject>(reader.db, {
    text: `SELECT ${columns} FROM subjects s WHERE s.stream = $1`,
    values: [stream],
  })
  return (await loadEntries(reader, subjects)).map(toActivityItem)
}

/** Every event about a customer and the records that were merged into it, the newest first. */
export async function readTimeline(reader: LogReader, customerId: number): Promise<ActivityItem[]> {
  const { of, member } = reader.visibility
  const hidden = kinds.filter((kind) => of(kind) === 'none')
  const subjects = await run<ActivitySubject>(reader.db, {
    name: 'timeline-subjects',
    // the id itself as well: a removed customer is not in the directory, but has a timeline
    text: `SELECT ${columns} FROM subjects s
      WHERE s.customer_id = ANY (${customers.recordIds('$1::integer')} || $1::integer)
        AND s.kind <> ALL ($2) AND (s.kind <> 'appointment' OR $3::integer IS NULL OR ${isOwnJob('s.stream', '$3')})`,
    values: [customerId, hidden, of('appointment') === 'own' ? member : null],
  })
  if (subjects.length === 0)
    throw rejection('not-found', 'There is no such customer.', { mayArriveLater: true })
  return (await loadEntries(reader, subjects)).map(toActivityItem)
}

/** Every event of these subjects, the newest first. */
async function loadEntries(
  { db, keyring, timeZone, visibility }: LogReader,
  subjects: readonly ActivitySubject[],
): Promise<TimelineEntry[]> {
  const streams = subjects.map(({ stream }) => stream)
  const customerIds = subjects.flatMap(({ customerId }) => customerId ?? [])
  const [eventsOf, customersById] = await Promise.all([
    readStreams(db, streams, { keyring }),
    customers.findMany(db, customerIds),
  ])
  const entries = subjects.flatMap((subject) =>
    toEntries(subject, customersById.get(subject.customerId ?? 0), eventsOf(subject.stream), {
      timeZone,
      prices: visibility.prices,
    }),
  )
  return entries.sort((a, b) => newestFirst(a.event, b.event))
}

const newestFirst = (a: ActivityEvent, b: ActivityEvent): number =>
  Date.parse(happenedAt(b)) - Date.parse(happenedAt(a)) || Number(b.position - a.position)

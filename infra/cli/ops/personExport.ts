import type { QuoteEvent } from '@plumbline/billing/events'
import { upcasters } from '@plumbline/messaging/events'
import { type DeliveryAbout, deliveriesAbout } from '@plumbline/messaging/service'
import { type Db, type Pool, run, sql } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { type Recorded, readStreams } from '@plumbline/platform/event-store'
import { type Person, subjectsOf } from './erasure.ts'

/** The records that a person is, by kind: `{ customer: [7, 12], lead: [3], contact: [] }`. */
type Ids = Record<Person['kind'], number[]>

export type ExportedEvent = { position: number; at: string; record: string; type: string; data: Fields }
type Fields = Record<string, unknown>
/** Rows by the name of their file. */
export type PersonExport = {
  subjects: string[]
  tables: { events: ExportedEvent[]; deliveries: DeliveryAbout[] } & Record<string, object[]>
}

/**
 * Everything that is stored about a person, and nothing about others: the events of all their records, with their text,
 * the records as they are now, and what was sent. The person is found as an erasure finds them.
 * @throws when there is no such person, or they were erased.
 */
export async function exportPerson(pool: Pool, keyring: Keyring, person: Person): Promise<PersonExport> {
  const subjects = await subjectsOf(pool, keyring, person)
  await refuseErased(pool, person)
  const ids: Ids = { customer: [], lead: [], contact: [] }
  for (const subject of subjects) {
    const [kind, id] = subject.split('-')
    ids[kind as Person['kind']].push(Number(id))
  }
  const records = await recordsOf(pool, ids)
  const appointmentIds = records.appointments?.map(({ id }) => id as number) ?? []
  return {
    subjects,
    tables: {
      events: await eventsOf(pool, keyring, { subjects, ids, appointmentIds }),
      ...records,
      deliveries: await deliveriesAbout(pool, keyring, subjects),
    },
  }
}

async function refuseErased(db: Db, { kind, id }: Person): Promise<void> {
  const [key] = await run<{ destroyedAt: string | null }>(
    db,
    sql`SELECT destroyed_at AS "destroyedAt" FROM es.subject_keys WHERE subject = ${`${kind}-${id}`}`,
  )
  if (key?.destroyedAt)
    throw new Error(
      `The person of ${kind} ${id} was erased on ${key.destroyedAt.slice(0, 10)}: nothing about them can be read any more.`,
    )
}

// for search and ETags; they say nothing more about a person
const technical = ['version', 'search', 'searched', 'search_text', 'phone_e164', 'unread_from']

async function recordsOf(db: Db, { customer, lead, contact }: Ids): Promise<Record<string, Fields[]>> {
  const rows = async (table: string, column: string, ids: number[]) =>
    (
      await run<Fields>(db, {
        text: `SELECT * FROM ${table} WHERE ${column} = ANY($1) ORDER BY 1`,
        values: [ids],
      })
    ).map((row) => withoutOthers(omit(row, technical), 'shared_with', customer))
  return {
    customers: await rows('crm.customers', 'id', customer),
    links: await rows('crm.customer_links', 'customer_id', customer),
    leads: await rows('crm.leads', 'id', lead),
    appointments: await rows('scheduling.appointments', 'customer_id', customer),
    quotes: await rows('billing.quotes', 'customer_id', customer),
    invoices: await rows('billing.invoices', 'customer_id', customer),
    messages: [
      ...(await rows('messaging.messages', 'customer_id', customer)),
      ...(await rows('messaging.contact_messages', 'contact_id', contact)),
    ],
    consents: await rows('messaging.consents', 'customer_id', customer),
    contacts: await rows('messaging.contacts', 'id', contact),
  }
}

const omit = (row: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

/** Customers with the same number are other people. */
function withoutOthers(row: Fields, field: string, own: readonly number[]): Fields {
  const { [field]: ids, ...rest } = row
  const ownIds = Array.isArray(ids) ? ids.filter((id) => own.includes(id)) : []
  return ownIds.length > 0 ? { ...rest, [field]: ownIds } : rest
}

type Owned = { subjects: readonly string[]; ids: Ids; appointmentIds: readonly number[] }

/** What customers never see, as nothing in it is about them. */
const ofBusiness: readonly string[] = ['QuoteCostsChanged'] satisfies QuoteEvent['type'][]

async function eventsOf(db: Db, keyring: Keyring, owned: Owned): Promise<ExportedEvent[]> {
  const { subjects, ids, appointmentIds } = owned
  const named = [
    ...subjects,
    ...ids.customer.flatMap((id) => [`conversation-${id}`, `consent-${id}`]),
    ...appointmentIds.map((id) => `reminder-${id}`),
  ]
  // a customer's appointments, quotes, invoices and messages, also of a time when they were another customer's
  const referring = await run<{ stream: string }>(
    db,
    sql`SELECT DISTINCT stream_id AS stream FROM es.events WHERE subject = ANY(${subjects}::text[])
        OR (stream_id ~ '^(appointment|quote|invoice|message|customer-link)-' AND (
          (data->>'customerId')::int = ANY(${ids.customer}) OR (data->>'contactId')::int = ANY(${ids.contact})))`,
  )
  const streams = [...new Set([...named, ...referring.map(({ stream }) => stream)])]
  const eventsIn = await readStreams(db, streams, { keyring, upcasters })
  const subjectAt = await subjectsByPosition(db, streams)
  return streams
    .flatMap((stream) =>
      ownEvents(eventsIn(stream), {
        owners: subjects,
        isNamed: named.includes(stream),
        subjectOf: ({ position }) => subjectAt.get(String(position)) ?? null,
      }),
    )
    .filter(({ type }) => !ofBusiness.includes(type))
    .sort((a, b) => Number(a.position - b.position))
    .map(({ position, recordedAt, stream, type, data }) => ({
      position: Number(position),
      at: recordedAt,
      record: stream,
      type,
      data: withoutOthers(data as Fields, 'sharedWith', ids.customer),
    }))
}

async function subjectsByPosition(db: Db, streams: readonly string[]): Promise<Map<string, string>> {
  const rows = await run<{ position: string; subject: string }>(
    db,
    sql`SELECT position, subject FROM es.events WHERE stream_id = ANY(${streams}::text[]) AND subject IS NOT NULL`,
  )
  return new Map(rows.map(({ position, subject }) => [position, subject]))
}

/**
 * The events of one stream that are about these people. An appointment may go to another customer, and a message from a
 * number to a customer: an event belongs to the person that the last one named. `isNamed`: the whole stream is theirs.
 */
export function ownEvents(
  events: readonly Recorded[],
  {
    owners,
    isNamed,
    subjectOf,
  }: { owners: readonly string[]; isNamed: boolean; subjectOf: (event: Recorded) => string | null },
): Recorded[] {
  let isOwn = isNamed
  return events.filter((event) => {
    const { customerId, contactId } = event.data as { customerId?: number; contactId?: number }
    if (!isNamed && customerId !== undefined) isOwn = owners.includes(`customer-${customerId}`)
    else if (!isNamed && contactId !== undefined) isOwn = owners.includes(`contact-${contactId}`)
    const subject = subjectOf(event)
    return subject === null ? isOwn : owners.includes(subject)
  })
}

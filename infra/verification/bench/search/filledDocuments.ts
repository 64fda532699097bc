import { insights } from '@plumbline/insights/service'
import { namedStatement, type Pool } from '@plumbline/platform/db'
import type { DomainEvent, Recorded } from '@plumbline/platform/event-store'
import { type AnyProjection, foldRow, liveTableOf } from '@plumbline/platform/projections'
import { job } from '../filledAppointments.ts'
import { person, scatter } from '../filledCustomers.ts'

type Row = Parameters<ReturnType<typeof liveTableOf>['upsert']>[0][number]

/** How many of each kind there are among so many documents. */
export const sizesOf = (documents: number) => ({
  customers: documents / 10,
  leads: documents / 20,
  appointments: (documents * 7) / 20,
  invoices: documents / 4,
  messages: documents / 4,
})
export type Sizes = ReturnType<typeof sizesOf>

const minuteMs = 60_000
const startedAt = Date.UTC(2016, 0, 1)
const timeOf = (n: number, count: number) =>
  new Date(startedAt + Math.round((n / count) * 10 * 525_600) * minuteMs).toISOString()

const things =
  'deck gutter fence faucet sink ceiling fan outlet breaker drywall trim shutter doorbell thermostat window tile grout hinge cabinet shelf'.split(
    ' ',
  )
const wishes = [
  'could you come a little later',
  'we will leave the gate open',
  'please call when you are on the way',
  'thank you for the quick work',
  'the invoice has the wrong address',
  'can you bring the paint that we chose',
]
const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const thing = (n: number) => of(things, n)

/** A word that half of everything has: in its own text, or in that of its customer. */
export const frequentWord = 'Raleigh'

export const customer = (id: number) => {
  const data = person(id)
  const [street] = (data.address ?? '').split(',')
  return {
    ...data,
    address: id % 2 === 0 ? `${street}, ${frequentWord}, NC 27601` : `${street}, Cary, NC 27511`,
  }
}

const customerOf = (n: number, customers: number) => 1 + (scatter(scatter(n)) % customers)

function lead(id: number, { leads }: Sizes): DomainEvent {
  const { firstName, lastName, email, phone } = person(id + 5_000_000)
  const where = id % 2 === 0 ? ` in ${frequentWord}` : ''
  const projectDescription = `Repair of a ${thing(scatter(id))} and a ${thing(scatter(id) >> 5)}${where}`
  const data = {
    leadId: id,
    firstName,
    lastName,
    email,
    phone,
    projectDescription,
    receivedAt: timeOf(id, leads),
  }
  return { type: 'LeadReceived', data }
}

function invoice(id: number, { customers, invoices }: Sizes): DomainEvent[] {
  const amountCents = 5_000 + (scatter(id) % 90_000)
  const at = timeOf(id, invoices)
  return [
    {
      type: 'InvoiceDrafted',
      data: {
        invoiceId: id,
        customerId: customerOf(id, customers),
        description: `Repair of the ${thing(scatter(id))}`,
        lines: [{ amountCents, taxCents: 0 }],
        draftedAt: at,
      },
    },
    { type: 'InvoiceIssued', data: { invoiceId: id, number: id, issuedAt: at } },
  ]
}

const message = (id: number, { customers, messages }: Sizes): DomainEvent => ({
  type: 'MessageReceived',
  data: {
    messageId: id,
    customerId: customerOf(id * 3, customers),
    content: `About the ${thing(scatter(id))} and the ${thing(scatter(id) >> 6)}, ${of(wishes, scatter(id) >> 3)}. Reference ${id}`,
    receivedAt: timeOf(id, messages),
  },
})

function* histories(sizes: Sizes): Generator<[stream: string, ...DomainEvent[]]> {
  const { customers, leads, appointments, invoices, messages } = sizes
  for (let id = 1; id <= customers; id++)
    yield [`customer-${id}`, { type: 'CustomerRegistered', data: customer(id) }]
  for (let id = 1; id <= leads; id++) yield [`lead-${id}`, lead(id, sizes)]
  for (let id = 1; id <= appointments; id++) {
    const data = { ...job(id, appointments), customerId: customerOf(id * 7, customers) }
    yield [`appointment-${id}`, { type: 'AppointmentScheduled', data }]
  }
  for (let id = 1; id <= invoices; id++) yield [`invoice-${id}`, ...invoice(id, sizes)]
  for (let id = 1; id <= messages; id++) yield [`message-${id}`, message(id, sizes)]
}

/** The rows that a rebuild would make of these events, without a log that they are read from. */
function* rowsOf(projection: AnyProjection, sizes: Sizes): Generator<Row> {
  for (const [stream, ...events] of histories(sizes)) {
    const row: Row | null = foldRow(
      projection,
      events.map((event) => ({ ...event, stream }) as unknown as Recorded),
    )
    if (row) yield row
  }
}

/** Fills the read models of a search. `pool` logs in as the owner of the schemas. */
export async function fillDocuments(pool: Pool, sizes: Sizes): Promise<void> {
  const { asyncProjections = [], role } = insights.schema
  for (const projection of asyncProjections) {
    if (!['customers', 'searchDocuments'].includes(projection.name)) continue
    const table = liveTableOf(projection, insights.name)
    await pool.query(`DROP TABLE ${table.name} CASCADE`)
    const [key, ...indexes] = table.constraints
    for (const statement of [table.create, key as string]) await pool.query(statement)
    const rows = rowsOf(projection, sizes)
    for (let part = take(rows); part.length > 0; part = take(rows))
      await pool.query(namedStatement((bind) => table.upsert(part)(bind, '')))
    for (const statement of indexes) await pool.query(statement)
    await pool.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table.name} TO ${role}`)
  }
  await pool.query('VACUUM ANALYZE')
  await pool.query('CHECKPOINT')
}

const rowsAtOnce = 5_000
const take = <T>(all: Iterator<T>): T[] => {
  const taken: T[] = []
  for (let next = all.next(); !next.done; next = all.next()) if (taken.push(next.value) === rowsAtOnce) break
  return taken
}

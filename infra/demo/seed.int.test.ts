import { run, sql } from '@plumbline/platform/db'
import { verifyProjection } from '@plumbline/platform/projections'
import { createTestDatabase, testKeyring as keyring } from '@plumbline/platform/testing'
import { expect, it } from 'vitest'
import { rebuildTargets } from '../processes/stores/rebuildTargets.ts'
import { owners } from '../processes/stores/schemas.ts'
import { seedDemo } from './seed.ts'

const afternoon = new Date('2026-11-21T15:00:00Z')
const night = new Date('2026-11-22T08:16:00Z')

async function seeded(now = afternoon) {
  const database = await createTestDatabase(owners)
  const owner = database.pool({ max: 4, longRunning: true })
  expect(await seedDemo(database.url, keyring, database.log, now)).toBe(true)
  const rows = async (table: string) =>
    run(owner, { text: `SELECT * FROM crm.${table} ORDER BY id`, values: [] })
  const all = (table: string) => run(owner, { text: `SELECT * FROM ${table} ORDER BY id`, values: [] })
  return {
    ...database,
    owner,
    customers: await rows('customers'),
    leads: await rows('leads'),
    appointments: await all('scheduling.appointments'),
    invoices: await all('billing.invoices'),
    quotes: await all('billing.quotes'),
    messages: await all('messaging.messages'),
    deliveries: await all('messaging.deliveries'),
  }
}
const hourInNewYork = (at: unknown) =>
  Number(
    new Intl.DateTimeFormat('en-US', {
      hour: 'numeric',
      hourCycle: 'h23',
      timeZone: 'America/New_York',
    }).format(new Date(String(at))),
  )

const groupByStatus = (rows: Record<string, unknown>[]) =>
  Object.groupBy(rows, ({ status }) => String(status))

it('the demo data is a year of customers in every state, the same each time', async () => {
  const [one, other] = [await seeded(), await seeded()]
  expect(one.customers).toHaveLength(40)
  expect([one.customers, one.leads]).toEqual([other.customers, other.leads])
  expect(Object.keys(groupByStatus(one.customers)).sort()).toEqual(['active', 'completed', 'lead'])
  expect(Object.keys(groupByStatus(one.leads)).sort()).toEqual([
    'contacted',
    'converted',
    'lost',
    'new',
    'quoted',
  ])
  const times = [...one.customers, ...one.leads].flatMap((it) => [it.created_at, it.updated_at]).sort()
  expect(times.every((time) => String(time) <= afternoon.toISOString())).toBe(true)
  expect(one.appointments.length).toBeGreaterThan(60)
  expect(Object.keys(groupByStatus(one.appointments)).sort()).toEqual([
    'cancelled',
    'completed',
    'in_progress',
    'scheduled',
  ])
  expect(Object.keys(groupByStatus(one.invoices)).sort()).toEqual(['overdue', 'paid', 'pending'])
  expect(one.quotes).toEqual(other.quotes)
  expect(one.quotes.map(({ status }) => status)).toEqual([
    ...['expired', 'declined', 'approved', 'changes_requested', 'sent', 'draft'],
  ])
  expect(Object.keys(Object.groupBy(one.messages, ({ direction }) => String(direction))).sort()).toEqual([
    'inbound',
    'outbound',
  ])
  // no message is sent
  expect(one.deliveries).toEqual([])

  const unmarked = await run(
    one.owner,
    sql`SELECT 1 FROM es.events WHERE metadata->>'demo' IS DISTINCT FROM 'true' AND type NOT IN ('InvoiceOverdue', 'QuoteExpired')`,
  )
  expect(unmarked).toEqual([])
  for (const target of rebuildTargets)
    expect((await verifyProjection(target, { pool: one.owner, keyring })).differences).toEqual([])
  expect(await seedDemo(one.url, keyring, one.log, afternoon)).toBe(false)
  await one.drop()
  await other.drop()
})

it.each([
  ['in the afternoon', afternoon],
  ['at night', night],
])(
  'what it says is well written, and done by people in the daytime, when it is made %s',
  async (_, begin) => {
    const { owner, drop, ...rows } = await seeded(begin)
    const texts = [
      ...rows.messages.flatMap(({ content, subject }) => [content, subject]),
      ...rows.leads.map((it) => it.project_description),
      ...rows.customers.map((it) => it.notes),
      ...rows.appointments.flatMap(({ title, description, notes }) => [title, description, notes]),
      ...rows.invoices.map((it) => it.description),
      ...rows.quotes.map((it) => it.title),
    ].flatMap((text) => (text ? String(text).split('\n') : []))
    expect(texts.length).toBeGreaterThan(200)
    expect(texts.filter((text) => /^\s*\p{Ll}/u.test(text) || /\{|undefined|null/.test(text))).toEqual([])

    const events = await run<{ type: string; at: string; actor: string; actorName: string | null }>(
      owner,
      sql`SELECT e.type, a.at, e.metadata->>'actor' AS actor, e.metadata->>'actorName' AS "actorName"
        FROM es.events e JOIN insights.activity a USING (position)`,
    )
    expect(events.length).toBeGreaterThan(400)
    const isDaytime = ({ at }: { at: string }) => hourInNewYork(at) >= 7 && hourInNewYork(at) < 19
    expect(events.filter((event) => !isDaytime(event))).toEqual([])
    expect(events.filter(({ at }) => new Date(at) > begin)).toEqual([])
    // a person has a name; visitors, customers and the product are shown as such
    expect(events.filter(({ actor, actorName }) => actor === 'demo' && !actorName)).toEqual([])
    const names = new Set(events.map(({ actor, actorName }) => actorName ?? actor))
    expect([...names].sort()).toEqual(['Dana', 'Marco', 'clock', 'customer', 'visitor'])
    const receivedBy = events.filter(({ type }) => type === 'MessageReceived').map(({ actor }) => actor)
    expect(new Set(receivedBy)).toEqual(new Set(['customer']))
    await drop()
  },
)

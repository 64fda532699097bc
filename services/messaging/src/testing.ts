import { personal as customerPersonal } from '@plumbline/crm/events'
import { type Pool, run } from '@plumbline/platform/db'
import type { EventStore } from '@plumbline/platform/event-store'
import type { Service, TimerContext } from '@plumbline/platform/service'
import type { ServiceUnderTest } from '@plumbline/platform/testing'
import { personal as appointmentPersonal } from '@plumbline/scheduling/events'
import { expect } from 'vitest'
import type { ConversationMessage, ListedMessage, Message } from './api.ts'
import type { Channel, Outgoing } from './channel/channel.ts'
import { type DeliveryWorker, deliver } from './delivery/worker.ts'
import { personal, upcasters } from './events.ts'
import { messaging } from './service.ts'
import type { MessagingSettings } from './settings.ts'

export const settings: MessagingSettings = {
  business: { product: 'Plumbline', name: 'Plumbline Home Services', phone: '(555) 555-0142' },
  publicUrl: 'https://plumbline.example',
  ownerEmail: 'owner@example.test',
  limitScale: 1,
}
/** With an SMS provider that signs with `secret`. */
export const providerSettings = {
  ...settings,
  sms: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'secret', from: '+19195550000' },
}
/** `messaging` is there for events as 0.1.0 stored them. */
export const foreignPersonal = { ...customerPersonal, ...appointmentPersonal, ...personal }

type Commands = typeof messaging extends Service<MessagingSettings, infer C> ? C : never
export type MessagingTest = ServiceUnderTest<MessagingSettings, Commands>

const at = '2026-01-05T15:00:00.000Z'

export const customerRegistered = (customerId: number, details: object = {}) => ({
  type: 'CustomerRegistered',
  data: {
    customerId,
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.test',
    phone: '(919) 555-0101',
    address: null,
    notes: null,
    status: 'active',
    source: 'direct',
    registeredAt: at,
    ...details,
  },
})

const customerCounts = new WeakMap<object, number>()

/** A customer in the read model. All but the first have a number and an address of their own. */
export async function addCustomer(test: MessagingTest, details: object = {}): Promise<number> {
  const customerId = (customerCounts.get(test) ?? 0) + 1
  customerCounts.set(test, customerId)
  const contact = customerId > 1 && {
    phone: `(919) 556-${String(customerId).padStart(4, '0')}`,
    email: `ann${customerId}@example.test`,
  }
  const event = customerRegistered(customerId, { ...contact, ...details })
  await test.appendForeign(`customer-${customerId}`, event)
  await test.project()
  return customerId
}

export const appendMerge = (test: MessagingTest, customerId: number, intoCustomerId: number) =>
  test.appendForeign(`customer-${customerId}`, {
    type: 'CustomerMerged',
    data: { customerId, intoCustomerId, mergedAt: at },
  })

export async function mergeCustomers(test: MessagingTest, customerId: number, intoCustomerId: number) {
  await appendMerge(test, customerId, intoCustomerId)
  await test.project()
}

export const changeCustomer = (test: MessagingTest, customerId: number, changes: object) =>
  test.appendForeign(`customer-${customerId}`, {
    type: 'CustomerDetailsChanged',
    data: { customerId, changedAt: at, ...changes },
  })

export const eraseKey = (test: MessagingTest, subject: string) =>
  test.owner.query('UPDATE es.subject_keys SET wrapped = NULL WHERE subject = $1', [subject])

export const appointmentScheduled = (appointmentId: number, customerId: number, details: object = {}) => ({
  type: 'AppointmentScheduled',
  data: {
    appointmentId,
    customerId,
    title: 'Painting',
    description: null,
    notes: null,
    address: null,
    startsAt: '2026-11-23T14:00:00.000Z',
    durationMinutes: 60,
    estimatedCents: 7_500,
    scheduledAt: '2026-11-01T15:00:00.000Z',
    ...details,
  },
})

/** The member of the calls of tests, or another one, in the log. */
export const appendMember = (
  test: Pick<MessagingTest, 'appendForeign'>,
  { userId = 1, role = 'business_owner' }: { userId?: number; role?: string } = {},
) => test.appendForeign(`member-${userId}`, { type: 'MemberJoined', data: { userId, role, joinedAt: at } })

/** What identity publishes of members, as a table. */
export const publishMembers = ({ owner }: Pick<MessagingTest, 'owner'>) =>
  owner.query(`CREATE SCHEMA identity;
    CREATE TABLE identity.members (user_id integer PRIMARY KEY, email text NOT NULL, role text NOT NULL DEFAULT 'worker',
      granted text[] NOT NULL DEFAULT '{}', denied text[] NOT NULL DEFAULT '{}', is_active boolean NOT NULL DEFAULT true,
      notices text NOT NULL DEFAULT 'email', mobile text);
    GRANT USAGE ON SCHEMA identity TO ${messaging.schema.role};
    GRANT SELECT ON identity.members TO ${messaging.schema.role}`)

export type PublishedMember = {
  role?: string
  is_active?: boolean
  notices?: 'email' | 'sms' | 'none'
  mobile?: string
}

export async function setMember(
  test: Pick<MessagingTest, 'owner'>,
  id: number,
  details: PublishedMember = {},
) {
  const email = `member${id}@example.test`
  await test.owner.query('DELETE FROM identity.members WHERE user_id = $1', [id])
  await test.owner.query(
    'INSERT INTO identity.members SELECT * FROM jsonb_populate_record(NULL::identity.members, $1)',
    [
      {
        ...{ user_id: id, email, role: 'worker', granted: [], denied: [], is_active: true, notices: 'email' },
        ...details,
      },
    ],
  )
}

/** An invoice of one line without tax, that was issued under its id. */
export async function addInvoice(
  test: MessagingTest,
  invoiceId: number,
  customerId: number,
  { amountCents, at }: { amountCents: number; at: string },
) {
  const append = (type: string, data: object) =>
    test.appendForeign(`invoice-${invoiceId}`, { type, data: { invoiceId, ...data } })
  const description = 'Painting'
  await append('InvoiceDrafted', {
    customerId,
    appointmentId: null,
    description,
    lines: [{ description, amountCents, taxCents: 0 }],
    dueOn: '2026-11-30',
    draftedAt: at,
  })
  await append('InvoiceIssued', { number: invoiceId, issuedOn: '2026-11-20', issuedAt: at })
}

export const sendMessage = (test: MessagingTest, body: object, headers: Record<string, string> = {}) =>
  test.call<Message>('POST', '/api/messages', { body, headers })
export const sendSms = (test: MessagingTest, customerId: number, content = 'Hello') =>
  sendMessage(test, { customerId, type: 'sms', content })
export const sendEmail = (test: MessagingTest, customerId: number, content = 'Hello') =>
  sendMessage(test, { customerId, type: 'email', content })

export const setConsent = (test: MessagingTest, customerId: number, body: object) =>
  test.call('PUT', `/api/messages/customer/${customerId}/consent`, { body })

export const listMessages = async (test: MessagingTest, query = '') =>
  (await test.call<ListedMessage[]>('GET', `/api/messages${query}`)).json
export const conversationOf = async (test: MessagingTest, customerId: number) =>
  (await test.call<ConversationMessage[]>('GET', `/api/messages/customer/${customerId}`)).json

/** Counts so many SMS that as many of the two hundred of a day are left. */
export const leaveSmsQuota = (test: MessagingTest, day: string, left: number) =>
  test.owner.query(
    `INSERT INTO messaging.sms_days (day, count) VALUES ($1, 200 - $2::integer)
     ON CONFLICT (day) DO UPDATE SET count = excluded.count`,
    [day, left],
  )

type LedgerRow = {
  id: string
  channel: string
  status: string
  cause: string | null
  provider_id: string | null
  last_error: string | null
  attempt: number
  next_attempt_at: string
  held_until: string | null
}
export const deliveriesOf = (test: MessagingTest, messageId: number) =>
  run<LedgerRow>(test.pool, {
    text: 'SELECT * FROM deliveries WHERE message_id = $1 ORDER BY created_at',
    values: [messageId],
  })
export const deliveryOf = async (test: MessagingTest, messageId: number) =>
  (await deliveriesOf(test, messageId))[0] as LedgerRow

const storeOf = ({ pool, notifier, keyring }: MessagingTest): EventStore => ({
  pool,
  notifier,
  keyring,
  projections: messaging.schema.projections ?? [],
  personal,
  upcasters,
})

/** A worker that sends everything over one channel. */
export const workerOver = (test: MessagingTest, channel: Channel): DeliveryWorker => ({
  store: storeOf(test),
  keyring: test.keyring,
  withChannel: (_, work) => work(channel),
  log: test.log,
  settings: test.settings,
  clock: () => test.clock.now,
})

/** Attempts a delivery that waits as if its time had come. */
export async function deliverWhenDue(worker: DeliveryWorker, id: string): Promise<void> {
  await worker.store.pool.query(
    `UPDATE deliveries SET next_attempt_at = now() WHERE id = $1 AND status = 'pending'`,
    [id],
  )
  await deliver(worker, id)
}

/** Attempts what was written to a customer first, and answers what a provider got. */
export async function deliverFirstTo(test: MessagingTest, customerId: number) {
  const [message] = await conversationOf(test, customerId)
  return deliverMessage(test, message?.id as number)
}

/** Attempts a message, and answers what a provider got. */
export async function deliverMessage(test: MessagingTest, messageId: number) {
  const sent: Pick<Outgoing, 'text' | 'html'>[] = []
  const channel: Channel = {
    send: async ({ id, text, html }) => {
      sent.push({ text, html })
      return `sent-${id}`
    },
    close: () => {},
  }
  const { id } = await deliveryOf(test, messageId)
  await deliverWhenDue(workerOver(test, channel), id)
  return sent
}

/** What a timer of the service gets. */
export const timerContext = (test: MessagingTest): TimerContext<MessagingSettings> => ({
  settings: test.settings,
  keyring: test.keyring,
  log: test.log,
  waitForPosition: async () => true,
  waitForOwnPosition: async () => true,
  store: storeOf(test),
  now: test.clock.now,
  wakeWorker: () => {},
})

export const endLeases = (test: MessagingTest) =>
  test.pool.query(`UPDATE deliveries SET lease_until = now() - interval '1 second' WHERE status = 'sending'`)

/** A pool that answers statements but begins no transaction, as for a process that is killed before it records something. */
export const withoutTransactions = (pool: Pool, message: string): Pool =>
  ({ query: pool.query.bind(pool), connect: () => Promise.reject(new Error(message)) }) as unknown as Pool

/** Resolves when a statement in the test's database waits for a lock. */
export const untilLockIsAwaited = ({ owner }: Pick<MessagingTest, 'owner'>): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await owner.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      return rows.length
    })
    .toBe(1)

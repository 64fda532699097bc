import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { personal as ofCustomers } from '@plumbline/crm/events'
import type { Pool } from '@plumbline/platform/db'
import { append, type DomainEvent, type Metadata } from '@plumbline/platform/event-store'
import { type Caller, createApp, errorHandler, identityHeader, signIdentity } from '@plumbline/platform/http'
import { eventStoreMigrations } from '@plumbline/platform/migrate'
import {
  createInProcessNotifier,
  processBatch,
  projectionSubscription,
  type Subscription,
} from '@plumbline/platform/subscriptions'
import { createTestDatabase, testKeyring } from '@plumbline/platform/testing'
import { personal as ofAppointments } from '@plumbline/scheduling/events'
import { generateKeyPair } from 'jose'
import type { ConversationMessage, ListedMessage, Message } from './api.ts'
import { visits } from './appointments.ts'
import type { Channel } from './channel/channel.ts'
import { customers } from './customers.ts'
import type { Providers } from './delivery/startWorker.ts'
import type { Sending } from './delivery/worker.ts'
import { createMessaging, messagingSchema } from './service.ts'
import { openStore } from './store.ts'

export const metadata: Metadata = { actor: 'user-1', requestId: 'test' }
const user = { id: 1, username: 'owner', email: 'o@x.io', role: 'business_owner' }
export const business = {
  product: 'Plumbline',
  name: 'Plumbline Home Services',
  phone: '(555) 555-0142',
}
export const publicUrl = 'https://plumbline.example'

type Sent = {
  body?: object
  form?: Record<string, string>
  headers?: Record<string, string>
} & Partial<Caller>

/** The service on a database of its own, called over HTTP, with customers as the CRM would tell of them. */
export async function startMessagingTest(channels: Providers = {}) {
  const database = await createTestDatabase([
    { schema: 'es', migrations: eventStoreMigrations },
    messagingSchema,
  ])
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const pool = database.pool({ role: 'plumbline_messaging', schema: 'messaging', max: 12 })
  const owner = database.pool({ max: 4, longRunning: true })
  const clock = { now: new Date('2026-11-21T15:00:00Z') }
  const notifier = createInProcessNotifier()
  const log = database.log
  const options = { pool, notifier, keyring: testKeyring, identityKey: keys.publicKey, limitScale: 1, log }
  const messaging = createMessaging({ ...options, business, channels, publicUrl, clock: () => clock.now })
  const app = createApp(log).use(messaging.router, errorHandler(log))
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function call<T = Message>(
    method: string,
    path: string,
    { body, form, headers, ...caller }: Sent = {},
  ) {
    const identity = { user, addressHash: 'a', requestId: 'r', ...caller }
    const type = body ? 'application/json' : 'application/x-www-form-urlencoded'
    const answer = await fetch(base + path, {
      method,
      headers: {
        [identityHeader]: await signIdentity(keys.privateKey, 'messaging', identity),
        ...((body || form) && { 'content-type': type }),
        ...headers,
      },
      body: body ? JSON.stringify(body) : form && new URLSearchParams(form).toString(),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: (isJson ? JSON.parse(text) : null) as T,
    }
  }

  /** What another service appends. */
  const tell = async (stream: string, event: DomainEvent, more: Partial<Metadata> = {}) =>
    (
      await append(
        owner,
        { stream, events: [event], metadata: { ...metadata, ...more }, expectedVersion: 'any' },
        { personal: { ...ofCustomers, ...ofAppointments }, keyring: testKeyring },
      )
    )[0]
  const react = async (subscription: Subscription) => {
    while ((await processBatch(pool, subscription, { keyring: testKeyring })) === 'more');
  }
  const follow = async () => {
    for (const projection of [customers, visits]) await react(projectionSubscription('messaging', projection))
  }
  let lastCustomer = 0

  return {
    ...{ database, pool, owner, clock, notifier, messaging, call, tell, react, follow },
    async customer(more: object = {}): Promise<number> {
      const customerId = ++lastCustomer
      // the number and the address of the first are in many tests; an opt-out of it must not hold for the others
      const own = customerId > 1 && {
        phone: `(919) 556-${String(customerId).padStart(4, '0')}`,
        email: `ann${customerId}@example.test`,
      }
      await tell(`customer-${customerId}`, registered(customerId, { ...own, ...more }))
      await follow()
      return customerId
    },
    async merge(customerId: number, intoCustomerId: number) {
      await tell(`customer-${customerId}`, {
        type: 'CustomerMerged',
        data: { customerId, intoCustomerId, mergedAt: at },
      })
      await follow()
    },
    list: async (query = '') => (await call<ListedMessage[]>('GET', `/api/messages${query}`)).json,
    conversation: async (id: number) =>
      (await call<ConversationMessage[]>('GET', `/api/messages/customer/${id}`)).json,
    /** The sending side, over one channel. */
    sending: (channel: Channel): Sending => ({
      store: openStore({ pool, notifier, keyring: testKeyring }),
      keyring: testKeyring,
      channels: { sms: channel, email: channel },
      log,
      clock: () => clock.now,
    }),
    deliveries: async (messageId: number) =>
      (
        await pool.query<Ledger>('SELECT * FROM deliveries WHERE message_id = $1 ORDER BY created_at', [
          messageId,
        ])
      ).rows,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await database.drop()
    },
  }
}
export type MessagingTest = Awaited<ReturnType<typeof startMessagingTest>>

type Ledger = {
  id: string
  channel: string
  status: string
  provider_id: string | null
  last_error: string | null
  attempt: number
  next_attempt_at: string
  held_until: string | null
}

const at = '2026-01-05T15:00:00.000Z'

export const registered = (customerId: number, more: object = {}) => ({
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
    ...more,
  },
})

/** A pool that answers statements but begins no transaction, as for a process that is killed before it records something. */
export const withoutTransactions = (pool: Pool, message: string): Pool =>
  ({ query: pool.query.bind(pool), connect: () => Promise.reject(new Error(message)) }) as unknown as Pool

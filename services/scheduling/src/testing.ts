import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CustomerEvent, personal } from '@plumbline/crm/events'
import type { Pool } from '@plumbline/platform/db'
import { append } from '@plumbline/platform/event-store'
import { type Caller, createApp, errorHandler, identityHeader, signIdentity } from '@plumbline/platform/http'
import { eventStoreMigrations } from '@plumbline/platform/migrate'
import {
  createInProcessNotifier,
  processBatch,
  projectionSubscription,
} from '@plumbline/platform/subscriptions'
import { createTestDatabase, testKeyring } from '@plumbline/platform/testing'
import { generateKeyPair } from 'jose'
import type { Appointment, AppointmentDetails } from './api.ts'
import { customers } from './customers.ts'
import { createScheduling, schedulingSchema } from './service.ts'

export const metadata = { actor: 'user-1', requestId: 'test' }
const user = { id: 1, username: 'owner', email: 'o@x.io', role: 'business_owner' }

/** The service on a database of its own, called over HTTP, with customers as the CRM would tell of them. */
export async function startScheduling() {
  const database = await createTestDatabase([
    { schema: 'es', migrations: eventStoreMigrations },
    schedulingSchema,
  ])
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const pool = database.pool({ role: 'plumbline_scheduling', schema: 'scheduling' })
  const clock = { now: new Date('2026-11-21T15:00:00Z') }
  const scheduling = createScheduling({
    pool,
    keyring: testKeyring,
    notifier: createInProcessNotifier(),
    identityKey: keys.publicKey,
    limitScale: 1,
    clock: () => clock.now,
  })
  const app = createApp(database.log).use(scheduling.router, errorHandler(database.log))
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function call(
    method: string,
    path: string,
    body?: object,
    { headers = {}, ...caller }: Partial<Caller> & { headers?: Record<string, string> } = {},
  ) {
    const identity = await signIdentity(keys.privateKey, 'scheduling', {
      user,
      addressHash: 'a',
      requestId: 'r',
      ...caller,
    })
    const answer = await fetch(base + path, {
      method,
      headers: {
        [identityHeader]: identity,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && JSON.stringify(body),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const json = async <T>(...args: Parameters<typeof call>) => JSON.parse((await call(...args)).text) as T

  let lastCustomer = 0
  const owner: Pool = database.pool({ max: 4, longRunning: true })
  /** Stores what the CRM would; answers its position. */
  const tell = async (event: CustomerEvent) =>
    (
      await append(
        owner,
        {
          stream: `customer-${event.data.customerId}`,
          expectedVersion: 'any',
          events: [event],
          metadata,
        },
        { personal, keyring: testKeyring },
      )
    ).at(-1)?.position
  const follow = () =>
    processBatch(pool, projectionSubscription('scheduling', customers), { keyring: testKeyring })

  return {
    database,
    owner,
    pool,
    scheduling,
    clock,
    base,
    call,
    json,
    list: (query = '') => json<Appointment[]>('GET', `/api/appointments${query}`),
    get: (id: number) => json<AppointmentDetails>('GET', `/api/appointments/${id}`),
    tell,
    follow,
    registered: (customerId: number, more: object = {}): CustomerEvent => ({
      type: 'CustomerRegistered',
      data: { ...person, customerId, registeredAt: '2026-01-01T00:00:00.000Z', ...more },
    }),
    nextCustomer: () => ++lastCustomer,
    async customer(more: object = {}): Promise<number> {
      const customerId = this.nextCustomer()
      await tell(this.registered(customerId, more))
      await follow()
      return customerId
    },
    /** The appointment that a booking makes. */
    async book(form: object): Promise<AppointmentDetails> {
      const { status, text } = await call('POST', '/api/appointments', { ...booking, ...form })
      if (status !== 201) throw new Error(`${status}: ${text}`)
      return JSON.parse(text)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await database.drop()
    },
  }
}
export type Scheduling = Awaited<ReturnType<typeof startScheduling>>

export const person = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.test',
  phone: '919 555 0101',
  address: '1 Oak Street',
  notes: null,
  status: 'active',
  source: 'direct',
}

export const booking = {
  title: 'General Repairs',
  description: 'Mend the porch',
  notes: 'Dog bites',
  scheduledDate: '2026-11-23T14:00:00.000Z',
  duration: 90,
  status: 'scheduled',
  estimatedPrice: '112.5',
}

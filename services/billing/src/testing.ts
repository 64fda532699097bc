import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { personal as ofCustomers } from '@plumbline/crm/events'
import { inTransaction, type Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { append, type DomainEvent } from '@plumbline/platform/event-store'
import { type Caller, createApp, errorHandler, identityHeader, signIdentity } from '@plumbline/platform/http'
import { eventStoreMigrations, type SchemaDefinition } from '@plumbline/platform/migrate'
import { rebuildProjection, verifyProjection } from '@plumbline/platform/projections'
import {
  type AppendNotifier,
  createInProcessNotifier,
  highWaterMark,
  processBatch,
  projectionSubscription,
} from '@plumbline/platform/subscriptions'
import { createTestDatabase, testKeyring } from '@plumbline/platform/testing'
import { personal as ofAppointments } from '@plumbline/scheduling/events'
import type { RequestHandler } from 'express'
import { type CryptoKey, generateKeyPair } from 'jose'
import type { InvoiceDetails } from './api.ts'

const staff = { id: 1, username: 'owner', email: 'o@x.io', role: 'business_owner' }
export const metadata = { actor: 'user-1', requestId: 'test' }
export const business = {
  name: 'Plumbline Home Services',
  address: '12 Oak Street, Raleigh, NC',
  phone: '(555) 555-0142',
  email: 'hello@plumbline.example',
}

export type Sent = { body?: unknown; headers?: Record<string, string>; caller?: Partial<Caller> }

type Options = {
  pool: Pool
  keyring: Keyring
  notifier: AppendNotifier
  business: typeof business
  identityKey: CryptoKey
  limitScale: number
  clock: () => Date
}

/** Billing over HTTP on a database of its own; `clock.now` is its clock. Callers are staff unless they say otherwise. */
export async function startBillingTest<Billing extends { router: RequestHandler }>(
  schema: SchemaDefinition,
  create: (options: Options) => Billing,
) {
  const database = await createTestDatabase([{ schema: 'es', migrations: eventStoreMigrations }, schema])
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const clock = { now: new Date('2026-11-21T15:00:00Z') }
  const owner = database.pool({ max: 6, longRunning: true })
  const pool = database.pool({ role: schema.role, schema: 'billing', max: 16 })
  const notifier = createInProcessNotifier()
  const billing = create({
    ...{ pool, notifier, business, keyring: testKeyring },
    identityKey: keys.publicKey,
    limitScale: 1,
    clock: () => clock.now,
  })
  const app = createApp(database.log).use(billing.router, errorHandler(database.log))
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const send = async (method: string, path: string, { body, headers, caller }: Sent = {}) => {
    const token = await signIdentity(keys.privateKey, 'billing', {
      user: staff,
      addressHash: 'address',
      requestId: 'r',
      ...caller,
    })
    return fetch(`${base}${path}`, {
      method,
      headers: { [identityHeader]: token, 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
  }

  async function call<T = InvoiceDetails>(method: string, path: string, sent: Sent = {}) {
    const answer = await send(method, path, sent)
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return {
      status: answer.status,
      text,
      headers: answer.headers,
      json: (isJson ? JSON.parse(text) : null) as T,
    }
  }

  /** What another service appends; `follow` lets billing read it. */
  const tell = (stream: string, event: DomainEvent) =>
    inTransaction(owner, (tx) =>
      append(
        tx,
        { stream, metadata, expectedVersion: 'any', events: [event] },
        { personal: { ...ofCustomers, ...ofAppointments }, keyring: testKeyring },
      ),
    )
  const followed = schema.asyncProjections ?? []
  const follow = async () => {
    for (const projection of followed)
      while (
        (await processBatch(pool, projectionSubscription('billing', projection), {
          keyring: testKeyring,
        })) === 'more'
      );
  }
  const targets = [
    ...(schema.projections ?? []).map((projection) => ({ projection, async: false })),
    ...followed.map((projection) => ({ projection, async: true })),
  ].map((target) => ({ ...target, schema: 'billing', role: schema.role }))
  const options = { pool: owner, keyring: testKeyring }

  return {
    ...{ database, owner, pool, notifier, clock, billing, send, call, tell, follow },
    position: () => highWaterMark(owner),
    /** Keys of rows that a rebuild would make otherwise. */
    differences: async () => {
      const verified = []
      for (const target of targets) verified.push(...(await verifyProjection(target, options)).differences)
      return verified
    },
    rebuild: async () => {
      for (const target of targets) await rebuildProjection(target, options)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await database.drop()
    },
  }
}

const at = '2026-01-05T15:00:00.000Z'

export const registered = (customerId: number, firstName = 'Ann', lastName = 'Lee') => ({
  type: 'CustomerRegistered',
  data: {
    ...{ customerId, firstName, lastName },
    email: 'ann@example.test',
    phone: '(919) 555-0101',
    address: '4 Elm Street, Cary, NC',
    notes: null,
    status: 'active',
    source: 'direct',
    registeredAt: at,
  },
})

export const merged = (customerId: number, intoCustomerId: number) => ({
  type: 'CustomerMerged',
  data: { customerId, intoCustomerId, mergedAt: at },
})

export const scheduled = (appointmentId: number, customerId: number, title = 'General Repairs') => ({
  type: 'AppointmentScheduled',
  data: {
    ...{ appointmentId, customerId, title },
    ...{ description: null, notes: null, address: null, estimatedCents: 7500 },
    startsAt: at,
    durationMinutes: 60,
    scheduledAt: at,
  },
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from '@plumbline/platform/db'
import { append } from '@plumbline/platform/event-store'
import { createApp, errorHandler, identityHeader, signIdentity } from '@plumbline/platform/http'
import { eventStoreMigrations } from '@plumbline/platform/migrate'
import { type AnyProjection, rebuildProjection, verifyProjection } from '@plumbline/platform/projections'
import {
  createInProcessNotifier,
  processBatch,
  projectionSubscription,
} from '@plumbline/platform/subscriptions'
import { createTestDatabase, type TestDatabase, testKeyring } from '@plumbline/platform/testing'
import { type CryptoKey, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DashboardStats, Happening } from './api.ts'
import { revenue } from './projections/revenue.ts'
import { createInsights, insightsSchema } from './service.ts'
import type { SourceEvent } from './source.ts'

let database: TestDatabase
let pool: Pool
let server: Server
let privateKey: CryptoKey
let now = new Date('2026-11-21T15:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase([{ schema: 'es', migrations: eventStoreMigrations }, insightsSchema])
  pool = database.pool({ role: 'plumbline_insights', schema: 'insights' })
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  privateKey = keys.privateKey
  const insights = createInsights({
    pool,
    notifier: createInProcessNotifier(),
    keyring: testKeyring,
    identityKey: keys.publicKey,
    limitScale: 1,
    clock: () => now,
  })
  const app = createApp(database.log).use(insights.router, errorHandler(database.log))
  server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await database.drop()
})
beforeEach(async () => {
  now = new Date('2026-11-21T15:00:00Z')
  const owner = database.pool({ max: 1 })
  await owner.query('TRUNCATE es.events, insights.histories, insights.activity, insights.revenue')
})

async function get<T>(path: string): Promise<{ status: number; body: T; text: string }> {
  const token = await signIdentity(privateKey, 'insights', {
    user: { id: 1, username: 'owner', email: 'o@x.io', role: 'business_owner' },
    addressHash: 'a',
    requestId: 'r',
  })
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: { [identityHeader]: token },
  })
  const text = await answer.text()
  return { status: answer.status, text, body: answer.ok ? JSON.parse(text) : null }
}

const streamOf = ({ type, data }: SourceEvent): string => {
  if (type === 'ConsentChanged' || type === 'RemindersChanged') return `consent-${data.customerId}`
  if (type.startsWith('Lead')) return `lead-${(data as { leadId: number }).leadId}`
  if (type.startsWith('Customer')) return `customer-${(data as { customerId: number }).customerId}`
  if (type.startsWith('Message')) return `message-${(data as { messageId: number }).messageId}`
  if (type.startsWith('Appointment'))
    return `appointment-${(data as { appointmentId: number }).appointmentId}`
  return `invoice-${(data as { invoiceId: number }).invoiceId}`
}

/** Appends what other services would, and lets the read models follow. */
async function happen(...events: SourceEvent[]): Promise<void> {
  const owner = database.pool({ max: 1 })
  for (const event of events) {
    const metadata = { actor: 'user-1', requestId: 'r' }
    await append(owner, { stream: streamOf(event), expectedVersion: 'any', events: [event], metadata })
  }
  for (const projection of insightsSchema.asyncProjections ?? [])
    while ((await processBatch(pool, projectionSubscription('insights', projection))) === 'more') {}
}

const customer = (customerId: number, firstName: string, at = '2026-11-01T12:00:00.000Z'): SourceEvent => ({
  type: 'CustomerRegistered',
  data: {
    customerId,
    firstName,
    lastName: 'Lee',
    email: 'a@x.test',
    phone: '555 555 0101',
    address: '1 Elm St',
    notes: null,
    status: 'active',
    source: 'phone',
    registeredAt: at,
  },
})
const appointment = (appointmentId: number, customerId: number, scheduledAt: string): SourceEvent => ({
  type: 'AppointmentScheduled',
  data: {
    appointmentId,
    customerId,
    title: 'General Repairs',
    description: null,
    notes: null,
    address: null,
    startsAt: '2026-11-24T15:00:00.000Z',
    durationMinutes: 120,
    estimatedCents: 15_000,
    scheduledAt,
  },
})
const lead = (leadId: number, receivedAt: string): SourceEvent => ({
  type: 'LeadReceived',
  data: {
    leadId,
    firstName: 'Bo',
    lastName: 'Dee',
    email: 'b@x.test',
    phone: '555 555 0102',
    serviceNeeded: null,
    projectDescription: null,
    source: 'website',
    receivedAt,
  },
})
const payment = (paymentId: number, amountCents: number, paidOn: string): SourceEvent => ({
  type: 'PaymentReceived',
  data: {
    invoiceId: 5,
    customerId: 1,
    paymentId,
    amountCents,
    method: 'cash',
    paidOn,
    recordedAt: `${paidOn}T12:00:00.000Z`,
  },
})

const stats = async () => (await get<DashboardStats>('/api/dashboard/stats')).body
const timeline = async (id: number) => (await get<Happening[]>(`/api/customers/${id}/timeline`)).body

describe('the figures', () => {
  it('of an empty business have no trend', async () => {
    expect(await stats()).toEqual({
      totalRevenue: '0.00',
      activeJobs: 0,
      newLeads: 0,
      satisfaction: 4.9,
      trends: { totalRevenue: null, activeJobs: null, newLeads: null, satisfaction: null },
    })
  })

  it('are what was paid less what was given back, the work to do, and who waits for an answer', async () => {
    await happen(
      payment(1, 112_550, '2026-10-05'),
      payment(2, 20_000, '2026-11-05'),
      payment(3, 105_000, '2026-11-06'),
      {
        type: 'PaymentRefunded',
        data: {
          invoiceId: 5,
          customerId: 1,
          paymentId: 2,
          amountCents: 5_005,
          refundedOn: '2026-11-07',
          recordedAt: '2026-11-07T12:00:00.000Z',
        },
      },
      appointment(1, 1, '2026-11-01T12:00:00.000Z'),
      appointment(2, 1, '2026-11-19T12:00:00.000Z'),
      appointment(3, 1, '2026-11-20T12:00:00.000Z'),
      { type: 'AppointmentStarted', data: { appointmentId: 2, startedAt: '2026-11-20T13:00:00.000Z' } },
      lead(1, '2026-11-01T12:00:00.000Z'),
      lead(2, '2026-11-20T12:00:00.000Z'),
      {
        type: 'LeadStatusChanged',
        data: { leadId: 1, status: 'quoted', changedAt: '2026-11-02T12:00:00.000Z' },
      },
    )
    expect(await stats()).toEqual({
      totalRevenue: '2325.45',
      activeJobs: 3,
      newLeads: 1,
      satisfaction: 4.9,
      trends: {
        totalRevenue: '+6.6% from last month',
        activeJobs: '+2 from last week',
        newLeads: '+1 this week',
        satisfaction: null,
      },
    })
  })

  it('a payment of more cents than 32 bits hold is counted', async () => {
    await happen(payment(1, 2_500_000_000, '2026-11-05'), payment(2, 9_999_999_999, '2026-11-05'))
    expect((await stats()).totalRevenue).toBe('124999999.99')
    await happen(payment(3, 1, '2026-11-05'))
    expect((await stats()).totalRevenue).toBe('125000000.00')
    expect((await database.pool({ max: 1 }).query('SELECT 1 FROM es.parked')).rowCount).toBe(0)
  })

  it('are complete again after an upgrade, with what the release before had dead-lettered', async () => {
    const owner = database.pool({ max: 6, longRunning: true })
    const projection = revenue as unknown as AnyProjection
    // as version 2 left it: a column of 32 bits, and the stream of the payment that did not fit
    await owner.query(`ALTER TABLE insights.revenue ALTER cents TYPE integer;
      UPDATE es.subscriptions SET version = 2 WHERE name = 'insights.revenue'`)
    const before = { ...projectionSubscription('insights', projection), version: 2 }
    const metadata = { actor: 'user-1', requestId: 'r' }
    for (const event of [payment(1, 100, '2026-11-04'), payment(2, 2_500_000_000, '2026-11-05')])
      await append(owner, { stream: 'invoice-5', expectedVersion: 'any', events: [event], metadata })
    // connections that know the table of today would trip over the other type
    await processBatch(database.pool({ role: 'plumbline_insights', schema: 'insights', max: 1 }), before, {
      isolate: true,
    })
    expect((await owner.query('SELECT 1 FROM es.parked')).rowCount).toBe(1)

    await rebuildProjection(
      { projection, schema: 'insights', role: 'plumbline_insights', async: true },
      { pool: owner },
    )
    expect((await owner.query('SELECT 1 FROM es.parked')).rowCount).toBe(0)
    expect((await database.pool({ max: 1 }).query('SELECT sum(cents) FROM insights.revenue')).rows).toEqual([
      { sum: '2500000100' },
    ])
  })

  it('count a job as done from the day it was done', async () => {
    await happen(appointment(1, 1, '2026-11-01T12:00:00.000Z'), {
      type: 'AppointmentCompleted',
      data: { appointmentId: 1, completedAt: '2026-11-18T12:00:00.000Z' },
    })
    expect(await stats()).toMatchObject({ activeJobs: 0, trends: { activeJobs: '-1 from last week' } })
    now = new Date('2026-11-27T15:00:00Z')
    expect(await stats()).toMatchObject({ trends: { activeJobs: '+0 from last week' } })
    await happen({
      type: 'AppointmentReopened',
      data: { appointmentId: 1, reopenedAt: '2026-11-27T14:00:00.000Z' },
    })
    expect(await stats()).toMatchObject({ activeJobs: 1 })
  })
})

describe('the timeline of a customer', () => {
  it('tells everything in one order, with what was before', async () => {
    await happen(
      customer(1, 'Ann'),
      {
        type: 'CustomerDetailsChanged',
        data: { customerId: 1, firstName: 'Anna', notes: 'Dog', changedAt: '2026-11-02T12:00:00.000Z' },
      },
      appointment(7, 1, '2026-11-03T12:00:00.000Z'),
      {
        type: 'AppointmentRepriced',
        data: { appointmentId: 7, estimatedCents: 20_050, changedAt: '2026-11-04T12:00:00.000Z' },
      },
    )
    expect(
      (await timeline(1)).map(({ title, changes, link, person, actor }) => ({
        title,
        changes,
        link,
        person,
        actor,
      })),
    ).toEqual([
      {
        title: 'Price changed',
        changes: [{ field: 'Estimated', from: '$150.00', to: '$200.50' }],
        link: '/appointments/7',
        person: 'Anna Lee',
        actor: 'staff',
      },
      {
        title: expect.stringMatching(/^General Repairs scheduled for Nov 24, 2026, 10:00.AM$/),
        changes: [],
        link: '/appointments/7',
        person: 'Anna Lee',
        actor: 'staff',
      },
      {
        title: 'Customer details changed',
        changes: [
          { field: 'First name', from: 'Ann', to: 'Anna' },
          { field: 'Notes', from: null, to: 'Dog' },
        ],
        link: '/customers?customer=1',
        person: 'Anna Lee',
        actor: 'staff',
      },
      {
        title: 'Customer added',
        changes: [],
        link: '/customers?customer=1',
        person: 'Anna Lee',
        actor: 'staff',
      },
    ])
  })

  it('holds the lead they were, and whoever was merged into them, whichever number is asked for', async () => {
    const mergedAt = '2026-11-05T12:00:00.000Z'
    await happen(
      lead(4, '2026-10-30T12:00:00.000Z'),
      customer(1, 'Ann'),
      { type: 'LeadConverted', data: { leadId: 4, customerId: 1, convertedAt: '2026-11-01T12:00:01.000Z' } },
      customer(2, 'Annie', '2026-11-02T12:00:00.000Z'),
      customer(3, 'Ann', '2026-11-03T12:00:00.000Z'),
      appointment(9, 1, '2026-11-04T12:00:00.000Z'),
      { type: 'CustomerMerged', data: { customerId: 1, intoCustomerId: 2, mergedAt } },
      { type: 'CustomerMerged', data: { customerId: 2, intoCustomerId: 3, mergedAt } },
    )
    const titles = (await timeline(3)).map((it) => it.title)
    expect(titles).toContain('Asked for an estimate')
    expect(titles.filter((title) => title === 'Customer added')).toHaveLength(3)
    expect(titles.some((title) => title.startsWith('General Repairs scheduled'))).toBe(true)
    expect(await timeline(1)).toEqual(await timeline(3))
  })

  it('tells what was written both ways, and what did not arrive', async () => {
    const written = { customerId: 1, channel: 'sms', content: 'x'.repeat(80) } as const
    await happen(
      customer(1, 'Ann'),
      {
        type: 'MessageWritten',
        data: {
          ...written,
          messageId: 1,
          subject: null,
          recipient: null,
          cause: 'staff',
          causeId: null,
          writtenAt: '2026-11-02T12:00:00.000Z',
        },
      },
      {
        type: 'MessageFailed',
        data: {
          messageId: 1,
          providerId: null,
          reason: 'no such number',
          failedAt: '2026-11-02T12:00:01.000Z',
        },
      },
      {
        type: 'MessageReceived',
        data: {
          customerId: 1,
          channel: 'sms',
          messageId: 2,
          content: 'Thanks',
          providerId: 'SM1',
          receivedAt: '2026-11-03T12:00:00.000Z',
        },
      },
      {
        type: 'ConsentChanged',
        data: { customerId: 1, channel: 'sms', optedOut: true, changedAt: '2026-11-04T12:00:00.000Z' },
      },
      {
        type: 'RemindersChanged',
        data: { customerId: 1, wanted: false, changedAt: '2026-11-05T12:00:00.000Z' },
      },
    )
    expect((await timeline(1)).map(({ kind, title, link }) => ({ kind, title, link })).slice(0, 5)).toEqual([
      { kind: 'message', title: 'Wants no reminders of appointments', link: '/messages?customer=1' },
      { kind: 'message', title: 'Opted out of SMS', link: '/messages?customer=1' },
      { kind: 'message', title: 'SMS from them: Thanks', link: '/messages?customer=1' },
      { kind: 'message', title: 'Message not delivered: no such number', link: '/messages?customer=1' },
      { kind: 'message', title: `SMS to them: ${'x'.repeat(60)}…`, link: '/messages?customer=1' },
    ])
  })

  it('of somebody who was erased names them so, once', async () => {
    const { type, data } = customer(1, '[erased]') as Extract<SourceEvent, { type: 'CustomerRegistered' }>
    await happen({ type, data: { ...data, lastName: '[erased]' } })
    expect((await timeline(1)).map(({ person }) => person)).toEqual(['[erased]'])
  })

  it('of nobody is 404', async () => {
    expect((await get('/api/customers/404/timeline')).status).toBe(404)
    // more than an integer of the database holds
    expect((await get('/api/customers/9999999999/timeline')).status).toBe(404)
    expect((await get('/api/customers/x/timeline')).status).toBe(404)
  })
})

it('the feed tells what happened last, by when it happened, page by page', async () => {
  await happen(
    customer(1, 'Ann', '2026-11-03T12:00:00.000Z'),
    lead(1, '2026-11-04T12:00:00.000Z'),
    customer(2, 'Bea', '2026-11-01T12:00:00.000Z'),
    appointment(1, 2, '2026-11-05T12:00:00.000Z'),
  )
  const first = (await get<Happening[]>('/api/activity?limit=3')).body
  expect(first.map(({ kind, person }) => `${kind} ${person}`)).toEqual([
    'appointment Bea Lee',
    'lead Bo Dee',
    'customer Ann Lee',
  ])
  const rest = (await get<Happening[]>(`/api/activity?limit=3&before=${first.at(-1)?.id}`)).body
  expect(rest.map(({ kind, person }) => `${kind} ${person}`)).toEqual(['customer Bea Lee'])
  expect((await get('/api/activity?limit=0')).status).toBe(400)
})

it('every read model is rebuilt as it was', async () => {
  await happen(
    customer(1, 'Ann'),
    appointment(1, 1, '2026-11-05T12:00:00.000Z'),
    payment(1, 100, '2026-11-06'),
  )
  const owner = database.pool({ max: 6, longRunning: true })
  for (const projection of insightsSchema.asyncProjections ?? []) {
    const target = { projection, schema: 'insights', role: 'plumbline_insights', async: true }
    expect(await verifyProjection(target, { pool: owner })).toMatchObject({ differences: [] })
  }
})

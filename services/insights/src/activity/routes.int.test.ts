import { customerSubject, leadSubject } from '@plumbline/crm/events'
import { eraseSubjects } from '@plumbline/platform/encryption'
import { testKeyring, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActivityItem, DashboardStats } from '../api.ts'
import { insights } from '../service.ts'
import type { SourceEvent } from '../source.ts'
import {
  appointment,
  clear,
  customer,
  type InsightsUnderTest,
  lead,
  merged,
  payment,
  publish,
  startInsights,
} from '../testing.ts'

let test: InsightsUnderTest

beforeAll(async () => {
  test = await startInsights()
})
afterAll(() => test.stop())
beforeEach(() => clear(test))

const get = (path: string) => test.call<ActivityItem[]>('GET', path)
const timeline = async (id: number) => (await get(`/api/customers/${id}/timeline`)).json

describe('the timeline of a customer', () => {
  it('lists everything in one order, with old and new values', async () => {
    await publish(
      test,
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
        changes: [{ field: 'Estimated price', from: '$150.00', to: '$200.50' }],
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

  it('names who did each change, and calls what the product did by itself automatic', async () => {
    await publish(test, customer(31, 'Ida'))
    const at = (minute: number) => `2026-11-02T12:0${minute}:00.000Z`
    const change = (minute: number, metadata: object) =>
      test.appendForeign(
        'customer-31',
        {
          type: 'CustomerDetailsChanged',
          data: { customerId: 31, notes: `${minute}`, changedAt: at(minute) },
        },
        metadata,
      )
    await change(1, { actor: 'user-4', actorName: 'wilma' })
    await change(2, { actor: 'user-4' })
    await change(3, { actor: 'messaging' })
    await change(4, { actor: 'visitor' })
    await change(5, { actor: 'provider' })
    await test.project()
    const actors = (await timeline(31)).map(({ actor }) => actor)
    expect(actors.slice(0, 5)).toEqual(['the SMS provider', 'a visitor', 'automatic', 'staff', 'wilma'])
  })

  it('has the lead and all merged records of a customer, for the id of each of them', async () => {
    await publish(
      test,
      lead(4, '2026-10-30T12:00:00.000Z'),
      customer(1, 'Ann'),
      { type: 'LeadConverted', data: { leadId: 4, customerId: 1, convertedAt: '2026-11-01T12:00:01.000Z' } },
      customer(2, 'Annie', '2026-11-02T12:00:00.000Z'),
      customer(3, 'Anna', '2026-11-03T12:00:00.000Z'),
      appointment(9, 1, '2026-11-04T12:00:00.000Z'),
      merged(1, 2),
      merged(2, 3),
    )
    const titles = (await timeline(3)).map((it) => it.title)
    expect(titles).toContain('Requested an estimate')
    expect(titles.filter((title) => title === 'Customer added')).toHaveLength(3)
    expect(titles.some((title) => title.startsWith('General Repairs scheduled'))).toBe(true)
    expect(await timeline(1)).toEqual(await timeline(3))
    expect(await timeline(2)).toEqual(await timeline(3))
  })

  it('offers to take back what can be, not a status that was left for good or what is gone', async () => {
    const becomes = (customerId: number, status: string): SourceEvent => ({
      type: 'CustomerStatusChanged',
      data: { customerId, status, changedAt: '2026-11-02T12:00:00.000Z' },
    })
    const renamed = (customerId: number): SourceEvent => ({
      type: 'CustomerDetailsChanged',
      data: { customerId, firstName: 'Anna', changedAt: '2026-11-02T13:00:00.000Z' },
    })
    const { type, data } = customer(1, 'Ann')
    const offered = async (id: number) =>
      (await timeline(id)).map(({ title, restore }) => [title, restore !== null])
    await publish(
      test,
      { type, data: { ...data, status: 'lead' } },
      becomes(1, 'active'),
      becomes(1, 'completed'),
      renamed(1),
    )
    expect(await offered(1)).toEqual([
      ['Customer details changed', true],
      ['Status: Completed', true],
      ['Status: Active', false],
      ['Customer added', false],
    ])
    await publish(test, customer(2, 'Bob'), renamed(2), merged(2, 1))
    expect((await offered(1)).filter(([, isOffered]) => isOffered)).toHaveLength(2)
  })

  it('offers to take back no amounts of an invoice that was issued since, and nothing of a void one', async () => {
    const at = '2026-11-04T12:00:00.000Z'
    const lines = (amountCents: number) => [{ description: 'Tap', amountCents, taxCents: 0 }]
    const offered = async () =>
      (await timeline(1)).map(({ title, restore }) => [title, restore !== null]).slice(0, -1)
    const change = (data: object): SourceEvent => ({
      type: 'InvoiceChanged',
      data: { invoiceId: 5, ...data, changedAt: at },
    })
    const details = { customerId: 1, appointmentId: null, description: 'Tap', dueOn: '2026-11-21' }
    await publish(
      test,
      customer(1, 'Ann'),
      { type: 'InvoiceDrafted', data: { invoiceId: 5, ...details, lines: lines(1), draftedAt: at } },
      change({ lines: lines(2) }),
      change({ dueOn: '2026-12-01' }),
    )
    expect(await offered()).toEqual([
      ['Invoice changed', true],
      ['Invoice changed', true],
      ['Invoice drafted: Tap', false],
    ])
    await publish(test, {
      type: 'InvoiceIssued',
      data: { invoiceId: 5, number: 1, issuedOn: '2026-11-04', issuedAt: at },
    })
    expect(await offered()).toEqual([
      ['Invoice INV-000001 issued', false],
      ['Invoice changed', true],
      ['Invoice changed', false],
      ['Invoice drafted: Tap', false],
    ])
    await publish(test, { type: 'InvoiceVoided', data: { invoiceId: 5, voidedAt: at } })
    expect((await offered()).filter(([, isOffered]) => isOffered)).toEqual([])
  })

  it('offers to take back the last deletion of a job, while it is deleted nothing else', async () => {
    const scheduled = appointment(9, 3, '2026-11-04T12:00:00.000Z') as { data: object }
    const deleted: SourceEvent = {
      type: 'AppointmentDeleted',
      data: { appointmentId: 9, deletedAt: '2026-11-05T12:00:00.000Z' },
    }
    const restored = {
      type: 'AppointmentRestored',
      data: { ...scheduled.data, restoredAt: deleted.data.deletedAt },
    }
    const offered = async () =>
      (await get('/api/activity?record=appointment-9')).json.map(({ restore }) => restore !== null)
    await publish(test, scheduled as SourceEvent, {
      type: 'AppointmentRepriced',
      data: { appointmentId: 9, estimatedCents: 1, changedAt: '2026-11-04T12:00:00.000Z' },
    })
    expect(await offered()).toEqual([true, false])
    await publish(test, deleted)
    expect(await offered()).toEqual([true, false, false])
    await publish(test, restored as SourceEvent, deleted)
    expect(await offered()).toEqual([true, false, false, false, false])
  })

  it('names and links the survivor of a chain of merges, as the activity does', async () => {
    await publish(
      test,
      customer(1, 'Ann'),
      customer(2, 'Annie'),
      customer(3, 'Anna'),
      appointment(9, 1, '2026-11-04T12:00:00.000Z'),
      {
        type: 'ConsentChanged',
        data: { customerId: 1, channel: 'sms', optedOut: true, changedAt: '2026-11-04T13:00:00.000Z' },
      },
      merged(1, 2),
      merged(2, 3),
    )
    for (const items of [await timeline(1), (await get('/api/activity')).json]) {
      expect(items).toHaveLength(7)
      expect(new Set(items.map(({ person }) => person))).toEqual(new Set(['Anna Lee']))
      expect(new Set(items.map(({ link }) => link))).toEqual(
        new Set(['/customers?customer=3', '/appointments/9', '/messages?customer=3']),
      )
    }
  })

  it('of a removed customer still has the name, and no link', async () => {
    await publish(test, customer(1, 'Ann'), {
      type: 'CustomerRemoved',
      data: { customerId: 1, removedAt: '2026-11-02T12:00:00.000Z' },
    })
    const items = await timeline(1)
    expect(items.map(({ title, person, link }) => ({ title, person, link }))).toEqual([
      { title: 'Customer removed', person: 'Ann Lee', link: null },
      { title: 'Customer added', person: 'Ann Lee', link: null },
    ])
    expect((await get('/api/activity')).json).toEqual(items)
  })

  it('lists messages in both directions, and those that were not delivered', async () => {
    const written = { customerId: 1, channel: 'sms', content: 'x'.repeat(80) } as const
    await publish(
      test,
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
      { kind: 'message', title: 'Turned off appointment reminders', link: '/messages?customer=1' },
      { kind: 'message', title: 'Opted out of SMS', link: '/messages?customer=1' },
      { kind: 'message', title: 'SMS received: Thanks', link: '/messages?customer=1' },
      { kind: 'message', title: 'Message not delivered: no such number', link: '/messages?customer=1' },
      { kind: 'message', title: `SMS not sent: ${'x'.repeat(60)}…`, link: '/messages?customer=1' },
    ])
  })

  it('says of an invoice what changed of its items and whose job it is', async () => {
    const at = '2026-11-03T12:00:00.000Z'
    const line = { description: 'Doors', amountCents: 15_000, taxCents: 1_000 }
    const details = { customerId: 1, appointmentId: null, description: 'Doors', dueOn: '2026-11-03' }
    const data = { invoiceId: 6, lines: [line, line], appointmentId: 7, dueOn: '2026-11-04', changedAt: at }
    await publish(
      test,
      customer(1, 'Ann'),
      { type: 'InvoiceDrafted', data: { invoiceId: 6, ...details, lines: [line], draftedAt: at } },
      { type: 'InvoiceChanged', data },
    )
    expect((await timeline(1))[0]?.changes).toEqual([
      { field: 'Appointment', from: null, to: '7' },
      { field: 'Items', from: '1 item, $160.00', to: '2 items, $320.00' },
      { field: 'Due date', from: '2026-11-03', to: '2026-11-04' },
    ])
  })

  it('tells an invoice that was undone from one that was refunded and voided', async () => {
    const at = '2026-11-03T12:00:00.000Z'
    const reversal = { invoiceId: 5, customerId: 1, paymentId: 1, amountCents: 15_000 }
    const events = (reason?: 'undone'): SourceEvent[] => [
      {
        type: 'PaymentRefunded',
        data: { ...reversal, refundedOn: '2026-11-03', ...(reason && { reason }), recordedAt: at },
      },
      { type: 'InvoiceVoided', data: { invoiceId: 5, ...(reason && { reason }), voidedAt: at } },
    ]
    const lines = [{ description: 'Doors', amountCents: 15_000, taxCents: 0 }]
    const details = { customerId: 1, appointmentId: null, description: 'Doors', dueOn: '2026-11-03' }
    const drafted: SourceEvent = {
      type: 'InvoiceDrafted',
      data: { invoiceId: 5, ...details, lines, draftedAt: at },
    }
    await publish(test, customer(1, 'Ann'), drafted, payment(1, 15_000, '2026-11-03'), ...events('undone'))
    await publish(test, ...events())
    expect((await timeline(1)).slice(0, 4).map(({ title }) => title)).toEqual([
      'Invoice voided',
      '$150.00 refunded',
      'Invoice undone',
      'Payment of $150.00 undone, no money went back',
    ])
  })

  it('says that a message is queued until it is sent, and what was cancelled', async () => {
    const written = { customerId: 1, channel: 'email', content: 'x', recipient: 'a@x.test' } as const
    const stream = 'message-91'
    const append = async (type: string, data: object, metadata = {}) => {
      await test.appendForeign(stream, { type, data: { messageId: 91, ...data } }, metadata)
      await test.project()
    }
    const titles = async () => (await timeline(1)).map(({ title }) => title)
    await publish(test, customer(1, 'Ann'))
    const about = { ...written, subject: 'Due today', cause: 'payment-reminder', causeId: null }
    const at = '2026-11-22T03:00:00.000Z'
    const recipient = 'a@x.test'
    const retriedAt = at
    await append('MessageWritten', { ...about, waitsUntil: '2026-11-22T13:00:00.000Z', writtenAt: at })
    expect((await titles())[0]).toBe('Email queued for Nov 22, 2026, 8:00 AM: Due today')
    await append('MessageFailed', { providerId: null, reason: 'Cancelled.', cancelled: true, failedAt: at })
    expect((await titles()).slice(0, 2)).toEqual(['Message cancelled', 'Email not sent: Due today'])
    await append('MessageRetried', { customerId: 1, recipient, waitsAgain: true, retriedAt })
    expect((await titles()).slice(0, 2)).toEqual([
      'Message cancelled, then undone',
      'Email queued for Nov 22, 2026, 8:00 AM: Due today',
    ])
    await append('MessageFailed', { providerId: null, reason: 'Cancelled.', cancelled: true, failedAt: at })
    await append('MessageRetried', { customerId: 1, recipient, retriedAt })
    expect((await titles()).slice(0, 3)).toEqual([
      'Message cancelled, later sent again',
      'Message cancelled, then undone',
      'Email queued: Due today',
    ])
    await append('MessageSent', { providerId: 'x', sentAt: at })
    expect((await titles())[2]).toBe('Email sent: Due today')
  })

  it('says the time at which a message goes out without the day when it is today', async () => {
    await publish(test, customer(1, 'Ann'))
    const about = { customerId: 1, channel: 'sms', content: 'Due', subject: null, recipient: null }
    const cause = { cause: 'payment-reminder', causeId: null }
    const times = { waitsUntil: '2026-11-22T13:00:00.000Z', writtenAt: '2026-11-22T06:00:00.000Z' }
    const data = { messageId: 93, ...about, ...cause, ...times }
    await test.appendForeign('message-93', { type: 'MessageWritten', data })
    await test.project()
    expect((await timeline(1))[0]?.title).toBe('SMS queued for 8:00 AM: Due')
  })

  it('says of a message of the demonstration that it was sent', async () => {
    await publish(test, customer(1, 'Ann'))
    const data = { messageId: 92, customerId: 1, channel: 'sms', content: 'Hi', recipient: null }
    const event = { type: 'MessageWritten', data: { ...data, subject: null, cause: 'staff', causeId: null } }
    const writtenAt = '2026-11-02T12:00:00.000Z'
    const demo = { ...event, data: { ...event.data, writtenAt } }
    await test.appendForeign('message-92', demo, { demo: true })
    await test.project()
    expect((await timeline(1))[0]?.title).toBe('SMS sent: Hi')
  })

  it('names an erased person [erased], once', async () => {
    // ids of this test alone: the keys of these people are gone for good
    await publish(
      test,
      customer(771, 'Ann'),
      lead(772, '2026-11-02T12:00:00.000Z'),
      appointment(1, 771, '2026-11-03T12:00:00.000Z'),
      {
        type: 'LeadConverted',
        data: { leadId: 772, customerId: 771, convertedAt: '2026-11-04T12:00:00.000Z' },
      },
    )
    const { owner: pool, clock } = test
    const targets = (insights.schema.asyncProjections ?? []).map((projection) => ({
      projection,
      schema: 'insights',
      role: 'plumbline_insights',
      async: true,
    }))
    const subjects = [customerSubject(771), leadSubject(772)]
    await eraseSubjects(subjects, {
      pool,
      keyring: testKeyring,
      targets,
      metadata: testMetadata,
      now: clock.now,
    })
    expect((await timeline(771)).map(({ person }) => person)).toEqual(Array(4).fill('[erased]'))
    expect((await get('/api/activity')).json.map(({ person }) => person)).toEqual(Array(4).fill('[erased]'))
  })

  it('is 404 for unknown ids', async () => {
    expect((await get('/api/customers/404/timeline')).status).toBe(404)
    // more than an integer of the database holds
    expect((await get('/api/customers/9999999999/timeline')).status).toBe(404)
    expect((await get('/api/customers/x/timeline')).status).toBe(404)
  })
})

it('a lead is lost once, and another reason for it is a change of that reason', async () => {
  const lost = (lostReason: string | undefined, minute: number): SourceEvent => ({
    type: 'LeadStatusChanged',
    data: {
      leadId: 1,
      status: 'lost',
      ...(lostReason && { lostReason }),
      changedAt: `2026-11-05T12:0${minute}:00.000Z`,
    },
  })
  await publish(
    test,
    lead(1, '2026-11-04T12:00:00.000Z'),
    ...[lost('Too dear', 1), lost('Chose another', 2), lost(undefined, 3)],
  )
  const items = (await get('/api/activity')).json
  expect(items.map(({ title, changes }) => ({ title, changes }))).toEqual([
    { title: 'Lost reason changed', changes: [{ field: 'Reason', from: 'Chose another', to: null }] },
    {
      title: 'Lost reason changed',
      changes: [{ field: 'Reason', from: 'Too dear', to: 'Chose another' }],
    },
    { title: 'Lead lost', changes: [{ field: 'Reason', from: null, to: 'Too dear' }] },
    { title: 'Requested an estimate', changes: [] },
  ])
  const { newLeads, trends } = (await test.call<DashboardStats>('GET', '/api/dashboard/stats')).json
  expect({ newLeads, thisWeek: trends.newLeads }).toEqual({ newLeads: 0, thisWeek: '+0 this week' })
})

it('GET /api/activity lists the newest events first, by when they happened, page by page', async () => {
  await publish(
    test,
    customer(1, 'Ann', '2026-11-03T12:00:00.000Z'),
    lead(1, '2026-11-04T12:00:00.000Z'),
    customer(2, 'Bea', '2026-11-01T12:00:00.000Z'),
    appointment(1, 2, '2026-11-05T12:00:00.000Z'),
  )
  const first = (await get('/api/activity?limit=3')).json
  expect(first.map(({ kind, person }) => `${kind} ${person}`)).toEqual([
    'appointment Bea Lee',
    'lead Bo Dee',
    'customer Ann Lee',
  ])
  const rest = (await get(`/api/activity?limit=3&before=${first.at(-1)?.id}`)).json
  expect(rest.map(({ kind, person }) => `${kind} ${person}`)).toEqual(['customer Bea Lee'])
  expect((await get('/api/activity?limit=0')).status).toBe(400)
})

it('a page is full although messages of a number came to a customer later, and everything is reached', async () => {
  const sms = { channel: 'sms', providerId: 'SM1' } as const
  const reception = (messageId: number) => {
    const receivedAt = `2026-11-04T12:0${messageId}:00.000Z`
    return { messageId, content: `Message ${messageId}`, ...sms, contactId: 4, receivedAt }
  }
  const messages = [1, 2, 3].map(reception)
  await publish(
    test,
    customer(1, 'Ann', '2026-11-01T12:00:00.000Z'),
    customer(2, 'Bea', '2026-11-02T12:00:00.000Z'),
    ...messages.map((data): SourceEvent => ({ type: 'ContactMessageReceived', data })),
    ...messages.map((data): SourceEvent => ({ type: 'MessageReceived', data: { ...data, customerId: 1 } })),
  )
  const newest = (await get('/api/activity?limit=3')).json
  expect(newest.map(({ title }) => title)).toEqual([3, 2, 1].map((id) => `SMS received: Message ${id}`))
  const older = (await get(`/api/activity?limit=3&before=${newest.at(-1)?.id}`)).json
  expect(older.map(({ person }) => person)).toEqual(['Bea Lee', 'Ann Lee'])
})

it('a page is full while an event is told before what it is about', async () => {
  await publish(test, ...[1, 2, 3].map((id) => customer(id, 'Ann', `2026-11-0${id}T12:00:00.000Z`)))
  await test.owner.query(`DELETE FROM subjects WHERE stream = 'customer-3'`)
  const newest = (await get('/api/activity?limit=2')).json
  expect(newest.map(({ link }) => link)).toEqual(['/customers?customer=2', '/customers?customer=1'])
})

it('lists what visitors asked for and people wrote apart, as new leads and messages are announced', async () => {
  const sms = { channel: 'sms', content: 'Hello', providerId: 'SM1' } as const
  const receivedAt = '2026-11-04T12:00:00.000Z'
  await publish(test, customer(1, 'Ann', '2026-11-01T12:00:00.000Z'), lead(1, '2026-11-02T12:00:00.000Z'), {
    type: 'ContactMessageReceived',
    data: { messageId: 1, contactId: 4, ...sms, receivedAt },
  })
  const visitor = { actor: 'visitor' }
  await test.appendForeign('lead-2', lead(2, '2026-11-03T12:00:00.000Z'), visitor)
  await test.project()
  const incoming = async () =>
    (await get('/api/activity?incoming=true')).json.map(({ title, person, link }) => [title, person, link])
  const request = ['Requested an estimate', 'Bo Dee', '/crm?tab=leads&lead=2']
  expect(await incoming()).toEqual([['SMS received: Hello', null, '/messages?contact=4'], request])
  const received = { messageId: 1, contactId: 4, ...sms, receivedAt }
  await publish(test, { type: 'MessageReceived', data: { customerId: 1, ...received } })
  expect(await incoming()).toEqual([['SMS received: Hello', 'Ann Lee', '/messages?customer=1'], request])
  await publish(test, { type: 'ContactMessageReceived', data: received })
  expect(await incoming()).toEqual([['SMS received: Hello', null, '/messages?contact=4'], request])
  expect((await timeline(1)).map(({ title }) => title)).toEqual(['Customer added'])
})

it('a rebuild makes the rows of every read model that following the log made', async () => {
  await publish(
    test,
    customer(1, 'Ann'),
    customer(2, 'Bea'),
    appointment(1, 1, '2026-11-05T12:00:00.000Z'),
    merged(1, 2),
    payment(1, 100, '2026-11-06'),
  )
  expect(await test.differences()).toEqual([])
  const counts = await test.owner.query(`SELECT (SELECT count(*)::int FROM insights.customers) AS customers,
    (SELECT count(*)::int FROM insights.subjects) AS subjects, (SELECT count(*)::int FROM insights.activity) AS activity,
    (SELECT count(*)::int FROM insights.revenue) AS revenue`)
  expect(counts.rows).toEqual([{ customers: 2, subjects: 4, activity: 5, revenue: 1 }])
})

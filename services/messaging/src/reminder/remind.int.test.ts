import { rebuildProjection } from '@plumbline/platform/projections'
import { testKeyring as keyring } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Consent, PlannedReminder } from '../api.ts'
import { visits } from '../appointments.ts'
import { messagingSchema } from '../service.ts'
import { openStore } from '../store.ts'
import { business, type MessagingTest, startMessagingTest } from '../testing.ts'
import { remindOfTomorrow } from './remind.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startMessagingTest()
})
afterAll(() => test.stop())
beforeEach(() => {
  at('2026-11-22T15:00:00Z')
})

// the day before, at ten in New York
const startsAt = '2026-11-23T14:00:00.000Z'
const at = (now: string) => {
  test.clock.now = new Date(now)
}
let lastId = 1_000
async function booked(customerId: number, more: object = {}, metadata = {}): Promise<number> {
  const appointmentId = ++lastId
  await test.tell(
    `appointment-${appointmentId}`,
    {
      type: 'AppointmentScheduled',
      data: {
        ...{ appointmentId, customerId, title: 'General Repairs', description: null, notes: null },
        ...{ address: null, startsAt, durationMinutes: 60, estimatedCents: 7_500 },
        scheduledAt: '2026-11-10T15:00:00.000Z',
        ...more,
      },
    },
    metadata,
  )
  await test.follow()
  return appointmentId
}
const happened = async (type: string, appointmentId: number, data: object) => {
  await test.tell(`appointment-${appointmentId}`, { type, data: { appointmentId, ...data } })
  await test.follow()
}
const options = () => ({
  store: openStore({ pool: test.pool, notifier: test.notifier, keyring }),
  ...{ keyring, sender: business, clock: () => test.clock.now },
})
const sweep = () => remindOfTomorrow(options())
const told = (customerId: number) => test.conversation(customerId)
const planned = async () =>
  (await test.call<PlannedReminder[]>('GET', '/api/messages/planned')).json as PlannedReminder[]
const plannedFor = async (id: number) => (await planned()).find((it) => it.appointmentId === id)

describe('the day before an appointment', () => {
  it('its customer is reminded by SMS and by e-mail, once, however often anybody looks', async () => {
    const customerId = await test.customer()
    await booked(customerId)
    await Promise.all([sweep(), sweep(), sweep()])
    await sweep()
    const messages = await told(customerId)
    expect(messages.map((it) => it.type).sort()).toEqual(['email', 'sms'])
    for (const message of messages) {
      expect(message.content).toContain('a reminder of your appointment on Monday, November 23 at 9:00 AM.')
      expect(await test.deliveries(message.id)).toMatchObject([{ status: 'pending' }])
    }
    expect(messages.find((it) => it.type === 'email')?.subject).toBe('Appointment Reminder')
  })

  it('is nine o’clock, and again nothing after nine in the evening', async () => {
    const customerId = await test.customer()
    const id = await booked(customerId)
    const minute = String(id % 30).padStart(2, '0')
    for (const early of ['2026-11-21T20:00:00Z', '2026-11-22T13:59:59Z', `2026-11-22T14:${minute}:00Z`]) {
      at(early)
      if (early.includes(`:${minute}:00Z`)) test.clock.now = new Date(test.clock.now.getTime() - 1)
      await sweep()
      expect(await told(customerId)).toEqual([])
    }
    at('2026-11-23T02:00:00Z')
    await sweep()
    expect(await told(customerId)).toEqual([])
    at(`2026-11-22T14:${minute}:00Z`)
    await sweep()
    expect(await told(customerId)).toHaveLength(2)
  })

  it('a reminder that nobody could send at nine goes out later that day', async () => {
    const customerId = await test.customer()
    await booked(customerId)
    at('2026-11-23T01:59:00Z')
    await sweep()
    expect(await told(customerId)).toHaveLength(2)
  })

  it('nobody is reminded again after the read models are made anew', async () => {
    const customerId = await test.customer()
    await booked(customerId)
    await sweep()
    const { schema, role, projections = [] } = messagingSchema
    const all = [...projections.map((it) => [it, false] as const), [visits, true] as const]
    for (const [projection, async] of all)
      await rebuildProjection({ projection, async, schema, role }, { pool: test.owner, keyring })
    await sweep()
    expect(await told(customerId)).toHaveLength(2)
  })
})

describe('a reminder follows its appointment', () => {
  it.each([
    ['AppointmentCancelled', { startsAt, notify: false, cancelledAt: startsAt }],
    ['AppointmentCompleted', { completedAt: startsAt }],
    ['AppointmentStarted', { startedAt: startsAt }],
    ['AppointmentDeleted', { deletedAt: startsAt }],
  ])('and is dropped with %s', async (type, data) => {
    const customerId = await test.customer()
    const id = await booked(customerId)
    await happened(type, id, { customerId, ...data })
    await sweep()
    expect(await told(customerId)).toEqual([])
  })

  it('even when the read model has not heard of it', async () => {
    const customerId = await test.customer()
    const id = await booked(customerId)
    await test.tell(`appointment-${id}`, {
      type: 'AppointmentCancelled',
      data: { appointmentId: id, customerId, startsAt, notify: false, cancelledAt: startsAt },
    })
    await sweep()
    expect(await told(customerId)).toEqual([])
    await test.follow()
  })

  it('to another day, and says its new time', async () => {
    const customerId = await test.customer()
    const id = await booked(customerId)
    const changedAt = '2026-11-20T15:00:00.000Z'
    await happened('AppointmentRescheduled', id, { startsAt: '2026-11-25T19:30:00.000Z', changedAt })
    await sweep()
    expect(await told(customerId)).toEqual([])
    at('2026-11-24T15:00:00Z')
    await sweep()
    const messages = await told(customerId)
    expect(messages).toHaveLength(2)
    expect(messages[0]?.content).toContain('Wednesday, November 25 at 2:30 PM')
  })

  it('that moves to another day after it was reminded of is reminded of there; another length changes nothing', async () => {
    const customerId = await test.customer()
    const id = await booked(customerId)
    await sweep()
    await happened('AppointmentRescheduled', id, {
      durationMinutes: 90,
      changedAt: '2026-11-22T16:00:00.000Z',
    })
    await sweep()
    expect(await told(customerId)).toHaveLength(2)
    const changedAt = '2026-11-22T17:00:00.000Z'
    await happened('AppointmentRescheduled', id, { startsAt: '2026-11-26T14:00:00.000Z', changedAt })
    at('2026-11-25T15:00:00Z')
    await sweep()
    expect(await told(customerId)).toHaveLength(4)
  })

  it('and goes to whom it is with', async () => {
    const wrong = await test.customer()
    const right = await test.customer({ firstName: 'Bob' })
    const id = await booked(wrong)
    await happened('AppointmentReassigned', id, {
      ...{ customerId: right, description: null, notes: null, address: null },
      changedAt: '2026-11-20T15:00:00.000Z',
    })
    await sweep()
    expect([(await told(wrong)).length, (await told(right)).length]).toEqual([0, 2])
    expect((await told(right))[0]?.content).toContain('Hi Bob,')
  })
})

describe('nobody is reminded', () => {
  it('of what was agreed on after nine the day before', async () => {
    const customerId = await test.customer()
    await booked(customerId, { scheduledAt: '2026-11-22T14:40:00.000Z' })
    await sweep()
    expect(await told(customerId)).toEqual([])
  })

  it('of what somebody left out, until they want it after all or the appointment moves', async () => {
    const customerId = await test.customer()
    const id = await booked(customerId)
    const skip = (wanted: boolean) =>
      test.call('PUT', `/api/messages/planned/${id}`, { body: { skip: wanted } })
    expect((await skip(true)).status).toBe(204)
    await sweep()
    expect(await told(customerId)).toEqual([])
    expect(await plannedFor(id)).toMatchObject({ skipped: true, channels: [], reason: 'Left out by staff.' })
    await skip(false)
    await sweep()
    expect(await told(customerId)).toHaveLength(2)
    expect((await test.call('PUT', '/api/messages/planned/99999', { body: { skip: true } })).status).toBe(404)
  })

  it('while reminders are switched off for everybody', async () => {
    const customerId = await test.customer()
    const id = await booked(customerId)
    const put = (reminders: boolean) =>
      test.call<{ reminders: boolean }>('PUT', '/api/messages/settings', { body: { reminders } })
    const read = async () => (await test.call<{ reminders: boolean }>('GET', '/api/messages/settings')).json
    expect(await read()).toEqual({ reminders: true })
    await put(false)
    expect(await read()).toEqual({ reminders: false })
    await sweep()
    expect(await told(customerId)).toEqual([])
    expect(await plannedFor(id)).toMatchObject({ reason: 'Reminders are switched off.' })
    await put(true)
    await sweep()
    expect(await told(customerId)).toHaveLength(2)
  })

  it('who does not want to be, and only on the channels that are left', async () => {
    const [never, byMail] = [await test.customer(), await test.customer()]
    const put = (id: number, body: object) =>
      test.call<Consent>('PUT', `/api/messages/customer/${id}/consent`, { body })
    await put(never, { reminders: false })
    await put(byMail, { sms: false })
    await booked(never)
    await booked(byMail)
    await sweep()
    expect(await told(never)).toEqual([])
    expect((await told(byMail)).map((it) => it.type)).toEqual(['email'])
  })

  it('outside of the product that is only shown, where it goes to nobody', async () => {
    const customerId = await test.customer()
    await booked(customerId, {}, { demo: true })
    await sweep()
    const messages = await told(customerId)
    expect(messages).toHaveLength(2)
    expect(await test.deliveries(messages[0]?.id as number)).toEqual([])
  })
})

it('what goes out tomorrow is told with its time, its words, who gets none and what has gone', async () => {
  const customerId = await test.customer()
  const silent = await test.customer({ phone: 'none', email: 'none' })
  const [today, later, unreachable] = [
    await booked(customerId),
    await booked(customerId, { startsAt: '2026-11-24T20:00:00.000Z' }),
    await booked(silent, { startsAt: '2026-11-25T20:00:00.000Z' }),
  ]
  const tooFar = await booked(customerId, { startsAt: '2026-12-24T20:00:00.000Z' })
  await sweep()
  const list = await planned()
  const of = (id: number) => list.find((it) => it.appointmentId === id)
  expect(of(today)).toMatchObject({ written: true, customerName: 'Ann Lee' })
  expect(of(later)).toMatchObject({
    ...{ written: false, skipped: false, channels: ['sms', 'email'], without: [], reason: null },
    goesOutAt: `2026-11-23T14:${String(later % 30).padStart(2, '0')}:00.000Z`,
    content: expect.stringContaining(
      'Hi Ann, a reminder of your appointment on Tuesday, November 24 at 3:00 PM.',
    ),
  })
  expect(of(unreachable)).toMatchObject({ channels: [], reason: expect.stringContaining('no phone number') })
  expect(of(tooFar)).toBeUndefined()
  const times = list.map((it) => it.goesOutAt)
  expect(times).toEqual(times.toSorted())
})

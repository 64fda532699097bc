import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlannedReminder } from '../api.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  appointmentScheduled,
  conversationOf,
  deliveriesOf,
  foreignPersonal,
  type MessagingTest,
  mergeCustomers,
  setConsent,
  settings,
  timerContext,
} from '../testing.ts'
import { remindOfTomorrow } from './remind.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
})
afterAll(() => test.stop())
beforeEach(() => {
  setClock('2026-11-22T15:00:00Z')
})

// appointments are the day after, at nine in New York
const startsAt = '2026-11-23T14:00:00.000Z'
const setClock = (now: string) => {
  test.clock.now = new Date(now)
}
let lastId = 1_000
async function schedule(customerId: number, details: object = {}, metadata = {}): Promise<number> {
  const id = ++lastId
  const event = appointmentScheduled(id, customerId, { scheduledAt: '2026-11-10T15:00:00.000Z', ...details })
  await test.appendForeign(`appointment-${id}`, event, metadata)
  await test.project()
  return id
}
const appendToAppointment = (type: string, appointmentId: number, data: object) =>
  test.appendForeign(`appointment-${appointmentId}`, { type, data: { appointmentId, ...data } })
const changeAppointment = async (type: string, appointmentId: number, data: object) => {
  await appendToAppointment(type, appointmentId, data)
  await test.project()
}
const remind = () => remindOfTomorrow(timerContext(test))
const messagesTo = (customerId: number) => conversationOf(test, customerId)
const planned = async () => (await test.call<PlannedReminder[]>('GET', '/api/messages/planned')).json
const plannedFor = async (id: number) => (await planned()).find((it) => it.appointmentId === id)

describe('an appointment reminder', () => {
  it('is written once by SMS and by email, however often and concurrently the timer runs', async () => {
    const customerId = await addCustomer(test)
    await schedule(customerId)
    await Promise.all([remind(), remind(), remind()])
    await remind()
    const messages = await messagesTo(customerId)
    expect(messages.map((it) => it.type).sort()).toEqual(['email', 'sms'])
    for (const message of messages) {
      const greeting = message.type === 'email' ? 'Hi Ann,\n\nThis is' : 'Hi Ann, this is'
      expect(message.content).toContain(
        `${greeting} a reminder of your appointment on Monday, November 23 at 9:00 AM.`,
      )
      expect(await deliveriesOf(test, message.id)).toMatchObject([
        { status: 'pending', cause: 'appointment-reminder' },
      ])
    }
    expect(messages.find((it) => it.type === 'email')?.subject).toBe('Appointment Reminder')
  })

  it('is written from nine, in the minute of the appointment, to nine in the evening', async () => {
    const customerId = await addCustomer(test)
    const id = await schedule(customerId)
    const minute = String(id % 30).padStart(2, '0')
    for (const early of ['2026-11-21T20:00:00Z', '2026-11-22T13:59:59Z', `2026-11-22T14:${minute}:00Z`]) {
      setClock(early)
      if (early.includes(`:${minute}:00Z`)) test.clock.now = new Date(test.clock.now.getTime() - 1)
      await remind()
      expect(await messagesTo(customerId)).toEqual([])
    }
    setClock('2026-11-23T02:00:00Z')
    await remind()
    expect(await messagesTo(customerId)).toEqual([])
    setClock(`2026-11-22T14:${minute}:00Z`)
    await remind()
    expect(await messagesTo(customerId)).toHaveLength(2)
  })

  it('is written later that day when no process ran at nine', async () => {
    const customerId = await addCustomer(test)
    await schedule(customerId)
    setClock('2026-11-23T01:59:00Z')
    await remind()
    expect(await messagesTo(customerId)).toHaveLength(2)
  })

  it('is not written again for an appointment that was deleted by mistake and is back', async () => {
    const customerId = await addCustomer(test)
    const id = await schedule(customerId)
    const scheduledAt = '2026-11-10T15:00:00.000Z'
    const { data } = appointmentScheduled(id, customerId, { scheduledAt })
    const back = async (more: object) => {
      await changeAppointment('AppointmentDeleted', id, { deletedAt: '2026-11-22T15:00:00.000Z' })
      const again = { status: 'scheduled', completedAt: null, agreedAt: scheduledAt }
      await changeAppointment('AppointmentRestored', id, { ...data, ...again, ...more })
      await remind()
    }
    await remind()
    await back({ actualCents: null, agreedVersion: 1, restoredAt: '2026-11-22T15:00:00.000Z' })
    expect(await messagesTo(customerId)).toHaveLength(2)
    await test.rebuild()
    await remind()
    expect(await messagesTo(customerId)).toHaveLength(2)
  })

  it('is not written again after the read models were rebuilt', async () => {
    const customerId = await addCustomer(test)
    await schedule(customerId)
    await remind()
    await test.rebuild()
    await remind()
    expect(await messagesTo(customerId)).toHaveLength(2)
  })
})

it('a reminder that is written anew after a restore has the delivery, and so the Message-ID, that it had', async () => {
  const customerId = await addCustomer(test)
  const id = await schedule(customerId)
  const written = async () => {
    await remind()
    const messages = await messagesTo(customerId)
    const deliveries = await Promise.all(messages.map((it) => deliveriesOf(test, it.id)))
    return deliveries.flat().map((it) => `${it.channel} ${it.id}`)
  }
  /** The backup was made before it was written. */
  const loseWritten = async () => {
    await test.owner.query('DELETE FROM messaging.messages WHERE customer_id = $1', [customerId])
    await test.owner.query('DELETE FROM messaging.deliveries WHERE about = $1', [`customer-${customerId}`])
  }
  const first = await written()
  expect(first).toHaveLength(2)
  await loseWritten()
  expect((await written()).sort()).toEqual(first.sort())
  await loseWritten()
  // another change than the one that was lost
  const later = '2026-11-23T16:00:00.000Z'
  await test.owner.query(
    `UPDATE es.events SET data = jsonb_set(data, '{startsAt}', to_jsonb($2::text)) WHERE stream_id = $1`,
    [`appointment-${id}`, later],
  )
  expect((await written()).filter((it) => first.includes(it))).toEqual([])
})

describe('a reminder of an appointment that changed', () => {
  it.each([
    ['AppointmentCancelled', { startsAt, notify: false, cancelledAt: startsAt }],
    ['AppointmentCompleted', { completedAt: startsAt }],
    ['AppointmentStarted', { startedAt: startsAt }],
    ['AppointmentDeleted', { deletedAt: startsAt }],
  ])('is not written after %s', async (type, data) => {
    const customerId = await addCustomer(test)
    const id = await schedule(customerId)
    await changeAppointment(type, id, { customerId, ...data })
    await remind()
    expect(await messagesTo(customerId)).toEqual([])
  })

  it('is not written either while the read model of appointments lags', async () => {
    const customerId = await addCustomer(test)
    const id = await schedule(customerId)
    const data = { customerId, startsAt, notify: false, cancelledAt: startsAt }
    await appendToAppointment('AppointmentCancelled', id, data)
    await remind()
    expect(await messagesTo(customerId)).toEqual([])
    await test.project()
  })

  it('is written the day before its new day, with its new time', async () => {
    const customerId = await addCustomer(test)
    const id = await schedule(customerId)
    const changedAt = '2026-11-20T15:00:00.000Z'
    await changeAppointment('AppointmentRescheduled', id, { startsAt: '2026-11-25T19:30:00.000Z', changedAt })
    await remind()
    expect(await messagesTo(customerId)).toEqual([])
    setClock('2026-11-24T15:00:00Z')
    await remind()
    const messages = await messagesTo(customerId)
    expect(messages).toHaveLength(2)
    expect(messages[0]?.content).toContain('Wednesday, November 25 at 2:30 PM')
  })

  it('is written again when the appointment moves to another day, and not when its duration changes', async () => {
    const customerId = await addCustomer(test)
    const id = await schedule(customerId)
    await remind()
    await changeAppointment('AppointmentRescheduled', id, {
      durationMinutes: 90,
      changedAt: '2026-11-22T16:00:00.000Z',
    })
    await remind()
    expect(await messagesTo(customerId)).toHaveLength(2)
    const changedAt = '2026-11-22T17:00:00.000Z'
    await changeAppointment('AppointmentRescheduled', id, { startsAt: '2026-11-26T14:00:00.000Z', changedAt })
    setClock('2026-11-25T15:00:00Z')
    await remind()
    expect(await messagesTo(customerId)).toHaveLength(4)
  })

  it('goes to the customer whom the appointment was reassigned to', async () => {
    const wrong = await addCustomer(test)
    const right = await addCustomer(test, { firstName: 'Bob' })
    const id = await schedule(wrong)
    await changeAppointment('AppointmentReassigned', id, {
      customerId: right,
      description: null,
      notes: null,
      address: null,
      changedAt: '2026-11-20T15:00:00.000Z',
    })
    await remind()
    expect([(await messagesTo(wrong)).length, (await messagesTo(right)).length]).toEqual([0, 2])
    expect((await messagesTo(right))[0]?.content).toContain('Hi Bob,')
  })
})

describe('no reminder is written', () => {
  it('when the appointment was agreed on after nine the day before', async () => {
    const customerId = await addCustomer(test)
    await schedule(customerId, { scheduledAt: '2026-11-22T14:40:00.000Z' })
    await remind()
    expect(await messagesTo(customerId)).toEqual([])
  })

  it('while staff skip it', async () => {
    const customerId = await addCustomer(test)
    const id = await schedule(customerId)
    const skip = (isSkipped: boolean) =>
      test.call('PUT', `/api/messages/planned/${id}`, { body: { skip: isSkipped } })
    expect((await skip(true)).status).toBe(204)
    await remind()
    expect(await messagesTo(customerId)).toEqual([])
    expect(await plannedFor(id)).toMatchObject({ skipped: true, channels: [], reason: 'Skipped by staff.' })
    await skip(false)
    await remind()
    expect(await messagesTo(customerId)).toHaveLength(2)
    expect((await test.call('PUT', '/api/messages/planned/99999', { body: { skip: true } })).status).toBe(404)
  })

  it('while staff skip it, until the appointment moves', async () => {
    const customerId = await addCustomer(test)
    const id = await schedule(customerId)
    await test.call('PUT', `/api/messages/planned/${id}`, { body: { skip: true } })
    const changedAt = '2026-11-21T15:00:00.000Z'
    const moved = { startsAt: '2026-11-23T16:00:00.000Z', changedAt }
    await changeAppointment('AppointmentRescheduled', id, moved)
    await remind()
    expect(await messagesTo(customerId)).toHaveLength(2)
  })

  it('while reminders are switched off for all customers', async () => {
    const customerId = await addCustomer(test)
    const id = await schedule(customerId)
    const put = (reminders: boolean) =>
      test.call<{ reminders: boolean }>('PUT', '/api/messages/settings', { body: { reminders } })
    const read = async () => (await test.call<{ reminders: boolean }>('GET', '/api/messages/settings')).json
    expect(await read()).toEqual({ reminders: true, followUps: true })
    await put(false)
    expect(await read()).toEqual({ reminders: false, followUps: true })
    await remind()
    expect(await messagesTo(customerId)).toEqual([])
    expect(await plannedFor(id)).toMatchObject({ reason: 'Reminders are switched off.' })
    await put(true)
    await remind()
    expect(await messagesTo(customerId)).toHaveLength(2)
  })

  it('to a customer who does not want it, or on a channel that the customer refused', async () => {
    const [withoutReminders, withoutSms] = [await addCustomer(test), await addCustomer(test)]
    await setConsent(test, withoutReminders, { reminders: false })
    await setConsent(test, withoutSms, { sms: false })
    await schedule(withoutReminders)
    await schedule(withoutSms)
    await remind()
    expect(await messagesTo(withoutReminders)).toEqual([])
    expect((await messagesTo(withoutSms)).map((it) => it.type)).toEqual(['email'])
  })

  it('to be sent for demonstration data: it is only shown', async () => {
    const customerId = await addCustomer(test)
    await schedule(customerId, {}, { demo: true })
    await remind()
    const messages = await messagesTo(customerId)
    expect(messages).toHaveLength(2)
    expect(await deliveriesOf(test, messages[0]?.id as number)).toEqual([])
  })
})

describe('the list of planned reminders', () => {
  it('shows time, text and channels, why a reminder is not sent, and which ones are written', async () => {
    const customerId = await addCustomer(test)
    const unreachable = await addCustomer(test, { phone: 'none', email: 'none' })
    const [tomorrow, later, toUnreachable] = [
      await schedule(customerId),
      await schedule(customerId, { startsAt: '2026-11-24T20:00:00.000Z' }),
      await schedule(unreachable, { startsAt: '2026-11-25T20:00:00.000Z' }),
    ]
    const tooFar = await schedule(customerId, { startsAt: '2026-12-24T20:00:00.000Z' })
    await remind()
    const list = await planned()
    const of = (id: number) => list.find((it) => it.appointmentId === id)
    expect(of(tomorrow)).toMatchObject({ written: true, customerName: 'Ann Lee' })
    expect(of(later)).toMatchObject({
      written: false,
      skipped: false,
      channels: ['sms', 'email'],
      without: [],
      reason: null,
      goesOutAt: `2026-11-23T14:${String(later % 30).padStart(2, '0')}:00.000Z`,
      content: expect.stringContaining(
        'Hi Ann, this is a reminder of your appointment on Tuesday, November 24 at 3:00 PM.',
      ),
    })
    const reason = expect.stringContaining('no phone number')
    expect(of(toUnreachable)).toMatchObject({ channels: [], reason })
    expect(of(tooFar)).toBeUndefined()
    const times = list.map((it) => it.goesOutAt)
    expect(times).toEqual(times.toSorted())
  })

  it('shows the last customer of a chain of merges, with the consent of every record', async () => {
    const ids = [
      await addCustomer(test),
      await addCustomer(test),
      await addCustomer(test, { firstName: 'Last' }),
    ]
    const [first, second, last] = ids as [number, number, number]
    const id = await schedule(first, { startsAt: '2026-11-24T20:00:00.000Z' })
    await setConsent(test, second, { email: false })
    await mergeCustomers(test, first, second)
    await mergeCustomers(test, second, last)
    expect(await plannedFor(id)).toMatchObject({
      customerId: last,
      customerName: 'Last Lee',
      channels: ['sms'],
      without: [{ channel: 'email', reason: 'This customer has opted out of email.' }],
      content: expect.stringContaining('Hi Last,'),
    })
  })
})

it('reminders go out from the time that is set, until the quiet hours that are set', async () => {
  const other = await startServiceForTest(messaging, { settings, foreignPersonal })
  try {
    const customerId = await addCustomer(other)
    for (const id of [30, 59])
      await other.appendForeign(
        `appointment-${id}`,
        appointmentScheduled(id, customerId, { scheduledAt: '2026-11-10T15:00:00.000Z', startsAt }),
      )
    const data = { remindAt: '16:00', quietFrom: '17:00', changedAt: '2026-11-20T12:00:00.000Z' }
    await other.appendForeign('business-1', { type: 'MessageHoursSet', data })
    await other.project()
    const writtenAt = async (now: string) => {
      other.clock.now = new Date(now)
      await remindOfTomorrow(timerContext(other))
      return (await conversationOf(other, customerId)).length
    }
    expect(await writtenAt('2026-11-22T20:59:59Z')).toBe(0)
    // each in its minute, by SMS and email
    expect(await writtenAt('2026-11-22T21:00:00Z')).toBe(2)
    expect(await writtenAt('2026-11-22T22:00:00Z')).toBe(2)
    expect(await writtenAt('2026-11-22T21:59:59Z')).toBe(4)
  } finally {
    await other.stop()
  }
})

describe.each([
  // the clocks go forward between the reminder and the appointment
  ['Pacific/Auckland', '2026-09-26T19:00:00.000Z', '2026-09-25T21:00:00Z', 'Sunday, September 27 at 8:00 AM'],
  // the clocks go back between them
  ['America/Denver', '2026-11-01T15:00:00.000Z', '2026-10-31T15:00:00Z', 'Sunday, November 1 at 8:00 AM'],
])('in %s an appointment reminder', (timeZone, startsAt, nineTheDayBefore, said) => {
  let inZone: MessagingTest
  beforeAll(async () => {
    inZone = await startServiceForTest(messaging, { settings, foreignPersonal })
    const data = { from: '2026-01-01', timeZone, changedAt: '2026-01-01T12:00:00.000Z' }
    await inZone.appendForeign('business-1', { type: 'TimeZoneSet', data })
  })
  afterAll(() => inZone.stop())

  it('is written from nine by the clocks there, and says the time there', async () => {
    const customerId = await addCustomer(inZone)
    // its minute is the first one
    const event = appointmentScheduled(30, customerId, { scheduledAt: '2026-09-01T15:00:00.000Z', startsAt })
    await inZone.appendForeign('appointment-30', event)
    await inZone.project()
    inZone.clock.now = new Date(Date.parse(nineTheDayBefore) - 1)
    await remindOfTomorrow(timerContext(inZone))
    expect(await conversationOf(inZone, customerId)).toEqual([])
    inZone.clock.now = new Date(nineTheDayBefore)
    const { json } = await inZone.call<PlannedReminder[]>('GET', '/api/messages/planned')
    expect(json[0]).toMatchObject({ goesOutAt: inZone.clock.now.toISOString() })
    expect(json[0]?.content).toContain(said)
    await remindOfTomorrow(timerContext(inZone))
    const contents = (await conversationOf(inZone, customerId)).map(({ content }) => content)
    expect(contents).toEqual([expect.stringContaining(said), expect.stringContaining(said)])
  })
})

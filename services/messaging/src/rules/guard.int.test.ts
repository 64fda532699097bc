import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Channel, Document } from '../channel/channel.ts'
import { twilioChannel } from '../channel/twilio.ts'
import { followUpOfToday } from '../follow-up/followUp.ts'
import type { Delivery } from '../ledger/ledger.ts'
import { deliveriesOf01 } from '../ledger/migrations.ts'
import { remindOfTomorrow } from '../reminder/remind.ts'
import { messaging } from '../service.ts'
import { type FakeTwilio, hangUp, startFakeTwilio } from '../testing/fakeTwilio.ts'
import {
  addCustomer,
  addInvoice,
  appendMerge,
  appointmentScheduled,
  changeCustomer,
  conversationOf,
  deliveriesOf,
  deliverWhenDue,
  endLeases,
  eraseKey,
  foreignPersonal,
  type MessagingTest,
  mergeCustomers,
  sendEmail,
  sendSms,
  setConsent,
  settings,
  timerContext,
  workerOver,
} from '../testing.ts'

const written = '2026-11-21T15:00:00.000Z'
const startsAt = '2026-11-23T14:00:00.000Z'

let test: MessagingTest
let twilio: FakeTwilio
let lastId = 0
/** Every delivery that reached a channel. */
const sent: Delivery[] = []
const channel: Channel = {
  send: async (delivery: Delivery, _document?: Document) => {
    sent.push(delivery)
    return `provider-${delivery.id}`
  },
  close: () => {},
}

beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  twilio = await startFakeTwilio()
})
beforeEach(() => {
  test.clock.now = new Date(written)
})
afterEach(() => {
  sent.length = 0
  twilio.accepted.length = 0
  delete twilio.behaviour.after
})
afterAll(async () => {
  twilio.stop()
  await test.stop()
})

const appendToAppointment = (id: number, type: string, data: object = {}) =>
  test.appendForeign(`appointment-${id}`, { type, data: { appointmentId: id, ...data } })
const appendToInvoice = (id: number, type: string, data: object = {}) =>
  test.appendForeign(`invoice-${id}`, { type, data: { invoiceId: id, ...data } })

/** An appointment that was cancelled with a notice, which waits in the ledger. */
async function cancelledAppointment(customerId: number): Promise<number> {
  const id = ++lastId
  await test.appendForeign(
    `appointment-${id}`,
    appointmentScheduled(id, customerId, { scheduledAt: written }),
  )
  await cancel(id, customerId)
  return id
}
async function cancel(id: number, customerId: number) {
  const data = { customerId, startsAt, notify: true, cancelledAt: written }
  await appendToAppointment(id, 'AppointmentCancelled', data)
  await test.react('tellCustomer')
}

/** An issued invoice that was sent by email, which waits in the ledger. */
async function sentInvoice(customerId: number): Promise<number> {
  const id = ++lastId
  await addInvoice(test, id, customerId, { amountCents: 12_050, at: written })
  await appendToInvoice(id, 'InvoiceSendRequested', {
    customerId,
    balanceCents: 12_050,
    dueOn: '2026-11-30',
    requestedAt: written,
  })
  await test.react('tellCustomer')
  return id
}
/** An invoice with a payment reminder by SMS, which waits in the ledger. */
async function remindedInvoice(customerId: number): Promise<number> {
  const id = ++lastId
  await addInvoice(test, id, customerId, { amountCents: 12_050, at: written })
  await appendToInvoice(id, 'PaymentReminderRequested', {
    customerId,
    channel: 'sms',
    balanceCents: 12_050,
    requestedAt: written,
  })
  await test.react('tellCustomer')
  return id
}
/** Two invoices in one payment reminder by SMS, which waits in the ledger. */
async function remindedInvoices(customerId: number): Promise<[number, number]> {
  const [first, second] = [++lastId, ++lastId]
  for (const id of [first, second])
    await addInvoice(test, id, customerId, { amountCents: 12_050, at: written })
  const request = { customerId, channel: 'sms', balanceCents: 12_050, requestedAt: written }
  await appendToInvoice(first, 'PaymentReminderRequested', { ...request, withInvoiceIds: [second] })
  await appendToInvoice(second, 'PaymentReminderRequested', { ...request, inMessageOf: first })
  await test.react('tellCustomer')
  return [first, second]
}
const switchReminders = (reminders: boolean) =>
  test.call('PUT', '/api/messages/settings', { body: { reminders } })
const payment = (customerId: number, amountCents: number) => ({
  customerId,
  paymentId: 1,
  amountCents,
  method: 'cash',
  paidOn: '2026-11-21',
  recordedAt: written,
})

const messagesTo = async (customerId: number, type?: string) =>
  (await conversationOf(test, customerId)).filter((it) => !type || it.type === type)
/** Attempts everything that waits for this customer, and answers what became of it. */
async function attempt(customerId: number, type?: string, over: Channel = channel) {
  const drawDocument = async () => ({ filename: 'invoice.pdf', body: Buffer.from('%PDF') })
  const worker = { ...workerOver(test, over), settings: { ...settings, drawDocument } }
  for (const { id } of await messagesTo(customerId, type))
    for (const row of await deliveriesOf(test, id)) await deliverWhenDue(worker, row.id)
  return (await messagesTo(customerId, type)).map(({ status, reason }) => ({ status, reason }))
}
const failed = (reason: string) => ({ status: 'failed', reason })

describe('the check before the first attempt respects consent:', () => {
  it('a cancellation is not sent on a channel that the customer has since opted out of', async () => {
    const customerId = await addCustomer(test)
    await cancelledAppointment(customerId)
    await setConsent(test, customerId, { sms: false })
    expect(await attempt(customerId, 'sms')).toEqual([failed('This customer has opted out of SMS.')])
    expect(await attempt(customerId, 'email')).toEqual([{ status: 'sent', reason: null }])
    expect(sent.map((it) => it.channel)).toEqual(['email'])
  })

  it('a message from staff is not sent after an opt-out', async () => {
    const customerId = await addCustomer(test)
    await sendEmail(test, customerId)
    await setConsent(test, customerId, { email: false })
    expect(await attempt(customerId)).toEqual([failed('This customer has opted out of email.')])
    expect(sent).toEqual([])
  })

  it('an opt-out of the customer that the record was merged into is respected', async () => {
    const [loser, winner] = [await addCustomer(test), await addCustomer(test)]
    await cancelledAppointment(loser)
    await setConsent(test, winner, { sms: false, email: false })
    // in the log only: the read model lags
    await appendMerge(test, loser, winner)
    expect((await attempt(loser)).map((it) => it.status)).toEqual(['failed', 'failed'])
    expect(sent).toEqual([])
  })

  it('an opt-out at the end of a chain of merges is respected', async () => {
    const ids = [await addCustomer(test), await addCustomer(test), await addCustomer(test)]
    const [first, second, last] = ids as [number, number, number]
    await cancelledAppointment(first)
    await setConsent(test, last, { sms: false, email: false })
    // in the log only: the read model lags
    await appendMerge(test, first, second)
    await appendMerge(test, second, last)
    expect((await attempt(first)).map((it) => it.status)).toEqual(['failed', 'failed'])
    expect(sent).toEqual([])
  })

  it.each<[string, (customerId: number, appointmentId: number) => Promise<unknown>, string]>([
    [
      'the customer does not want reminders',
      (customerId) => setConsent(test, customerId, { reminders: false }),
      'This customer does not want reminders.',
    ],
    ['reminders are switched off', () => switchReminders(false), 'Reminders are switched off.'],
    [
      'staff skip it',
      (_customerId, id) => test.call('PUT', `/api/messages/planned/${id}`, { body: { skip: true } }),
      'Skipped by staff.',
    ],
  ])('an appointment reminder that was written is not sent when %s', async (_name, refuse, reason) => {
    const customerId = await addCustomer(test)
    const id = ++lastId
    const event = appointmentScheduled(id, customerId, { startsAt: '2026-11-22T15:00:00.000Z' })
    await test.appendForeign(`appointment-${id}`, event)
    await test.project()
    await remindOfTomorrow(timerContext(test))
    expect(await messagesTo(customerId)).toHaveLength(2)
    await refuse(customerId, id)
    expect(await attempt(customerId)).toEqual([failed(reason), failed(reason)])
    await switchReminders(true)
    expect(sent).toEqual([])
  })
})

describe('a follow-up of a quote that was written', () => {
  /** Sent by email three days ago; its follow-up waits in the ledger. */
  async function followedUpQuote(customerId: number): Promise<void> {
    const quoteId = ++lastId
    const append = (type: string, data: object) =>
      test.appendForeign(`quote-${quoteId}`, { type, data: { quoteId, customerId, ...data } })
    const sentAt = '2026-11-18T15:00:00.000Z'
    await append('QuoteDrafted', { leadId: null, appointmentId: null, draftedAt: sentAt })
    await append('QuoteRevised', {
      ...{ revision: 1, title: 'New deck', options: [], addOns: [], discount: null, taxPercent: '0' },
      ...{ deposit: null, validUntil: null, message: '', terms: '', revisedAt: sentAt },
    })
    const document = { documentHash: 'x', sentOn: '2026-11-18', sentAt }
    await append('QuoteSent', { revision: 1, channel: 'email', ...document })
    const scope = { kind: 'quote', id: quoteId }
    await test.appendForeign(`customer-link-${quoteId}`, {
      type: 'CustomerLinkIssued',
      data: { linkId: quoteId, customerId, scope, expiresAt: '2027-01-01T00:00:00Z', issuedAt: sentAt },
    })
    await test.project()
    await followUpOfToday(timerContext(test))
    expect(await messagesTo(customerId)).toHaveLength(1)
  }
  const switchFollowUps = (followUps: boolean) =>
    test.call('PUT', '/api/messages/settings', { body: { followUps } })
  afterEach(() => switchFollowUps(true))

  it.each<[string, (customerId: number) => Promise<unknown>, string]>([
    ['follow-ups are switched off', () => switchFollowUps(false), 'Follow-ups of quotes are switched off.'],
    [
      'the customer does not want reminders',
      (customerId) => setConsent(test, customerId, { reminders: false }),
      'This customer does not want reminders.',
    ],
  ])('is not sent when %s, and the conversation says so before', async (_name, refuse, reason) => {
    const customerId = await addCustomer(test)
    await followedUpQuote(customerId)
    const [message] = await messagesTo(customerId)
    const hold = `UPDATE deliveries SET held_until = '2026-11-21T16:00:00Z' WHERE message_id = $1`
    await test.pool.query(hold, [message?.id])
    expect((await messagesTo(customerId))[0]?.waiting?.refusal).toBeNull()
    await refuse(customerId)
    expect((await messagesTo(customerId))[0]?.waiting?.refusal).toBe(reason)
    expect(await attempt(customerId)).toEqual([failed(reason)])
    expect(sent).toEqual([])
  })

  it('is sent when staff retry it while they are switched off', async () => {
    const customerId = await addCustomer(test)
    await followedUpQuote(customerId)
    await switchFollowUps(false)
    await attempt(customerId)
    const [message] = await messagesTo(customerId)
    expect((await test.call('POST', `/api/messages/${message?.id}/retry`)).status).toBe(201)
    expect(await attempt(customerId)).toEqual([{ status: 'sent', reason: null }])
  })
})

it('a mail that waits for a connection is checked when it gets one', async () => {
  const customerId = await addCustomer(test)
  await sendEmail(test, customerId)
  const busy: Channel = {
    ...channel,
    withConnection: async (work) => {
      await setConsent(test, customerId, { email: false })
      return work()
    },
  }
  expect(await attempt(customerId, 'email', busy)).toEqual([failed('This customer has opted out of email.')])
  expect(sent).toEqual([])
})

describe('the recipient of the first attempt', () => {
  it('is the corrected number for an SMS and the corrected address for an email', async () => {
    const customerId = await addCustomer(test)
    await cancelledAppointment(customerId)
    // in the log only: the read model lags
    await changeCustomer(test, customerId, { phone: '(919) 555-0188', email: 'new@example.test' })
    expect((await attempt(customerId)).map((it) => it.status)).toEqual(['sent', 'sent'])
    expect(sent.map((it) => it.recipient).sort()).toEqual(['+19195550188', 'new@example.test'])
  })

  it('is missing when there is no number or address any more: the message fails with the reason', async () => {
    const customerId = await addCustomer(test)
    await cancelledAppointment(customerId)
    await changeCustomer(test, customerId, { phone: 'ask the office', email: '' })
    const reasons = (await attempt(customerId)).map((it) => it.reason).sort()
    expect(reasons).toEqual([
      'This customer has no email address.',
      'This customer has no phone number that can receive SMS.',
    ])
    expect(sent).toEqual([])
  })

  it('is never a customer who was removed or erased', async () => {
    const [removed, winner, merged] = [
      await addCustomer(test),
      await addCustomer(test),
      await addCustomer(test),
    ]
    for (const id of [removed, merged]) await cancelledAppointment(id)
    await test.appendForeign(`customer-${removed}`, {
      type: 'CustomerRemoved',
      data: { customerId: removed, removedAt: written },
    })
    await appendMerge(test, merged, winner)
    await eraseKey(test, `customer-${winner}`)
    for (const id of [removed, merged])
      for (const { reason } of await attempt(id)) expect(reason).toBe('This customer has been removed.')
    expect(sent).toEqual([])
  })

  it('is the new number only after the old one was looked up, when the outcome of an attempt is ambiguous', async () => {
    const customerId = await addCustomer(test, { phone: '(919) 555-0133' })
    await sendSms(test, customerId)
    const sms = twilioChannel(twilio.sms)
    twilio.behaviour.after = hangUp
    await attempt(customerId, 'sms', sms)
    delete twilio.behaviour.after
    expect(twilio.accepted.map((it) => it.to)).toEqual(['+19195550133'])
    await changeCustomer(test, customerId, { phone: '(919) 555-0134' })
    await endLeases(test)
    expect(await attempt(customerId, 'sms', sms)).toEqual([{ status: 'sent', reason: null }])
    expect(twilio.accepted.map((it) => it.to)).toEqual(['+19195550133'])
  })
})

describe('the check before the first attempt asks whether the message is still true:', () => {
  const changed = 'The appointment was changed before this went out.'

  it('a cancellation is not sent when the appointment was reopened', async () => {
    const customerId = await addCustomer(test)
    await appendToAppointment(await cancelledAppointment(customerId), 'AppointmentReopened', {
      reopenedAt: written,
    })
    expect(await attempt(customerId)).toEqual([failed(changed), failed(changed)])
    expect(sent).toEqual([])
  })

  it('a cancellation is not sent when the appointment was completed after all', async () => {
    const customerId = await addCustomer(test)
    await appendToAppointment(await cancelledAppointment(customerId), 'AppointmentCompleted', {
      completedAt: written,
    })
    expect(await attempt(customerId)).toEqual([failed(changed), failed(changed)])
  })

  it('a cancellation is sent once when the appointment was reopened and cancelled again', async () => {
    const customerId = await addCustomer(test)
    const id = await cancelledAppointment(customerId)
    await appendToAppointment(id, 'AppointmentReopened', { reopenedAt: written })
    await cancel(id, customerId)
    expect((await attempt(customerId)).map((it) => it.status).sort()).toEqual([
      'failed',
      'failed',
      'sent',
      'sent',
    ])
    expect(sent.map((it) => it.channel).sort()).toEqual(['email', 'sms'])
  })

  it('a cancellation is not sent when the appointment was reassigned to another customer', async () => {
    const [customerId, other] = [await addCustomer(test), await addCustomer(test)]
    await appendToAppointment(await cancelledAppointment(customerId), 'AppointmentReassigned', {
      customerId: other,
      description: null,
      notes: null,
      address: null,
      changedAt: written,
    })
    expect(await attempt(customerId)).toEqual([failed(changed), failed(changed)])
  })

  it('a cancellation is still sent when the appointment was then deleted', async () => {
    const customerId = await addCustomer(test)
    await appendToAppointment(await cancelledAppointment(customerId), 'AppointmentDeleted', {
      deletedAt: written,
    })
    expect((await attempt(customerId)).map((it) => it.status)).toEqual(['sent', 'sent'])
  })

  it('a cancellation is still sent when the appointment was deleted and the deletion was undone', async () => {
    const [customerId, loser] = [await addCustomer(test), await addCustomer(test)]
    await mergeCustomers(test, loser, customerId)
    for (const madeFor of [customerId, loser]) {
      const id = await cancelledAppointment(madeFor)
      await appendToAppointment(id, 'AppointmentDeleted', { deletedAt: written })
      const { data } = appointmentScheduled(id, madeFor)
      const times = { completedAt: null, agreedAt: written, restoredAt: written }
      const restored = { ...data, actualCents: null, status: 'cancelled', ...times }
      await appendToAppointment(id, 'AppointmentRestored', restored)
    }
    const statuses = (await attempt(customerId)).map((it) => it.status)
    expect(statuses).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect(sent).toHaveLength(4)
  })

  it('a cancellation is not sent after its appointment would have begun', async () => {
    const customerId = await addCustomer(test)
    await cancelledAppointment(customerId)
    test.clock.now = new Date('2027-09-17T15:00:00.000Z')
    const late = 'It was too late for this message.'
    expect(await attempt(customerId)).toEqual([failed(late), failed(late)])
  })

  it.each([
    ['voided', 'InvoiceVoided', { voidedAt: written }, 'The invoice was voided before this went out.'],
    ['paid', 'PaymentReceived', payment(1, 12_050), 'The invoice changed before this went out.'],
    [
      'moved to another due day',
      'InvoiceChanged',
      { dueOn: '2026-12-15', changedAt: written },
      'The invoice changed before this went out.',
    ],
  ])('an invoice is not sent by email when it was %s since', async (_name, type, data, reason) => {
    const customerId = await addCustomer(test)
    await appendToInvoice(await sentInvoice(customerId), type, data)
    expect(await attempt(customerId)).toEqual([failed(reason)])
    expect(sent).toEqual([])
  })

  it('an invoice is sent when only its status or description changed', async () => {
    const customerId = await addCustomer(test)
    const id = await sentInvoice(customerId)
    await appendToInvoice(id, 'InvoiceOverdue', { dueOn: '2026-11-30', markedAt: written })
    await appendToInvoice(id, 'InvoiceChanged', { description: 'Faucet', changedAt: written })
    expect(await attempt(customerId)).toEqual([{ status: 'sent', reason: null }])
  })

  it.each([
    ['was paid', 'PaymentReceived', payment(1, 12_050), 'It was paid before this went out.'],
    ['was paid in part', 'PaymentReceived', payment(1, 50), 'The balance changed before this went out.'],
    ['was voided', 'InvoiceVoided', { voidedAt: written }, 'The invoice was voided before this went out.'],
  ])('a payment reminder is not sent when the invoice %s', async (_name, type, data, reason) => {
    const customerId = await addCustomer(test)
    await appendToInvoice(await remindedInvoice(customerId), type, data)
    expect(await attempt(customerId)).toEqual([failed(reason)])
    expect(sent).toEqual([])
  })

  it('one payment reminder names all invoices that it was requested for, and their sum', async () => {
    const customerId = await addCustomer(test)
    const numbers = (await remindedInvoices(customerId)).map((id) => `INV-${String(id).padStart(6, '0')}`)
    const [message, ...more] = await messagesTo(customerId)
    expect(more).toEqual([])
    expect(message?.content).toContain(`$241.00 is still due on invoices ${numbers.join(' and ')}.`)
    expect(await attempt(customerId)).toEqual([{ status: 'sent', reason: null }])
  })

  it('a payment reminder of several invoices is not sent when any of them was paid', async () => {
    const customerId = await addCustomer(test)
    const [, second] = await remindedInvoices(customerId)
    await appendToInvoice(second, 'PaymentReceived', payment(customerId, 12_050))
    expect(await attempt(customerId)).toEqual([failed('It was paid before this went out.')])
  })

  it('a failed notice that staff retry is checked as well', async () => {
    const customerId = await addCustomer(test, { phone: 'none' })
    const id = await cancelledAppointment(customerId)
    await changeCustomer(test, customerId, { phone: '(919) 555-0189' })
    await test.project()
    await appendToAppointment(id, 'AppointmentReopened', { reopenedAt: written })
    const [sms] = await messagesTo(customerId, 'sms')
    expect((await test.call('POST', `/api/messages/${sms?.id}/retry`)).status).toBe(201)
    expect(await attempt(customerId, 'sms')).toEqual([failed(changed)])
    expect(sent).toEqual([])
  })

  it('a notice that 0.1.0 wrote without a version is checked as well', async () => {
    const customerId = await addCustomer(test)
    const id = await cancelledAppointment(customerId)
    await sentInvoice(customerId)
    const invoice = await sentInvoice(customerId)
    await test.project()
    const removeVersions = `UPDATE deliveries SET bound_to = NULL; UPDATE messages SET valid_for_version = NULL`
    await test.pool.query(removeVersions)
    await test.owner.query(deliveriesOf01)
    await appendToAppointment(id, 'AppointmentReopened', { reopenedAt: written })
    await appendToInvoice(invoice, 'InvoiceVoided', { voidedAt: written })
    expect(await attempt(customerId)).toEqual(
      expect.arrayContaining([
        failed(changed),
        failed(changed),
        { status: 'sent', reason: null },
        failed('The invoice was voided before this went out.'),
      ]),
    )
    expect(sent).toHaveLength(1)
  })
})

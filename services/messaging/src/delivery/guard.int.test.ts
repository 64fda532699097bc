import { PermanentFailure } from '@plumbline/platform/jobs'
import { testKeyring } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Channel, Document } from '../channel/channel.ts'
import { twilioChannel } from '../channel/twilio.ts'
import { messagingSubscriptions } from '../service.ts'
import { hangingUp, startTwilioPeer } from '../testing/fakeTwilio.ts'
import { business, type MessagingTest, startMessagingTest } from '../testing.ts'
import type { Delivery } from './ledger.ts'
import { deliver } from './worker.ts'

const written = '2026-11-21T15:00:00.000Z'
const startsAt = '2026-11-23T14:00:00.000Z'

let test: MessagingTest
let twilio: Awaited<ReturnType<typeof startTwilioPeer>>
let lastId = 0
/** Every message that reached a channel, with its recipient. */
const sent: Delivery[] = []
const channel: Channel = {
  send: async (delivery: Delivery, _document?: Document) => {
    sent.push(delivery)
    return `provider-${delivery.id}`
  },
  close: () => {},
}

beforeAll(async () => {
  test = await startMessagingTest()
  twilio = await startTwilioPeer()
})
beforeEach(() => {
  test.clock.now = new Date(written)
})
afterEach(() => {
  sent.length = 0
  twilio.taken.length = 0
  delete twilio.behaviour.after
})
afterAll(async () => {
  twilio.stop()
  await test.stop()
})

const react = async () => {
  const options = { ownerEmail: 'o@example.test', publicUrl: 'https://plumbline.example', business }
  for (const it of messagingSubscriptions(options, testKeyring, undefined, () => test.clock.now))
    await test.react(it)
}
const appointment = (id: number) => `appointment-${id}`
const tellOf = (id: number, type: string, data: object = {}) =>
  test.tell(appointment(id), { type, data: { appointmentId: id, ...data } })

/** An appointment that was cancelled with a notice, which waits in the ledger. */
async function cancelled(customerId: number): Promise<number> {
  const id = ++lastId
  await tellOf(id, 'AppointmentScheduled', {
    ...{ customerId, title: 'Painting', description: null, notes: null, address: null },
    ...{ startsAt, durationMinutes: 60, estimatedCents: null, scheduledAt: written },
  })
  await cancel(id, customerId)
  return id
}
async function cancel(id: number, customerId: number) {
  await tellOf(id, 'AppointmentCancelled', { customerId, startsAt, notify: true, cancelledAt: written })
  await react()
}
const tellInvoice = (id: number, type: string, data: object = {}) =>
  test.tell(`invoice-${id}`, { type, data: { invoiceId: id, ...data } })

/** An issued invoice that is to go out by e-mail, which waits in the ledger. */
async function invoiced(customerId: number): Promise<number> {
  const id = ++lastId
  await tellInvoice(id, 'InvoiceIssued', { number: id, issuedOn: '2026-11-20', issuedAt: written })
  await tellInvoice(id, 'InvoiceSendRequested', {
    ...{ customerId, balanceCents: 12_050, dueOn: '2026-11-30', requestedAt: written },
  })
  await react()
  return id
}
/** A payment reminder by SMS, which waits in the ledger. */
async function reminded(customerId: number): Promise<number> {
  const id = ++lastId
  await tellInvoice(id, 'PaymentReminderRequested', {
    ...{ customerId, channel: 'sms', balanceCents: 12_050, requestedAt: written },
  })
  await react()
  return id
}
const payment = (customerId: number, amountCents: number) => ({
  ...{ customerId, paymentId: 1, amountCents, method: 'cash', paidOn: '2026-11-21', recordedAt: written },
})
const changeCustomer = (customerId: number, data: object) =>
  test.tell(`customer-${customerId}`, {
    type: 'CustomerDetailsChanged',
    data: { customerId, changedAt: written, ...data },
  })
const consent = (customerId: number, body: object) =>
  test.call('PUT', `/api/messages/customer/${customerId}/consent`, { body })

const messages = async (customerId: number, type?: string) =>
  (await test.conversation(customerId)).filter((it) => !type || it.type === type)
/** The first attempt at all that waits for this customer, with the outcome of each. */
async function attempt(customerId: number, type?: string, by: Channel = channel) {
  const document = async () => ({ filename: 'invoice.pdf', body: Buffer.from('%PDF') })
  for (const { id } of await messages(customerId, type))
    for (const row of await test.deliveries(id))
      await deliver({ ...test.sending(by), invoiceDocument: document }, row.id).catch((error) => {
        if (!(error instanceof PermanentFailure)) throw error
      })
  return (await messages(customerId, type)).map(({ status, reason }) => ({ status, reason }))
}
const failed = (reason: string) => ({ status: 'failed', reason })

describe('the first attempt checks consent', () => {
  it('a cancellation does not go out on a channel that the customer has since opted out of', async () => {
    const customerId = await test.customer()
    await cancelled(customerId)
    await consent(customerId, { sms: false })
    expect(await attempt(customerId, 'sms')).toEqual([failed('This customer has opted out of SMS.')])
    expect(await attempt(customerId, 'email')).toEqual([{ status: 'sent', reason: null }])
    expect(sent.map((it) => it.channel)).toEqual(['email'])
  })

  it('a message from staff does not go out after an opt-out', async () => {
    const customerId = await test.customer()
    const body = { customerId, type: 'email', content: 'Hello' }
    await test.call('POST', '/api/messages', { body })
    await consent(customerId, { email: false })
    expect(await attempt(customerId)).toEqual([failed('This customer has opted out of e-mail.')])
    expect(sent).toEqual([])
  })

  it('the opt-out of the record that this one was merged into counts', async () => {
    const [loser, winner] = [await test.customer(), await test.customer()]
    await cancelled(loser)
    await consent(winner, { sms: false, email: false })
    // in the log alone: the read model is behind
    await test.tell(`customer-${loser}`, {
      type: 'CustomerMerged',
      data: { customerId: loser, intoCustomerId: winner, mergedAt: written },
    })
    expect((await attempt(loser)).map((it) => it.status)).toEqual(['failed', 'failed'])
    expect(sent).toEqual([])
  })

  it('an appointment reminder does not go out once reminders are off, for the customer or for everyone', async () => {
    const { remindOfTomorrow } = await import('../reminder/remind.ts')
    for (const off of ['customer', 'everyone', 'this one']) {
      const customerId = await test.customer()
      const id = ++lastId
      await tellOf(id, 'AppointmentScheduled', {
        ...{ customerId, title: 'Painting', description: null, notes: null, address: null },
        ...{ startsAt: '2026-11-22T15:00:00.000Z', durationMinutes: 60, estimatedCents: null },
        scheduledAt: '2026-11-01T15:00:00.000Z',
      })
      await test.follow()
      await remindOfTomorrow({ ...test.sending(channel), clock: () => test.clock.now })
      expect(await messages(customerId)).toHaveLength(2)
      if (off === 'customer') await consent(customerId, { reminders: false })
      if (off === 'this one') await test.call('PUT', `/api/messages/planned/${id}`, { body: { skip: true } })
      if (off === 'everyone') await test.call('PUT', '/api/messages/settings', { body: { reminders: false } })
      expect((await attempt(customerId)).map((it) => it.status)).toEqual(['failed', 'failed'])
      await test.call('PUT', '/api/messages/settings', { body: { reminders: true } })
    }
    expect(sent).toEqual([])
  })
})

it('a mail that waits for a connection is checked when it has one', async () => {
  const customerId = await test.customer()
  await test.call('POST', '/api/messages', { body: { customerId, type: 'email', content: 'Hello' } })
  const busy: Channel = {
    ...channel,
    inTurn: async (work) => {
      await consent(customerId, { email: false })
      return work()
    },
  }
  expect(await attempt(customerId, 'email', busy)).toEqual([failed('This customer has opted out of e-mail.')])
  expect(sent).toEqual([])
})

describe('the first attempt uses the current number and address', () => {
  it('a corrected number gets the SMS, a corrected address the e-mail', async () => {
    const customerId = await test.customer()
    await cancelled(customerId)
    // in the log alone: the read model is behind
    await changeCustomer(customerId, { phone: '(919) 555-0188', email: 'new@example.test' })
    expect((await attempt(customerId)).map((it) => it.status)).toEqual(['sent', 'sent'])
    expect(sent.map((it) => it.recipient).sort()).toEqual(['+19195550188', 'new@example.test'])
  })

  it('a message is refused with the reason when there is no number or address any more', async () => {
    const customerId = await test.customer()
    await cancelled(customerId)
    await changeCustomer(customerId, { phone: 'ask the office', email: '' })
    const reasons = (await attempt(customerId)).map((it) => it.reason).sort()
    expect(reasons).toEqual([
      'This customer has no e-mail address.',
      'This customer has no phone number that can receive SMS.',
    ])
    expect(sent).toEqual([])
  })

  it('nothing goes to a customer who was removed or erased', async () => {
    const [removed, winner, merged] = [await test.customer(), await test.customer(), await test.customer()]
    for (const id of [removed, merged]) await cancelled(id)
    await test.tell(`customer-${removed}`, {
      type: 'CustomerRemoved',
      data: { customerId: removed, removedAt: written },
    })
    await test.tell(`customer-${merged}`, {
      type: 'CustomerMerged',
      data: { customerId: merged, intoCustomerId: winner, mergedAt: written },
    })
    await test.owner.query(`UPDATE es.subject_keys SET wrapped = NULL WHERE subject = 'customer-${winner}'`)
    for (const id of [removed, merged])
      for (const { reason } of await attempt(id)) expect(reason).toBe('This customer has been removed.')
    expect(sent).toEqual([])
  })

  it('after an attempt with an unknown end the old number is looked up, and only then the new one is used', async () => {
    const customerId = await test.customer({ phone: '(919) 555-0133' })
    await test.call('POST', '/api/messages', { body: { customerId, type: 'sms', content: 'Hello' } })
    const sms = twilioChannel({ ...twilio.sms, timeoutMs: 500 })
    twilio.behaviour.after = hangingUp
    await attempt(customerId, 'sms', sms)
    delete twilio.behaviour.after
    expect(twilio.taken.map((it) => it.to)).toEqual(['+19195550133'])
    await changeCustomer(customerId, { phone: '(919) 555-0134' })
    await test.pool.query(
      `UPDATE deliveries SET lease_until = now() - interval '1 second' WHERE status = 'sending'`,
    )
    expect(await attempt(customerId, 'sms', sms)).toEqual([{ status: 'sent', reason: null }])
    expect(twilio.taken.map((it) => it.to)).toEqual(['+19195550133'])
  })
})

describe('the first attempt checks that the message is still true', () => {
  const changed = 'The appointment was changed before this went out.'

  it('a cancellation does not go out when the appointment was reopened', async () => {
    const customerId = await test.customer()
    await tellOf(await cancelled(customerId), 'AppointmentReopened', { reopenedAt: written })
    expect(await attempt(customerId)).toEqual([failed(changed), failed(changed)])
    expect(sent).toEqual([])
  })

  it('an appointment that was reopened and cancelled again is told of once', async () => {
    const customerId = await test.customer()
    const id = await cancelled(customerId)
    await tellOf(id, 'AppointmentReopened', { reopenedAt: written })
    await cancel(id, customerId)
    expect((await attempt(customerId)).map((it) => it.status).sort()).toEqual([
      ...['failed', 'failed', 'sent', 'sent'],
    ])
    expect(sent.map((it) => it.channel).sort()).toEqual(['email', 'sms'])
  })

  it('a cancellation does not go out when the appointment turned out to be of another customer', async () => {
    const [customerId, other] = [await test.customer(), await test.customer()]
    await tellOf(await cancelled(customerId), 'AppointmentReassigned', {
      ...{ customerId: other, description: null, notes: null, address: null, changedAt: written },
    })
    expect(await attempt(customerId)).toEqual([failed(changed), failed(changed)])
  })

  it('a cancelled appointment that was then deleted is still told of', async () => {
    const customerId = await test.customer()
    await tellOf(await cancelled(customerId), 'AppointmentDeleted', { deletedAt: written })
    expect((await attempt(customerId)).map((it) => it.status)).toEqual(['sent', 'sent'])
  })

  it('a cancellation is too late once its appointment would have begun a day after it was written', async () => {
    const customerId = await test.customer()
    await cancelled(customerId)
    test.clock.now = new Date('2027-09-17T15:00:00.000Z')
    const late = 'It was too late for this message.'
    expect(await attempt(customerId)).toEqual([failed(late), failed(late)])
  })

  it.each([
    ['voided', 'InvoiceVoided', { voidedAt: written }, 'The invoice was voided before this went out.'],
    ['paid', 'PaymentReceived', payment(1, 12_050), 'The invoice changed before this went out.'],
    [
      'due on another day',
      'InvoiceChanged',
      { dueOn: '2026-12-15', changedAt: written },
      'The invoice changed before this went out.',
    ],
  ])('an invoice does not go out by e-mail when it was %s since', async (_name, type, data, reason) => {
    const customerId = await test.customer()
    await tellInvoice(await invoiced(customerId), type, data)
    expect(await attempt(customerId)).toEqual([failed(reason)])
    expect(sent).toEqual([])
  })

  it('an invoice that did not change goes out, also when it became overdue or was reminded of', async () => {
    const customerId = await test.customer()
    const id = await invoiced(customerId)
    await tellInvoice(id, 'InvoiceOverdue', { dueOn: '2026-11-30', markedAt: written })
    await tellInvoice(id, 'InvoiceChanged', { description: 'Faucet', changedAt: written })
    expect(await attempt(customerId)).toEqual([{ status: 'sent', reason: null }])
  })

  it.each([
    ['was paid', 'PaymentReceived', payment(1, 12_050), 'It was paid before this went out.'],
    ['was paid in part', 'PaymentReceived', payment(1, 50), 'The balance changed before this went out.'],
    ['was voided', 'InvoiceVoided', { voidedAt: written }, 'The invoice was voided before this went out.'],
  ])('a payment reminder does not go out when the invoice %s', async (_name, type, data, reason) => {
    const customerId = await test.customer()
    await tellInvoice(await reminded(customerId), type, data)
    expect(await attempt(customerId)).toEqual([failed(reason)])
    expect(sent).toEqual([])
  })

  it('a failed notice that staff send again is checked as well', async () => {
    const customerId = await test.customer({ phone: 'none' })
    const id = await cancelled(customerId)
    await changeCustomer(customerId, { phone: '(919) 555-0189' })
    await test.follow()
    await tellOf(id, 'AppointmentReopened', { reopenedAt: written })
    const [sms] = await messages(customerId, 'sms')
    expect((await test.call('POST', `/api/messages/${sms?.id}/retry`)).status).toBe(201)
    expect(await attempt(customerId, 'sms')).toEqual([failed(changed)])
    expect(sent).toEqual([])
  })

  it('notices that an earlier release wrote without a version are checked as well', async () => {
    const customerId = await test.customer()
    const id = await cancelled(customerId)
    await invoiced(customerId)
    const invoice = await invoiced(customerId)
    await test.follow()
    const unbind = `UPDATE deliveries SET bound_to = NULL; UPDATE messages SET bound_to = NULL`
    await test.pool.query(unbind)
    await tellOf(id, 'AppointmentReopened', { reopenedAt: written })
    await tellInvoice(invoice, 'InvoiceVoided', { voidedAt: written })
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

import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Channel, ChannelError } from '../channel/channel.ts'
import { remindOfTomorrow } from '../reminder/remind.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  addInvoice,
  appendMember,
  appointmentScheduled,
  conversationOf,
  deliverWhenDue,
  deliveryOf,
  foreignPersonal,
  type MessagingTest,
  sendEmail,
  settings,
  timerContext,
  workerOver,
} from '../testing.ts'

const night = '2026-11-22T03:00:00.000Z'
const morning = '2026-11-22T13:00:00.000Z'
const at = '2026-11-21T15:00:00.000Z'
const denials = {
  'who was deactivated': ['MemberDeactivated', { deactivatedAt: at }],
  'whose role changed': [
    'MemberRoleChanged',
    { role: 'limited_worker', granted: [], denied: [], changedAt: at },
  ],
} as const
const allowances = {
  'who is still active': null,
  'whose role changed to one with the right': [
    'MemberRoleChanged',
    { role: 'dispatcher', granted: ['invoices.edit'], denied: [], changedAt: at },
  ],
} as const

let test: MessagingTest
const sent: string[] = []
let failure: ChannelError | undefined
const provider: Channel = {
  send: async ({ id }) => {
    if (failure) throw failure
    sent.push(id)
    return `provider-${id}`
  },
  close: () => {},
}
let memberId = 40
let lastId = 0

beforeAll(async () => {
  const drawDocument = async () => ({ filename: 'invoice.pdf', body: Buffer.from('pdf') })
  test = await startServiceForTest(messaging, { settings: { ...settings, drawDocument }, foreignPersonal })
})
beforeEach(async () => {
  sent.length = 0
  failure = undefined
  await appendMember(test, { userId: ++memberId, role: 'business_owner' })
})
afterAll(() => test.stop())

const maria = () => ({ id: memberId, username: 'Maria', email: 'm@x.io', role: 'business_owner' })
const append = (event: readonly [string, object] | null) =>
  event &&
  test.appendForeign(`member-${memberId}`, { type: event[0], data: { userId: memberId, ...event[1] } })
const attempt = (id: string) => deliverWhenDue(workerOver(test, provider), id)
const pass = (id: string, interval: string) =>
  test.pool.query(`UPDATE deliveries SET created_at = created_at - $2::interval WHERE id = $1`, [
    id,
    interval,
  ])
const newest = async (customerId: number) => (await conversationOf(test, customerId)).at(-1)

/** What Maria has billing ask for at night, which is written by the product. */
async function request(type: 'PaymentReminderRequested' | 'InvoiceSendRequested', metadata: object) {
  test.clock.now = new Date(night)
  const customerId = await addCustomer(test)
  const invoiceId = ++lastId
  await addInvoice(test, invoiceId, customerId, { amountCents: 5_000, at: night })
  const data = {
    invoiceId,
    customerId,
    channel: 'email',
    balanceCents: 5_000,
    dueOn: '2026-11-30',
    requestedAt: night,
  }
  await test.appendForeign(`invoice-${invoiceId}`, { type, data }, metadata)
  await test.react('tellCustomer')
  const { id = 0 } = (await newest(customerId)) ?? {}
  return { customerId, delivery: (await deliveryOf(test, id)).id }
}
const byMaria = () => ({ actor: `user-${memberId}`, actorName: 'Maria' })

/** What Maria writes while the mail server is down. */
async function writtenInVain() {
  test.clock.now = new Date(morning)
  const customerId = await addCustomer(test)
  const body = { customerId, type: 'email', content: 'On my way' }
  const { json } = await test.call<{ id: number }>('POST', '/api/messages', {
    body,
    caller: { user: maria() },
  })
  const { id: delivery } = await deliveryOf(test, json.id)
  failure = new ChannelError('transient', 'away')
  await attempt(delivery)
  failure = undefined
  await pass(delivery, '2 minutes')
  return { customerId, messageId: json.id, delivery }
}

describe.each(Object.entries(denials))('of a member %s', (_, event) => {
  it('a payment reminder that waited for the morning is not sent, and says so', async () => {
    const { customerId, delivery } = await request('PaymentReminderRequested', byMaria())
    await append(event)
    expect((await newest(customerId))?.waiting?.refusal).toBe(
      'Maria may no longer remind customers of payments.',
    )
    test.clock.now = new Date(morning)
    await pass(delivery, '10 hours')
    await attempt(delivery)
    expect(sent).toEqual([])
    expect(await newest(customerId)).toMatchObject({
      status: 'failed',
      reason: 'Not sent: Maria may no longer remind customers of payments.',
    })
  })

  it('an invoice and a message that waited for the mail server are not sent either', async () => {
    const invoice = await request('InvoiceSendRequested', byMaria())
    const message = await writtenInVain()
    await append(event)
    for (const { delivery } of [invoice, message]) {
      await pass(delivery, '2 minutes')
      await attempt(delivery)
    }
    expect(sent).toEqual([])
    expect((await newest(invoice.customerId))?.reason).toBe('Not sent: Maria may no longer send invoices.')
    expect((await newest(message.customerId))?.reason).toBe('Not sent: Maria may no longer send messages.')
    const { last_error } = await deliveryOf(test, message.messageId)
    expect(last_error).toBe('not sent: its author may not order it any more')
  })

  it('a message that another member sends again is sent', async () => {
    const { customerId, messageId, delivery } = await writtenInVain()
    await append(event)
    await attempt(delivery)
    await appendMember(test)
    expect((await test.call('POST', `/api/messages/${messageId}/retry`)).status).toBe(201)
    const { id } = await deliveryOf(test, messageId)
    await pass(id, '2 minutes')
    await attempt(id)
    expect(sent).toEqual([id])
    expect((await newest(customerId))?.status).toBe('sent')
  })
})

describe.each(Object.entries(allowances))('of a member %s', (_, event) => {
  it('what waited is sent', async () => {
    const reminder = await request('PaymentReminderRequested', byMaria())
    const message = await writtenInVain()
    await append(event)
    expect((await newest(reminder.customerId))?.waiting?.refusal).toBeNull()
    for (const { delivery } of [reminder, message]) {
      await pass(delivery, '2 minutes')
      await attempt(delivery)
    }
    expect(sent).toEqual([reminder.delivery, message.delivery])
  })
})

it('what the business writes by rule has no author, and is sent', async () => {
  const job = ++lastId
  test.clock.now = new Date('2026-11-22T15:00:00.000Z')
  const customerId = await addCustomer(test)
  await test.appendForeign(
    `appointment-${job}`,
    appointmentScheduled(job, customerId, { scheduledAt: '2026-11-01T15:00:00.000Z' }),
    byMaria(),
  )
  await test.project()
  await append(denials['who was deactivated'])
  expect(await remindOfTomorrow(timerContext(test))).toBe(1)
  const { id = 0 } = (await conversationOf(test, customerId)).find(({ type }) => type === 'email') ?? {}
  const { id: delivery } = await deliveryOf(test, id)
  await pass(delivery, '2 minutes')
  await attempt(delivery)
  expect(sent).toEqual([delivery])
})

it('what goes out at once asks nobody again', async () => {
  // the member of this call is not in the log at all
  const customerId = await addCustomer(test)
  const { json } = await sendEmail(test, customerId)
  const { id } = await deliveryOf(test, json.id)
  await attempt(id)
  expect(sent).toEqual([id])
})

import { text } from 'node:stream/consumers'
import { type SmtpPeer, startSmtpPeer, testKeyring } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { smtpChannel } from '../channel/smtp.ts'
import { deliver, type InvoiceDocument } from '../delivery/worker.ts'
import { messagingSubscriptions } from '../service.ts'
import { business, type MessagingTest, startMessagingTest } from '../testing.ts'

let test: MessagingTest
let smtp: SmtpPeer
/** Whole mails, as they came. */
const taken: string[] = []
beforeAll(async () => {
  test = await startMessagingTest()
  smtp = await startSmtpPeer({
    onData: async (stream, _session, accepted) => {
      taken.push(await text(stream))
      accepted()
    },
  })
})
afterEach(() => {
  taken.length = 0
})
afterAll(async () => {
  await smtp.stop()
  await test.stop()
})

const requestedAt = '2026-11-21T15:00:00.000Z'
const react = async () => {
  const options = { ownerEmail: 'o@example.test', publicUrl: 'https://plumbline.example', business }
  for (const it of messagingSubscriptions(options, testKeyring, undefined, () => test.clock.now))
    await test.react(it)
}
async function requested(invoiceId: number, customerId: number, more: { type: string; data: object }[] = []) {
  const stream = `invoice-${invoiceId}`
  const tell = (type: string, data: object) => test.tell(stream, { type, data: { invoiceId, ...data } })
  await tell('InvoiceIssued', { number: invoiceId, issuedOn: '2026-11-20', issuedAt: requestedAt })
  await tell('InvoiceSendRequested', { customerId, balanceCents: 12_050, dueOn: '2026-11-30', requestedAt })
  for (const { type, data } of more) await tell(type, { customerId, ...data })
  await react()
}
const document: InvoiceDocument = async (invoiceId) => ({
  filename: `INV-00000${invoiceId}.pdf`,
  body: Buffer.from(`%PDF of invoice ${invoiceId}`),
})
const send = async (customerId: number, invoiceDocument?: InvoiceDocument) => {
  const [message] = await test.conversation(customerId)
  const [row] = await test.deliveries(message?.id as number)
  const channel = smtpChannel({
    url: smtp.url,
    from: { name: business.name, address: 'hello@plumbline.example' },
  })
  await deliver({ ...test.sending(channel), invoiceDocument }, row?.id as string).finally(() =>
    channel.close(),
  )
}

it('an invoice goes out by e-mail, once, with its document drawn when it is sent', async () => {
  const customerId = await test.customer()
  await requested(7, customerId)
  await test.owner.query(`UPDATE es.subscriptions SET position = 0 WHERE name = 'tellCustomer'`)
  await react()
  const told = await test.conversation(customerId)
  expect(told).toMatchObject([
    {
      ...{ type: 'email', status: 'sent', subject: 'Your invoice INV-000007' },
      attachment: { name: 'INV-000007.pdf', invoiceId: 7 },
      content: expect.stringContaining(
        'Hi Ann, your invoice INV-000007 is attached. $120.50 is due on November 30, 2026. Thank you!',
      ),
    },
  ])
  await send(customerId, document)
  expect(taken).toHaveLength(1)
  const [mail = ''] = taken
  expect(mail).toContain('To: ann@example.test')
  expect(mail).toContain('Subject: Your invoice INV-000007')
  expect(mail).toMatch(/Content-Type: application\/pdf; name=INV-000007\.pdf/)
  expect(mail).toMatch(/Content-Disposition: attachment; filename=INV-000007\.pdf/)
  expect(mail).toContain(Buffer.from('%PDF of invoice 7').toString('base64'))
})

it('what cannot be drawn now is tried again, and nothing goes out without it', async () => {
  const customerId = await test.customer()
  await requested(8, customerId)
  for (const broken of [undefined, () => Promise.reject(new Error('no ink'))])
    await expect(send(customerId, broken)).rejects.toThrow()
  expect(taken).toEqual([])
  await test.pool.query(`UPDATE deliveries SET next_attempt_at = now()`)
  await send(customerId, document)
  expect(taken).toHaveLength(1)
})

it('what was paid meanwhile says so, and what is void is not sent', async () => {
  const [payer, voided] = [await test.customer(), await test.customer()]
  const paid = {
    paymentId: 1,
    amountCents: 12_050,
    method: 'cash',
    paidOn: '2026-11-21',
    recordedAt: requestedAt,
  }
  await requested(9, payer, [{ type: 'PaymentReceived', data: paid }])
  expect((await test.conversation(payer))[0]?.content).toContain('It has been paid in full.')
  await requested(10, voided, [{ type: 'InvoiceVoided', data: { voidedAt: requestedAt } }])
  expect(await test.conversation(voided)).toEqual([])
})

it('a customer who opted out of e-mail sees none, and staff see why', async () => {
  const customerId = await test.customer()
  await test.call('PUT', `/api/messages/customer/${customerId}/consent`, { body: { email: false } })
  await requested(11, customerId)
  expect(await test.conversation(customerId)).toMatchObject([
    { status: 'failed', reason: 'This customer has opted out of e-mail.' },
  ])
})

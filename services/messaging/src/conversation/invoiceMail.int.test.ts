import { text } from 'node:stream/consumers'
import { type SmtpPeer, startServiceForTest, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { smtpChannel } from '../channel/smtp.ts'
import { messaging } from '../service.ts'
import type { DrawDocument } from '../settings.ts'
import {
  addCustomer,
  addInvoice,
  conversationOf,
  deliverWhenDue,
  deliveryOf,
  foreignPersonal,
  type MessagingTest,
  setConsent,
  settings,
  workerOver,
} from '../testing.ts'

let test: MessagingTest
let smtp: SmtpPeer
/** Whole mails, as they arrived. */
const mails: string[] = []
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  smtp = await startSmtpPeer({
    onData: async (stream, _session, accept) => {
      mails.push(await text(stream))
      accept()
    },
  })
})
afterEach(() => {
  mails.length = 0
})
afterAll(async () => {
  await smtp.stop()
  await test.stop()
})

const requestedAt = '2026-11-21T15:00:00.000Z'
type Later = { type: string; data: object }
async function requestInvoice(invoiceId: number, customerId: number, later: Later[] = []) {
  const append = (type: string, data: object) =>
    test.appendForeign(`invoice-${invoiceId}`, { type, data: { invoiceId, ...data } })
  await addInvoice(test, invoiceId, customerId, { amountCents: 12_050, at: requestedAt })
  await append('InvoiceSendRequested', { customerId, balanceCents: 12_050, dueOn: '2026-11-30', requestedAt })
  for (const { type, data } of later) await append(type, { customerId, ...data })
  await test.react('tellCustomer')
}
const drawInvoice: DrawDocument = async (document) => {
  const invoiceId = 'invoiceId' in document && document.invoiceId
  return { filename: `INV-00000${invoiceId}.pdf`, body: Buffer.from(`%PDF of invoice ${invoiceId}`) }
}
async function send(customerId: number, drawDocument?: DrawDocument) {
  const [message] = await conversationOf(test, customerId)
  const { id } = await deliveryOf(test, message?.id as number)
  const from = { name: settings.business.name, address: 'hello@plumbline.example' }
  const channel = smtpChannel({ url: smtp.url, from })
  const worker = { ...workerOver(test, channel), settings: { ...settings, drawDocument } }
  await deliverWhenDue(worker, id).finally(() => channel.close())
}

it('an invoice goes out by email, once, with its document drawn when it is sent', async () => {
  const customerId = await addCustomer(test)
  await requestInvoice(7, customerId)
  await test.owner.query(`UPDATE es.subscriptions SET position = 0 WHERE name = 'tellCustomer'`)
  await test.react('tellCustomer')
  expect(await conversationOf(test, customerId)).toMatchObject([
    {
      type: 'email',
      status: 'sent',
      subject: 'Your invoice INV-000007',
      attachment: { name: 'INV-000007.pdf', invoiceId: 7 },
      content: expect.stringContaining(
        'Hi Ann,\n\nYour invoice INV-000007 is attached. $120.50 is due on November 30, 2026. Thank you!',
      ),
    },
  ])
  await send(customerId, drawInvoice)
  expect(mails).toHaveLength(1)
  const [mail = ''] = mails
  expect(mail).toContain('To: ann@example.test')
  expect(mail).toContain('Subject: Your invoice INV-000007')
  expect(mail).toMatch(/Content-Type: application\/pdf; name=INV-000007\.pdf/)
  expect(mail).toMatch(/Content-Disposition: attachment; filename=INV-000007\.pdf/)
  expect(mail).toContain(Buffer.from('%PDF of invoice 7').toString('base64'))
})

it('an invoice whose document cannot be drawn is tried again and does not go out without it', async () => {
  const customerId = await addCustomer(test)
  await requestInvoice(8, customerId)
  for (const broken of [undefined, () => Promise.reject(new Error('no ink'))]) await send(customerId, broken)
  expect(mails).toEqual([])
  await test.pool.query(`UPDATE deliveries SET next_attempt_at = now()`)
  await send(customerId, drawInvoice)
  expect(mails).toHaveLength(1)
})

it('an invoice that was paid since it was requested says so, and one that was voided is not sent', async () => {
  const [payer, other] = [await addCustomer(test), await addCustomer(test)]
  const payment = {
    paymentId: 1,
    amountCents: 12_050,
    method: 'cash',
    paidOn: '2026-11-21',
    recordedAt: requestedAt,
  }
  await requestInvoice(9, payer, [{ type: 'PaymentReceived', data: payment }])
  expect((await conversationOf(test, payer))[0]?.content).toContain('It has been paid in full.')
  await requestInvoice(10, other, [{ type: 'InvoiceVoided', data: { voidedAt: requestedAt } }])
  expect(await conversationOf(test, other)).toEqual([])
})

it('an invoice to a customer who opted out of email is stored as failed with the reason', async () => {
  const customerId = await addCustomer(test)
  await setConsent(test, customerId, { email: false })
  await requestInvoice(11, customerId)
  expect(await conversationOf(test, customerId)).toMatchObject([
    { status: 'failed', reason: 'This customer has opted out of email.' },
  ])
})

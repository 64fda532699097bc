import { startServiceForTest } from '@plumbline/platform/testing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvoiceDetails } from '../api.ts'
import { billing, renderInvoicePdf } from '../service.ts'
import { type BillingTest, customerRegistered, testOptions } from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
})
afterAll(() => test.stop())

const form = { customerId: 1, description: 'Hang three doors', amount: '100', tax: '7.25' }
const post = (path: string, body?: object, headers?: Record<string, string>) =>
  test.call<InvoiceDetails>('POST', path, { body, headers })
const create = async (more: object = {}) => (await post('/api/invoices', { ...form, ...more })).json

it('sending an invoice is stored with its time, in the list and in the history', async () => {
  const { id } = await create()
  const { status, json } = await post(`/api/invoices/${id}/send`)
  expect(status).toBe(201)
  expect(json.lastSentAt).toBe('2026-11-21T15:00:00.000Z')
  expect(json.history.at(-1)).toMatchObject({ text: 'Sent by email', actor: 'user-1' })
  const list = await test.call<{ lastSentAt: string }[]>('GET', '/api/invoices')
  expect(list.json[0]?.lastSentAt).toBe(json.lastSentAt)
})

it('two requests with the same idempotency key send one email', async () => {
  const { id } = await create()
  const key = { 'idempotency-key': 'send-1' }
  const answers = await Promise.all([1, 2].map(() => post(`/api/invoices/${id}/send`, undefined, key)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const sent = (await test.call<InvoiceDetails>('GET', `/api/invoices/${id}`)).json.history
  expect(sent.filter(({ text }) => text === 'Sent by email')).toHaveLength(1)
})

it('a draft, a void and an unknown invoice cannot be sent', async () => {
  const draft = await create({ status: 'draft' })
  expect(await post(`/api/invoices/${draft.id}/send`)).toMatchObject({
    status: 409,
    text: 'A draft is not owed yet. Issue it first.',
  })
  await post(`/api/invoices/${draft.id}/void`)
  expect((await post(`/api/invoices/${draft.id}/send`)).status).toBe(409)
  expect((await post('/api/invoices/999/send')).status).toBe(404)
})

const rendering = () => ({ settings: test.settings, now: test.clock.now })

it('the PDF for the email is that of the download', async () => {
  const { id, invoiceNumber } = await create({ amount: '1234.5' })
  const { filename, body } = await renderInvoicePdf(test.pool, rendering(), id)
  expect(filename).toBe(`${invoiceNumber}.pdf`)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(body)), { mergePages: true })
  expect(text).toContain('Ann Lee')
  expect(text.replace(/\s+/g, ' ')).toContain('Balance due $1,241.75')
  const { headers } = await test.send('GET', `/api/invoices/${id}/pdf`)
  expect(headers.get('content-disposition')).toContain(filename)
  await expect(renderInvoicePdf(test.pool, rendering(), 999)).rejects.toThrow('Invoice not found')
})

import { createTimers } from '@plumbline/platform/jobs'
import { testKeyring } from '@plumbline/platform/testing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { billingSchema, createBilling, startBilling } from '../service.ts'
import { business, registered, startBillingTest } from '../testing.ts'

const start = () => startBillingTest(billingSchema, createBilling)
let billing: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  billing = await start()
  await billing.tell('customer-1', registered(1))
  await billing.follow()
})
afterAll(() => billing.stop())

const form = { customerId: 1, description: 'Hang three doors', amount: '100', tax: '7.25' }
const post = (path: string, body?: object, headers?: Record<string, string>) =>
  billing.call('POST', path, { body, headers })
const create = async (more: object = {}) => (await post('/api/invoices', { ...form, ...more })).json

it('is noted with the day, in the list and in the history', async () => {
  const { id } = await create()
  const { status, json } = await post(`/api/invoices/${id}/send`)
  expect(status).toBe(201)
  expect(json.lastSentAt).toBe('2026-11-21T15:00:00.000Z')
  expect(json.history.at(-1)).toMatchObject({ text: 'Sent by email', actor: 'user-1' })
  const list = await billing.call<{ lastSentAt: string }[]>('GET', '/api/invoices')
  expect(list.json[0]?.lastSentAt).toBe(json.lastSentAt)
})

it('one key is one e-mail', async () => {
  const { id } = await create()
  const key = { 'idempotency-key': 'send-1' }
  const answers = await Promise.all([1, 2].map(() => post(`/api/invoices/${id}/send`, undefined, key)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  const sent = (await billing.call('GET', `/api/invoices/${id}`)).json.history
  expect(sent.filter(({ text }) => text === 'Sent by email')).toHaveLength(1)
})

it('a draft and a void invoice stay here', async () => {
  const draft = await create({ status: 'draft' })
  expect(await post(`/api/invoices/${draft.id}/send`)).toMatchObject({
    ...{ status: 409, text: 'A draft is not owed yet. Issue it first.' },
  })
  await post(`/api/invoices/${draft.id}/void`)
  expect((await post(`/api/invoices/${draft.id}/send`)).status).toBe(409)
  expect((await post('/api/invoices/999/send')).status).toBe(404)
})

it('the worker has the same paper as the screen', async () => {
  const { owner, pool, notifier, database } = billing
  const timers = await createTimers({ pool: owner, log: database.log, timers: [], install: true })
  const { invoiceDocument } = await startBilling({ pool, notifier, business, keyring: testKeyring, timers })
  const { id, invoiceNumber } = await create({ amount: '1234.5' })
  const { filename, body } = await invoiceDocument(id)
  expect(filename).toBe(`${invoiceNumber}.pdf`)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(body)), { mergePages: true })
  expect(text).toContain('Ann Lee')
  expect(text.replace(/\s+/g, ' ')).toContain('Balance due $1,241.75')
  const { headers } = await billing.send('GET', `/api/invoices/${id}/pdf`)
  expect(headers.get('content-disposition')).toContain(filename)
  await expect(invoiceDocument(999)).rejects.toThrow('Invoice not found')
  await timers.stop()
})

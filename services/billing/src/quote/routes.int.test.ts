import { readPages, startServiceForTest, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InvoiceDetails, Quote, QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentScheduled,
  type BillingTest,
  customerMerged,
  customerRegistered,
  quoteForm,
  testOptions,
} from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.appendForeign('customer-2', customerRegistered(2, 'Bea', 'Ray'))
  await test.appendForeign('customer-3', customerRegistered(3, 'Cleo', 'Poe'))
  await test.appendForeign('appointment-5', appointmentScheduled(5, 1))
  await test.appendForeign('appointment-6', appointmentScheduled(6, 2))
  await test.project()
})
afterAll(() => test.stop())
beforeEach(() => {
  test.clock.now = new Date('2026-11-21T19:02:00Z')
})

const post = <T = QuoteDetails>(path: string, body: object = {}, headers?: Record<string, string>) =>
  test.call<T>('POST', path, { body, headers })
const draft = async (body: object = {}) => (await post('/api/quotes', { ...quoteForm, ...body })).json
const save = (id: number, body: object = {}, headers?: Record<string, string>) => {
  const { customerId: _, ...content } = { ...quoteForm, ...body }
  return test.call<QuoteDetails>('PUT', `/api/quotes/${id}`, { body: content, headers })
}
const send = (id: number, channel = 'email') => post(`/api/quotes/${id}/send`, { channel })
const sent = async (body: object = {}) => (await send((await draft(body)).id)).json
const approve = <T = QuoteDetails>(id: number, body: object = {}) =>
  post<T>(`/api/quotes/${id}/approve`, { revision: 1, optionId: 2, addOnIds: [1], ...body })
const get = async (id: number) => (await test.call<QuoteDetails>('GET', `/api/quotes/${id}`)).json
const list = async (query = '') => (await test.call<Quote[]>('GET', `/api/quotes${query}`)).json
const texts = ({ history }: QuoteDetails) => history.map(({ text }) => text)

describe('POST /api/quotes', () => {
  it('drafts a quote and answers 201 with its options, each with its price', async () => {
    const { status, json, headers } = await post('/api/quotes', { ...quoteForm, appointmentId: 5, leadId: 9 })
    expect(status).toBe(201)
    expect(headers.get('etag')).toMatch(/^"2-\d+\./)
    expect(json).toMatchObject({
      quoteNumber: `QUO-${String(json.id).padStart(6, '0')}`,
      customerId: 1,
      customerName: 'Ann Lee',
      ...{ appointmentId: 5, leadId: 9, title: 'New deck', status: 'draft', revision: 1, sentRevision: null },
      ...{ totalFrom: '96.51', totalTo: '334.58', deposit: '0.00', invoicedAmount: '0.00' },
      ...{ sentContent: null, approval: null, invoiceIds: [] },
    })
    expect(json.content).toMatchObject({
      discount: { percent: '10' },
      message: quoteForm.message,
      options: [
        {
          id: 1,
          price: { subtotal: '99.99', discount: '10.00', tax: '6.52', total: '96.51', deposit: '48.26' },
        },
        { id: 2, price: { subtotal: '350.00', discount: '35.00', tax: '19.58', total: '334.58' } },
      ],
      addOns: [{ id: 1, description: 'Stairs', details: 'Two steps', amount: '75.00', quantity: '1' }],
    })
    expect(texts(json)).toEqual(['Drafted'])
  })

  it.each([
    [{ customerId: 99 }, 'Customer not found'],
    [{ appointmentId: 6 }, 'This appointment is of another customer'],
    [{ options: [] }, 'Please add an item'],
    [{ options: quoteForm.options.map((it) => ({ ...it, id: 1 })) }, 'Each option has an id of its own'],
    [{ options: quoteForm.options.map((it) => ({ ...it, name: '' })) }, 'Please name each option'],
    [{ discount: { percent: '100.1' } }, 'At most 100 percent'],
    [
      {
        options: [{ id: 1, lines: [{ description: 'Gold', quantity: '2', unitPrice: '60000000' }] }],
      },
      'An amount is at most 99,999,999.99',
    ],
  ])('refuses %j', async (body, message) => {
    const { status, text } = await post('/api/quotes', { ...quoteForm, ...body })
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining(message) })
  })
})

describe('revisions', () => {
  it('saving before the first send keeps revision 1, and after a send makes the next one once', async () => {
    const { id } = await draft()
    expect((await save(id, { title: 'Old deck' })).json.revision).toBe(1)
    await send(id)
    expect((await save(id, { title: 'Newer deck' })).json).toMatchObject({ revision: 2, sentRevision: 1 })
    const { json } = await save(id, { title: 'Newest deck' })
    expect(json).toMatchObject({
      ...{ revision: 2, sentRevision: 1, status: 'sent', title: 'Newest deck' },
      sentContent: { title: 'Old deck' },
    })
  })

  it('a save that changes nothing appends nothing', async () => {
    const { id } = await draft()
    await send(id)
    const before = await get(id)
    expect((await save(id)).json).toEqual(before)
  })

  it('a save that follows another one is refused by If-Match', async () => {
    const { json, headers } = await post('/api/quotes', quoteForm)
    const ifMatch = { 'if-match': headers.get('etag') as string }
    expect((await save(json.id, { title: 'Porch' }, ifMatch)).status).toBe(200)
    expect((await save(json.id, { title: 'Patio' }, ifMatch)).status).toBe(412)
  })

  it('the customer can approve what he has while the next revision is not sent, which is given up then', async () => {
    const { id } = await sent()
    await save(id, { title: 'Palace', options: [quoteForm.options[1]] })
    const { json } = await approve(id, { optionId: 1, addOnIds: [] })
    expect(json).toMatchObject({
      ...{ status: 'approved', revision: 1, title: 'New deck', totalFrom: '96.51', totalTo: '96.51' },
      ...{ deposit: '48.26', sentContent: null, content: { title: 'New deck' } },
    })
    expect((await list('?q=palace')).length).toBe(0)
  })
})

describe('answers', () => {
  it('an approval has the choice, its price and who agreed', async () => {
    const { id } = await sent()
    const { json } = await approve(id, { signerName: 'Ann Lee' })
    expect(json.approval).toMatchObject({
      ...{ optionId: 2, addOnIds: [1], by: 'staff', signerName: 'Ann Lee', at: '2026-11-21T19:02:00.000Z' },
      price: { subtotal: '425.00', discount: '42.50', tax: '24.47', total: '406.97', deposit: '203.49' },
      documentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(json).toMatchObject({ status: 'approved', totalFrom: '406.97', deposit: '203.49' })
    expect(texts(json)).toEqual(['Drafted', 'Sent by email', 'Approved for Ann Lee, $406.97'])
  })

  it('a second approval is refused with who approved and when', async () => {
    const { id } = await sent()
    await approve(id, { signerName: 'Ann Lee' })
    const again = await approve(id)
    expect(again.status).toBe(409)
    expect(again.text).toBe('This quote was approved by Ann Lee at 2:02 PM.')
    test.clock.now = new Date('2026-11-23T19:02:00Z')
    expect((await approve(id)).text).toBe(
      'This quote was approved by Ann Lee on November 21, 2026 at 2:02 PM.',
    )
  })

  it('an approval of an earlier revision is refused with when it was changed', async () => {
    const { id } = await sent()
    await save(id, { title: 'Porch' })
    expect((await approve(id, { revision: 2 })).text).toBe(
      'This was not sent to the customer yet. Send it first.',
    )
    await send(id)
    const { status, text } = await approve(id)
    expect({ status, text }).toEqual({
      status: 409,
      text: 'This quote was changed at 2:02 PM. Please look again.',
    })
    expect((await approve(id, { revision: 2 })).status).toBe(200)
  })

  it('what is not offered cannot be chosen', async () => {
    const { id } = await sent()
    expect((await approve(id, { optionId: 3 })).status).toBe(400)
    expect((await approve(id, { addOnIds: [2] })).status).toBe(400)
  })

  it('a declined quote keeps the reason until it is sent again', async () => {
    const { id } = await sent()
    const { json } = await post(`/api/quotes/${id}/decline`, { revision: 1, reason: 'Too dear' })
    expect(json).toMatchObject({ status: 'declined', declineReason: 'Too dear' })
    await save(id, { title: 'Smaller deck' })
    expect((await send(id)).json).toMatchObject({ status: 'sent', revision: 2, declineReason: null })
  })

  it('a withdrawn quote can be neither sent nor approved', async () => {
    const { id } = await sent()
    expect((await post(`/api/quotes/${id}/withdraw`)).json.status).toBe('withdrawn')
    expect((await send(id)).status).toBe(409)
    expect((await approve(id)).status).toBe(409)
    expect((await post(`/api/quotes/${id}/withdraw`)).status).toBe(200)
  })
})

describe('the last day', () => {
  it('must not have passed when a quote is sent', async () => {
    const { id } = await draft({ validUntil: '2026-11-20' })
    const { status, text } = await post(`/api/quotes/${id}/send`, { channel: 'email' })
    expect({ status, text }).toEqual({
      status: 400,
      text: 'Choose a later day: this one has passed.',
    })
  })

  it('ends in the zone of the business, and an expired quote can be extended', async () => {
    const { id } = await sent({ validUntil: '2026-11-21' })
    const markExpired = (now: string) =>
      test.commands.markExpired({ metadata: { actor: 'clock', requestId: 'r' }, now: new Date(now) })
    expect(await markExpired('2026-11-22T04:59:59Z')).toBe(0)
    expect(await markExpired('2026-11-22T05:00:00Z')).toBe(1)
    expect(await markExpired('2026-11-22T05:00:00Z')).toBe(0)
    expect(await get(id)).toMatchObject({ status: 'expired' })
    test.clock.now = new Date('2026-11-22T15:00:00Z')
    expect((await post(`/api/quotes/${id}/extend`, { validUntil: '2026-11-22' })).status).toBe(400)
    const { json } = await post(`/api/quotes/${id}/extend`, { validUntil: '2026-11-30' })
    expect(json).toMatchObject({ status: 'sent', validUntil: '2026-11-30', revision: 1, sentContent: null })
    expect(texts(json).slice(-2)).toEqual(['Expired', 'Extended until November 30, 2026'])
  })
})

describe('GET /api/quotes', () => {
  it('finds quotes by words, status, customer, lead and appointment, newest first', async () => {
    const words = { title: 'Gazebo of cedar', customerId: 2 }
    const first = await draft({ ...words, leadId: 77 })
    const second = await sent({ ...words, appointmentId: 6 })
    const ids = async (query: string) => (await list(query)).map(({ id }) => id)
    expect(await ids('?q=gazebo')).toEqual([second.id, first.id])
    expect(await ids('?q=ray+gazebo+%24334.58')).toEqual([second.id, first.id])
    expect(await ids(`?q=${first.quoteNumber}`)).toEqual([first.id])
    expect(await ids('?customerId=2&status=open')).toEqual([second.id])
    expect(await ids('?customerId=2&status=draft')).toEqual([first.id])
    expect(await ids('?leadId=77')).toEqual([first.id])
    expect(await ids('?appointmentId=6')).toEqual([second.id])
    const pages = await readPages<Quote>((path) => test.call<Quote[]>('GET', path), '/api/quotes?limit=3')
    expect(pages.flat().map(({ id }) => id)).toEqual(await ids(''))
  })

  it('finds the quotes of a merged customer under the survivor', async () => {
    const { id } = await draft({ customerId: 3, title: 'Fence' })
    await test.appendForeign('customer-3', customerMerged(3, 2))
    await test.project()
    expect((await list('?customerId=2')).map((it) => it.id)).toContain(id)
    expect(await get(id)).toMatchObject({ customerId: 2, customerName: 'Bea Ray' })
    expect(await draft({ customerId: 3 })).toMatchObject({ customerId: 2 })
  })
})

describe('invoices of an approved quote', () => {
  const approved = async (body: object = {}) => {
    const { id } = await sent(body)
    await approve(id)
    return id
  }
  const invoice = (id: number, part: 'deposit' | 'rest') =>
    post<{ invoiceId: number }>(`/api/quotes/${id}/invoice`, { part })
  const readInvoice = async (id: number) =>
    (await test.call<InvoiceDetails>('GET', `/api/invoices/${id}`)).json

  it('the rest has exactly the approved lines less the deposit', async () => {
    const id = await approved()
    const deposit = (await invoice(id, 'deposit')).json.invoiceId
    expect(await readInvoice(deposit)).toMatchObject({
      ...{ quoteId: id, status: 'draft', totalAmount: '203.49', tax: '0.00' },
      lines: [{ amount: '203.49', tax: '0.00' }],
    })
    expect((await invoice(id, 'rest')).text).toContain('Issue or void DRAFT-')
    const { invoiceNumber } = (await post<InvoiceDetails>(`/api/invoices/${deposit}/issue`)).json
    const rest = await readInvoice((await invoice(id, 'rest')).json.invoiceId)
    expect(rest.lines.map(({ description, amount, tax }) => [description, amount, tax])).toEqual([
      ['Boards', '300.00', '21.75'],
      ['Permit', '50.00', '0.00'],
      ['Stairs', '75.00', '5.44'],
      ['Discount', '-42.50', '-2.72'],
      [`Less deposit (${invoiceNumber})`, '-203.49', '0.00'],
    ])
    expect(rest.totalAmount).toBe('203.48')
    expect(await get(id)).toMatchObject({ invoicedAmount: '406.97', invoiceIds: [deposit, rest.id] })
  })

  it('the rest is of the first job that was planned for it and is there, the deposit is of none', async () => {
    const id = await approved()
    const plan = async (jobId: number, customerId: number) => {
      await test.appendForeign(`appointment-${jobId}`, appointmentScheduled(jobId, customerId))
      await test.commands.scheduleQuote({ metadata: testMetadata, now: test.clock.now }, id, {
        appointmentId: jobId,
        customerId: 1,
      })
    }
    await plan(21, 1)
    await plan(22, 2)
    await plan(23, 1)
    const deleted = {
      type: 'AppointmentDeleted',
      data: { appointmentId: 21, deletedAt: '2026-11-21T19:00:00Z' },
    }
    await test.appendForeign('appointment-21', deleted)
    await test.project()
    const deposit = (await invoice(id, 'deposit')).json.invoiceId
    expect((await readInvoice(deposit)).appointmentId).toBeNull()
    await post(`/api/invoices/${deposit}/issue`)
    const rest = (await invoice(id, 'rest')).json.invoiceId
    expect((await readInvoice(rest)).appointmentId).toBe(23)
  })

  it('a part is invoiced once, unless its invoice is void', async () => {
    const id = await approved()
    const first = (await invoice(id, 'rest')).json.invoiceId
    for (const part of ['rest', 'deposit'] as const) {
      const { status, text } = await invoice(id, part)
      expect({ status, text }).toEqual({
        status: 409,
        text: `This quote is invoiced already: DRAFT-${first}.`,
      })
    }
    await post(`/api/invoices/${first}/void`)
    const second = (await invoice(id, 'rest')).json.invoiceId
    expect(await get(id)).toMatchObject({ invoicedAmount: '406.97', invoiceIds: [second] })
  })

  it('a part that is invoiced twice at once is invoiced once', async () => {
    const id = await approved()
    const answers = await Promise.all([1, 2, 3].map(() => invoice(id, 'rest')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await get(id)).invoiceIds).toHaveLength(1)
  })

  it('a deposit of all of it is invoiced as the approved lines, and leaves nothing', async () => {
    const id = await approved({ deposit: { percent: '100' } })
    const deposit = (await invoice(id, 'deposit')).json.invoiceId
    expect((await readInvoice(deposit)).lines).toHaveLength(4)
    await post(`/api/invoices/${deposit}/issue`)
    const { status, text } = await invoice(id, 'rest')
    expect({ status, text }).toEqual({
      status: 409,
      text: 'The deposit of $406.97 is all of it: there is nothing left to invoice.',
    })
  })

  it('a draft is due so many days after today as are set', async () => {
    const set = (daysUntilDue: number) =>
      test.appendForeign('business-1', {
        type: 'PaymentTermsSet',
        data: { daysUntilDue, changedAt: '2026-11-20T15:00:00Z' },
      })
    const id = await approved({ deposit: null })
    await set(14)
    const draftId = (await invoice(id, 'rest')).json.invoiceId
    expect(await readInvoice(draftId)).toMatchObject({ status: 'draft', dueDate: '2026-12-05' })
    await set(0)
  })

  it('what is not approved, free or without a deposit is refused', async () => {
    expect((await invoice((await sent()).id, 'rest')).text).toBe('This quote is not approved.')
    const free = await approved({ discount: { percent: '100' }, deposit: null })
    expect((await invoice(free, 'rest')).text).toContain('nothing to invoice')
    expect((await invoice(free, 'deposit')).text).toBe('No deposit was agreed to.')
  })
})

it('a request is answered for the customer that it is of, and one of nobody for anybody', async () => {
  const at = '2026-11-20T12:00:00.000Z'
  const request = (leadId: number, type: string, customerId?: number) =>
    test.appendForeign(`lead-${leadId}`, { type, data: { leadId, customerId, receivedAt: at } })
  await request(31, 'LeadReceived')
  for (const [leadId, type] of [
    [32, 'LeadLinked'],
    [33, 'LeadConverted'],
  ] as const) {
    await request(leadId, 'LeadReceived')
    await request(leadId, type, 2)
  }
  expect((await draft({ customerId: 1, leadId: 31 })).leadId).toBe(31)
  for (const leadId of [32, 33]) {
    const { status, text } = await post('/api/quotes', { ...quoteForm, customerId: 1, leadId })
    expect({ status, text }).toEqual({ status: 400, text: 'This request is of another customer' })
    expect((await draft({ customerId: 2, leadId })).leadId).toBe(leadId)
  }
})

it('a deposit over the cap of the business is refused at its field; what was saved before stays, and is not sent', async () => {
  const before = await draft({ deposit: { percent: '50' } })
  const cap = { maxDepositPercent: '10', maxDepositAmount: '1000' }
  const data = { ...cap, changedAt: '2026-11-21T19:00:00.000Z' }
  await test.appendForeign('business-1', { type: 'QuoteRulesSet', data })
  const over = { ...quoteForm, deposit: { percent: '10.5' } }
  const refused = await test.call<{ errors?: Record<string, string> }>('POST', '/api/quotes', { body: over })
  const message = 'Your deposits are at most 10% of the total, and at most $1,000.00.'
  expect([refused.status, refused.text]).toEqual([400, message])
  expect((await save(before.id, { title: 'Other deck' })).status).toBe(400)
  expect((await save(before.id, { deposit: { percent: '50' } })).status).toBe(200)
  const { status, text } = await send(before.id)
  expect([status, text]).toEqual([400, message])
  expect((await save(before.id, { deposit: { percent: '10' } })).status).toBe(200)
  expect((await send(before.id)).status).toBe(201)
  const none = { maxDepositPercent: null, maxDepositAmount: null, changedAt: '2026-11-21T19:01:00.000Z' }
  await test.appendForeign('business-1', { type: 'QuoteRulesSet', data: none })
  expect((await save(before.id, { deposit: { percent: '60' } })).status).toBe(200)
})

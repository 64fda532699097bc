import type { Caller } from '@plumbline/platform/http'
import { rightsOf } from '@plumbline/platform/rights'
import { readPages, startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Invoice, type InvoiceDetails, type JournalEntry, paymentTerms, undoInvoice } from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentScheduled,
  type BillingTest,
  business,
  customerRegistered,
  markOverdue,
  testOptions,
} from '../testing.ts'

let test: BillingTest

beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.appendForeign('customer-2', customerRegistered(2, 'Bea', 'Ray'))
  await test.appendForeign('appointment-5', appointmentScheduled(5, 1))
  await test.appendForeign('appointment-6', appointmentScheduled(6, 2))
  await test.project()
})
afterAll(() => test.stop())
beforeEach(() => {
  test.clock.now = new Date('2026-11-21T15:00:00Z')
})

const form = { customerId: 1, description: 'Hang three doors', amount: '100', tax: '7.25' }
const post = (path: string, body: object = {}, headers?: Record<string, string>) =>
  test.call<InvoiceDetails>('POST', path, { body, headers })
const create = async (body: object = {}) => (await post('/api/invoices', { ...form, ...body })).json
const get = (id: number) => test.call<InvoiceDetails>('GET', `/api/invoices/${id}`)
const list = async (query = '') => (await test.call<Invoice[]>('GET', `/api/invoices${query}`)).json
const pay = (id: number, body: object = {}, headers?: Record<string, string>) =>
  post(`/api/invoices/${id}/payments`, { method: 'cash', ...body }, headers)

describe('POST /api/invoices', () => {
  it('issues the invoice and answers 201 with the whole record', async () => {
    const { status, json, headers } = await post('/api/invoices', {
      ...form,
      appointmentId: 5,
      amount: '100.5',
    })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: json.id,
      customerId: 1,
      customerName: 'Ann Lee',
      appointmentId: 5,
      quoteId: null,
      invoiceNumber: 'INV-000001',
      description: 'Hang three doors',
      amount: '100.50',
      tax: '7.25',
      totalAmount: '107.75',
      paidAmount: '0.00',
      balance: '107.75',
      status: 'pending',
      dueDate: '2026-11-21',
      issueDate: '2026-11-21',
      paidDate: null,
      paymentMethod: null,
      lastReminderAt: null,
      lastSentAt: null,
      createdAt: '2026-11-21T15:00:00.000Z',
      updatedAt: '2026-11-21T15:00:00.000Z',
      customerAddress: '4 Elm Street, Cary, NC',
      letterhead: { ...business, terms: [...paymentTerms] },
      lines: [{ description: 'Hang three doors', amount: '100.50', tax: '7.25' }],
      payments: [],
      refunds: [],
      reminders: [],
      history: [
        { at: '2026-11-21T15:00:00.000Z', actor: 'user-1', actorName: 'owner', text: 'Created, $107.75' },
        { at: '2026-11-21T15:00:00.000Z', actor: 'user-1', actorName: 'owner', text: 'Issued as INV-000001' },
      ],
    })
    const again = await get(json.id)
    expect(again.json).toEqual(json)
    expect(again.headers.get('etag')).toBe(headers.get('etag'))
    const { lines: _, payments: __, refunds: ___, reminders: ____, history: _____, ...more } = json
    const { customerAddress: ______, letterhead: _______, ...row } = more
    expect((await list())[0]).toEqual(row)
  })

  it('creates a draft without a number', async () => {
    const draft = await create({ status: 'draft' })
    expect(draft).toMatchObject({ status: 'draft', invoiceNumber: `DRAFT-${draft.id}`, issueDate: null })
  })

  it('sums the lines, and reads a date-time as the day in New York', async () => {
    const lines = [
      { description: 'Labor', amount: '0.1' },
      { description: 'Paint', amount: '0.2', tax: '0.03' },
    ]
    const { amount: _, tax: __, ...rest } = form
    const { json } = await post('/api/invoices', { ...rest, lines, dueDate: '2026-12-02T03:00:00Z' })
    expect(json).toMatchObject({ amount: '0.30', tax: '0.03', totalAmount: '0.33', dueDate: '2026-12-01' })
  })

  it('keeps the quantity and the unit price of a line until its amount is given anew', async () => {
    const line = { description: 'Boards', quantity: '2.5', unitPrice: '18', amount: '45', tax: '3.26' }
    const { amount: _, tax: __, ...rest } = form
    const { json } = await post('/api/invoices', { ...rest, status: 'draft', lines: [line] })
    const stored = { ...line, unitPrice: '18.00', amount: '45.00' }
    expect(json.lines).toEqual([stored])
    const patch = async (body: object) =>
      (await test.call<InvoiceDetails>('PATCH', `/api/invoices/${json.id}`, { body })).json.lines
    expect(await patch({ tax: '3' })).toEqual([{ ...stored, tax: '3.00' }])
    expect(await patch({ amount: '50' })).toEqual([{ description: 'Boards', amount: '50.00', tax: '3.00' }])
  })

  it.each([
    [{ quantity: '2' }, 'Please give both a quantity and a unit price, or neither'],
    [{ unitPrice: '2' }, 'Please give both a quantity and a unit price, or neither'],
    [{ quantity: '2', unitPrice: '5' }, 'The amount is not the quantity times the unit price'],
    [{ quantity: '0', unitPrice: '5' }, 'Please enter a quantity such as 2 or 1.5'],
    [{ quantity: '1e1', unitPrice: '1' }, 'Please enter a quantity such as 2 or 1.5'],
    [{ quantity: '-2', unitPrice: '5' }, 'Please enter a quantity such as 2 or 1.5'],
    [{ quantity: '1.2345', unitPrice: '5' }, 'Please enter a quantity such as 2 or 1.5'],
    [{ quantity: 2, unitPrice: '5' }, 'Please enter a quantity such as 2 or 1.5'],
    [{ quantity: '2', unitPrice: '5.005' }, 'An amount has at most two decimals'],
  ])('answers 400 with a readable sentence for a line with %j', async (change, message) => {
    const { amount: _, tax: __, ...rest } = form
    const lines = [{ description: 'Boards', amount: '11', ...change }]
    expect(await post('/api/invoices', { ...rest, lines })).toMatchObject({ status: 400, text: message })
  })

  it('makes an invoice due today in New York by default', async () => {
    test.clock.now = new Date('2026-11-22T04:59:00Z')
    expect(await create()).toMatchObject({ dueDate: '2026-11-21', issueDate: '2026-11-21' })
  })

  it.each([
    [{ customerId: 99 }, 'Customer not found'],
    [{ customerId: 0 }, 'Please select a customer'],
    [{ appointmentId: 99 }, 'Appointment not found'],
    [{ appointmentId: 6 }, 'This appointment is of another customer'],
    [{ description: ' ' }, 'Description is required'],
    [{ amount: undefined }, 'Please enter an amount'],
    [{ amount: '0' }, 'The amount must be more than 0'],
    [{ amount: '1.005' }, 'An amount has at most two decimals'],
    [{ amount: '-1' }, 'An amount cannot be negative'],
    [{ amount: 100 }, 'Please enter an amount as text, such as "112.50"'],
    [{ tax: '1e2' }, 'Please enter an amount such as 112.50'],
    [{ amount: '99999999.99' }, 'An amount is at most 99,999,999.99'],
    [{ lines: [{ description: 'x', amount: '1' }] }, 'Please give either an amount or lines'],
    [{ dueDate: '2026-02-30' }, 'Please enter a date'],
    [{ dueDate: '0001-01-01' }, 'Please enter a date'],
    [{ status: 'paid' }, 'An invoice begins as pending or draft'],
  ])('answers 400 with a readable sentence for %j', async (change, message) => {
    expect(await post('/api/invoices', { ...form, ...change })).toMatchObject({ status: 400, text: message })
  })

  it('answers a repeated idempotency key with the first response, and 422 for another body', async () => {
    const key = { 'idempotency-key': 'create-1' }
    const [first, second] = await Promise.all([
      post('/api/invoices', form, key),
      post('/api/invoices', form, key),
    ])
    expect(first.json.id).toBe(second.json.id)
    expect((await post('/api/invoices', { ...form, amount: '1' }, key)).status).toBe(422)
  })

  it('and the other calls answer 401 without a session', async () => {
    const visitor = { caller: { user: null } }
    for (const path of ['/api/invoices', '/api/invoices/1', '/api/invoices/1/pdf', '/api/billing/totals'])
      expect((await test.call<InvoiceDetails>('GET', path, visitor)).status).toBe(401)
  })
})

describe('an invoice', () => {
  it('can be changed completely as a draft, and without its amounts once issued', async () => {
    const { id } = await create({ status: 'draft' })
    const patch = (body: object) => test.call<InvoiceDetails>('PATCH', `/api/invoices/${id}`, { body })
    expect((await patch({ amount: '50', dueDate: '2026-12-24', appointmentId: 5 })).json).toMatchObject({
      amount: '50.00',
      tax: '7.25',
      totalAmount: '57.25',
      balance: '57.25',
      dueDate: '2026-12-24',
      appointmentId: 5,
    })
    await post(`/api/invoices/${id}/issue`)
    expect((await patch({ description: 'Hang two doors' })).json.lines[0]?.description).toBe('Hang two doors')
    expect((await patch({ amount: '51' })).status).toBe(409)
    expect((await patch({ appointmentId: 6 })).status).toBe(400)
    expect((await patch({ amount: '50.00' })).json.history).toHaveLength(4)
  })

  it('is not changed when If-Match names an older version', async () => {
    const { id } = await create()
    const etag = (await get(id)).headers.get('etag') as string
    const patch = (description: string) =>
      test.call<InvoiceDetails>('PATCH', `/api/invoices/${id}`, {
        body: { description },
        headers: { 'if-match': etag },
      })
    expect((await patch('one')).status).toBe(200)
    expect((await patch('two')).status).toBe(412)
    expect((await get(id)).json.description).toBe('one')
  })

  it('is issued once by concurrent requests, and not when it is void', async () => {
    const { id } = await create({ status: 'draft' })
    const issue = () => post(`/api/invoices/${id}/issue`)
    const answers = await Promise.all([issue(), issue(), issue()])
    expect(new Set(answers.map(({ json }) => json.invoiceNumber)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await post(`/api/invoices/${id}/void`)).json).toMatchObject({ status: 'void', balance: '0.00' })
    expect((await issue()).status).toBe(409)
  })
})

describe('payments', () => {
  it('of a part keep the status, and the last one makes the invoice paid', async () => {
    const { id } = await create()
    const first = await pay(id, { amount: '7.25', method: 'venmo' })
    expect(first.status).toBe(201)
    expect(first.json).toMatchObject({ status: 'pending', balance: '100.00', paidAmount: '7.25' })
    expect((await pay(id, { date: '2026-11-20' })).json).toMatchObject({
      status: 'paid',
      balance: '0.00',
      paidDate: '2026-11-20',
      paymentMethod: 'cash',
      payments: [
        { id: 1, amount: '7.25', refunded: '0.00', method: 'venmo', date: '2026-11-21' },
        { id: 2, amount: '100.00', refunded: '0.00', method: 'cash', date: '2026-11-20' },
      ],
    })
    expect((await post(`/api/invoices/${id}/void`)).status).toBe(409)
  })

  it.each([
    [{ amount: '107.26' }, 409, 'The most you can record is $107.25.'],
    [{ amount: '0' }, 400, 'The amount must be more than 0'],
    [{ amount: '0.001' }, 400, 'An amount has at most two decimals'],
    [{ amount: '-5' }, 400, 'An amount cannot be negative'],
    [{ method: 'cheque' }, 400, 'Please choose how it was paid'],
    [{ date: '2026-11-22' }, 400, 'Choose today or an earlier date.'],
  ])('are refused for %j', async (body, status, text) => {
    const { id } = await create()
    expect(await pay(id, body)).toMatchObject({ status, text })
    expect((await get(id)).json.balance).toBe('107.25')
  })

  it('are recorded once for two requests with the same idempotency key', async () => {
    const { id } = await create()
    const key = { 'idempotency-key': 'pay-1' }
    const answers = await Promise.all([1, 2].map(() => pay(id, { amount: '10' }, key)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect((await get(id)).json).toMatchObject({ balance: '97.25', payments: [{ amount: '10.00' }] })
  })

  it('by two staff who both saw the same balance: the second is told that it changed', async () => {
    const { id } = await create()
    const { headers } = await get(id)
    const shown = { 'if-match': headers.get('etag') as string }
    const answers = [await pay(id, { amount: '50' }, { ...shown, 'idempotency-key': 'first' })]
    answers.push(await pay(id, { amount: '50' }, { ...shown, 'idempotency-key': 'second' }))
    // a repeat of the first is no second payment, though its version is an old one by now
    answers.push(await pay(id, { amount: '50' }, { ...shown, 'idempotency-key': 'first' }))
    expect(answers.map(({ status }) => status)).toEqual([201, 412, 201])
    expect((await get(id)).json).toMatchObject({ balance: '57.25', payments: [{ amount: '50.00' }] })
    const refund = (headers: Record<string, string>) =>
      post(`/api/invoices/${id}/payments/1/refund`, { amount: '20' }, headers)
    expect((await refund(shown)).status).toBe(412)
    expect((await refund({})).status).toBe(201)
    // as documented: without a version it is recorded
    expect((await pay(id, { amount: '5' })).status).toBe(201)
  })

  it('of an invoice that is undone are marked, in its history and in lists, and no money went back', async () => {
    const { id } = await create()
    await pay(id)
    const etag = (await get(id)).headers.get('etag') as string
    await test.call('PATCH', `/api/invoices/${id}`, { body: { description: 'Changed' } })
    const undo = (headers?: Record<string, string>) => post(`/api/invoices/${id}/undo`, {}, headers)
    expect((await undo({ 'if-match': etag })).status).toBe(412)
    const { status, json } = await undo()
    expect(status).toBe(200)
    expect(json).toMatchObject({
      ...{ status: 'void', undone: true, paidAmount: '0.00', balance: '0.00' },
      payments: [{ amount: '107.25', refunded: '107.25' }],
      refunds: [{ amount: '107.25', date: '2026-11-21', reason: 'undone' }],
    })
    expect(json.history.slice(-2).map(({ text }) => text)).toEqual([
      'Payment of $107.25 undone, no money went back',
      'Invoice undone, it is void',
    ])
    expect((await list()).find((it) => it.id === id)).toMatchObject({ status: 'void', undone: true })
    const other = await create()
    await post(`/api/invoices/${other.id}/void`)
    expect((await list()).find((it) => it.id === other.id)).not.toHaveProperty('undone')
  })

  it('are taken back with their invoice by members who may refund them, and an invoice without any by all who may edit', async () => {
    const user = { id: 9, username: 'biller', email: 'b@x.io', role: 'worker' }
    const edits = { user: { ...user, rights: rightsOf({ role: 'worker', granted: ['invoices.edit'] }) } }
    const refunds = { user: { ...user, role: 'bookkeeper' } }
    const undo = async (id: number, caller: Partial<Caller>) => {
      const { status, text } = await test.call('POST', `/api/invoices/${id}/undo`, { body: {}, caller })
      return status === 200 ? 200 : { status, text }
    }
    const { id } = await create()
    await pay(id)
    expect(await undo(id, edits)).toEqual({
      status: 403,
      text: 'This invoice has a payment. Your role does not allow you to take it back.',
    })
    expect((await get(id)).json).toMatchObject({ status: 'paid', paidAmount: '107.25' })
    expect(await undo(id, refunds)).toBe(200)
    // repeating it takes nothing back
    expect(await undo(id, edits)).toBe(200)
    expect(await undo((await create()).id, edits)).toBe(200)
  })

  it('are taken back with their invoice on an own device after the password, as they are refunded', () => {
    expect(undoInvoice).toMatchObject({ needs: 'invoices.edit', asksPassword: true })
  })

  it('of which one was recorded by mistake is undone on its own day, whole, and the journal shows both', async () => {
    const { id } = await create()
    await pay(id, { amount: '40', method: 'venmo', date: '2026-10-30' })
    const undo = (paymentId: number) =>
      post(`/api/invoices/${id}/payments/${paymentId}/refund`, { amount: '1', reason: 'undone' })
    const { status, json } = await undo(1)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      ...{ status: 'pending', balance: '107.25' },
      refunds: [{ amount: '40.00', date: '2026-10-30', reason: 'undone' }],
    })
    expect((await undo(1)).status).toBe(409)
    await pay(id, { amount: '40' })
    await post(`/api/invoices/${id}/payments/2/refund`, { amount: '10' })
    expect((await undo(2)).text).toContain('A part of this payment was refunded')
    const october = '?from=2026-10-01&to=2026-10-31'
    const entries = (await test.call<JournalEntry[]>('GET', `/api/billing/payments${october}`)).json
    expect(entries.filter((it) => it.invoiceId === id)).toMatchObject([
      { kind: 'undone', method: 'venmo', amount: '-40.00', date: '2026-10-30' },
      { kind: 'payment', method: 'venmo', amount: '40.00', date: '2026-10-30' },
    ])
    const later = (await test.call<JournalEntry[]>('GET', '/api/billing/payments?q=Lee')).json
    expect(later.find((it) => it.invoiceId === id)).toMatchObject({ kind: 'refund', amount: '-10.00' })
    expect((await test.call<JournalEntry[]>('GET', '/api/billing/payments?q=nobody')).json).toEqual([])
    const byVenmo = (await test.call<JournalEntry[]>('GET', '/api/billing/payments?method=venmo')).json
    expect(byVenmo.filter((it) => it.invoiceId === id)).toEqual([])
  })

  it('that are concurrent never exceed the balance: of eight of the whole one succeeds, sixteen of a sixteenth all do', async () => {
    const whole = await create()
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(whole.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    const parts = await create({ amount: '16', tax: '0' })
    const paid = await Promise.all(Array.from({ length: 16 }, () => pay(parts.id, { amount: '1' })))
    expect(paid.map(({ status }) => status)).toEqual(Array(16).fill(201))
    expect((await get(parts.id)).json).toMatchObject({ status: 'paid', paidAmount: '16.00' })
  })

  it('can be refunded up to their amount, which makes the invoice pending again', async () => {
    const { id } = await create({ dueDate: '2026-11-25' })
    await pay(id)
    const refund = (body: object) => post(`/api/invoices/${id}/payments/1/refund`, body)
    const { status, json } = await refund({ amount: '7.25' })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      status: 'pending',
      balance: '7.25',
      paidAmount: '100.00',
      paidDate: null,
      paymentMethod: null,
      payments: [{ amount: '107.25', refunded: '7.25' }],
      refunds: [{ paymentId: 1, amount: '7.25', date: '2026-11-21' }],
    })
    expect((await refund({ amount: '100.01' })).status).toBe(409)
    test.clock.now = new Date('2026-11-26T15:00:00Z')
    expect((await refund({})).json).toMatchObject({
      status: 'overdue',
      balance: '107.25',
      paidAmount: '0.00',
    })
    expect((await post(`/api/invoices/${id}/payments/2/refund`)).status).toBe(404)
  })
})

it('a payment reminder is accepted while there is a balance', async () => {
  const { id } = await create()
  const remind = () => post(`/api/invoices/${id}/reminders`, { channel: 'email' })
  const { status, json } = await remind()
  expect(status).toBe(201)
  expect(json).toMatchObject({
    lastReminderAt: '2026-11-21T15:00:00.000Z',
    reminders: [{ channel: 'email', balance: '107.25' }],
  })
  await pay(id)
  expect((await remind()).status).toBe(409)
  expect((await post(`/api/invoices/${id}/reminders`, { channel: 'pigeon' })).status).toBe(400)
})

describe('lists of invoices', () => {
  it('are newest first and filtered by text, status and customer', async () => {
    test.clock.now = new Date('2026-11-23T16:00:00Z')
    const a = await create({ description: 'Paint 100% of the fence' })
    const b = await create({ customerId: 2, status: 'draft', description: 'Gate' })
    expect((await list()).slice(0, 2).map(({ id }) => id)).toEqual([b.id, a.id])
    expect((await list('?q=100%25')).map(({ id }) => id)).toEqual([a.id])
    expect((await list('?q=FENCE')).map(({ id }) => id)).toEqual([a.id])
    const cafe = await create({ description: 'CAFÉ ÁLVAREZ, двери' })
    for (const q of ['café', 'cafe', 'álvarez', 'Alvarez', 'CAFÉ ÁLVAREZ', 'ДВЕРИ'])
      for (const past of ['', '&asOf=2026-11-23'])
        expect([q, (await list(`?q=${encodeURIComponent(q)}${past}`)).map(({ id }) => id)]).toEqual([
          q,
          [cafe.id],
        ])
    expect((await list('?status=draft&customerId=2')).map(({ id }) => id)).toEqual([b.id])
    expect((await test.call<InvoiceDetails>('GET', '/api/invoices?status=lost')).status).toBe(400)
  })

  it('of a customer contain only that customer, and an unknown one is answered with 404', async () => {
    const { json } = await test.call<InvoiceDetails[]>('GET', '/api/customers/2/invoices')
    expect(json.map(({ customerName }) => customerName)).toEqual(['Bea Ray'])
    expect(await test.call<InvoiceDetails>('GET', '/api/customers/99/invoices')).toMatchObject({
      status: 404,
      text: 'Customer not found',
    })
  })

  it('and details answer 404 for invalid and unknown ids', async () => {
    for (const path of [
      '/api/invoices/0',
      '/api/invoices/abc',
      '/api/invoices/99999',
      '/api/invoices/4294967296',
    ])
      expect((await test.call<InvoiceDetails>('GET', path)).status).toBe(404)
  })
})

it('a rebuild of the read models changes no row', async () => {
  expect(await test.differences()).toEqual([])
  const before = await list()
  await test.rebuild()
  expect(await list()).toEqual(before)
})

it('one payment reminder names several invoices of a customer, or none is requested', async () => {
  const [first, second, paid] = [await create(), await create(), await create()]
  const remind = (...ids: number[]) => post('/api/invoices/reminders', { channel: 'email', invoiceIds: ids })
  const reminded = async ({ id }: { id: number }) =>
    (await test.call<InvoiceDetails>('GET', `/api/invoices/${id}`)).json.reminders.length
  await pay(paid.id)
  expect((await remind(first.id, paid.id)).status).toBe(409)
  expect(await reminded(first)).toBe(0)
  expect((await remind(second.id, first.id, second.id)).status).toBe(204)
  expect([await reminded(first), await reminded(second)]).toEqual([1, 1])
  const { rows } = await test.owner.query(
    `SELECT data->'withInvoiceIds' AS "withInvoiceIds", data->'inMessageOf' AS "inMessageOf" FROM es.events
     WHERE type = 'PaymentReminderRequested' AND stream_id IN ($1, $2) ORDER BY position`,
    [`invoice-${first.id}`, `invoice-${second.id}`],
  )
  expect(rows).toEqual([
    { withInvoiceIds: [second.id], inMessageOf: null },
    { withInvoiceIds: null, inMessageOf: first.id },
  ])
  const other = await create({ customerId: 2 })
  expect(await remind(first.id, other.id)).toMatchObject({
    status: 400,
    text: 'These invoices are of several customers.',
  })
  expect((await remind()).status).toBe(400)
  expect((await remind(first.id, 99_999)).status).toBe(404)
})

describe('the pages of invoices', () => {
  const number = (amount: string) => Number(amount)
  it.each([
    ['newest', (a: Invoice, b: Invoice) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id],
    ['due', (a: Invoice, b: Invoice) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id],
    ['balance', (a: Invoice, b: Invoice) => number(b.balance) - number(a.balance) || b.id - a.id],
    [
      'customer',
      (a: Invoice, b: Invoice) => (a.customerName ?? '').localeCompare(b.customerName ?? '') || a.id - b.id,
    ],
    [
      'overdue',
      (a: Invoice, b: Invoice) =>
        Number(b.status === 'overdue') - Number(a.status === 'overdue') ||
        (a.status === 'overdue' ? a.dueDate.localeCompare(b.dueDate) || b.id - a.id : b.id - a.id),
    ],
  ] as const)('hold every invoice once, ordered by %s', async (sort, compare) => {
    for (const [n, dueDate] of ['2026-10-01', '2026-09-01', '2026-12-24'].entries())
      await create({ amount: `${50 * n + 1}`, dueDate, customerId: 1 + (n % 2) })
    test.clock.now = new Date('2026-11-22T15:00:00Z')
    await markOverdue(test)
    const pages = await readPages<Invoice>(
      (path) => test.call('GET', path),
      `/api/invoices?limit=4&sort=${sort}`,
    )
    expect(pages.slice(0, -1).every(({ length }) => length === 4)).toBe(true)
    const all = (await list()).toSorted(compare)
    expect(pages.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  })

  it('hold what is outstanding, pending or overdue', async () => {
    const outstanding = await list('?status=outstanding')
    expect(outstanding.length).toBeGreaterThan(0)
    expect(outstanding).toEqual(
      (await list()).filter(({ status }) => ['pending', 'overdue'].includes(status)),
    )
  })

  it('are searched by number, customer, description and amounts, every word of them', async () => {
    const invoice = await create({
      description: 'Regrout the shower',
      amount: '4321',
      tax: '0',
      customerId: 2,
    })
    const found = async (q: string, more = '') =>
      (await list(`?q=${encodeURIComponent(q)}${more}`)).some(({ id }) => id === invoice.id)
    const searches = [invoice.invoiceNumber, `#${invoice.id}`, 'bea ray', '4321', '$4,321.00', 'shower ray']
    for (const q of searches)
      expect([q, await found(q), await found(q, '&asOf=2026-11-21')]).toEqual([q, true, true])
    for (const q of ['shower lee', '$4,321.01']) expect([q, await found(q)]).toEqual([q, false])
  })
})

describe('POST /api/invoices/:id/changes/:version/restore', () => {
  const restore = (id: number, version: number) => post(`/api/invoices/${id}/changes/${version}/restore`)
  const change = (id: number, body: object) => test.call('PATCH', `/api/invoices/${id}`, { body })

  it('sets what a change of a draft set to what it was, and leaves what was changed since', async () => {
    const { id } = await create({ status: 'draft' })
    await change(id, { amount: '50', dueDate: '2026-12-01' })
    await change(id, { description: 'Doors' })
    expect((await restore(id, 2)).json).toMatchObject({
      ...{ amount: '100.00', tax: '7.25', dueDate: '2026-11-21', description: 'Doors' },
    })
  })

  it('refuses amounts of an invoice that was issued, and what is no change', async () => {
    const { id } = await create({ status: 'draft' })
    await change(id, { amount: '50' })
    await post(`/api/invoices/${id}/issue`)
    expect((await restore(id, 2)).status).toBe(409)
    expect((await restore(id, 1)).status).toBe(409)
    expect((await restore(id, 9)).status).toBe(404)
  })

  it('is what the history of an invoice offers, and not what is refused', async () => {
    const offered = async (id: number) =>
      (await get(id)).json.history.flatMap(({ text, restore }) => (restore ? [text] : []))
    const { id } = await create({ status: 'draft' })
    await change(id, { description: 'Doors' })
    await change(id, { amount: '50' })
    await change(id, { dueDate: '2026-12-01' })
    expect(await offered(id)).toHaveLength(3)
    await post(`/api/invoices/${id}/issue`)
    await change(id, { description: 'Two doors' })
    // the first change set the line, too, at the amount of then
    expect(await offered(id)).toEqual(['Changed the due date', 'Changed the description, the items'])
    expect((await restore(id, 2)).status).toBe(409)
    expect((await restore(id, 6)).json).toMatchObject({ description: 'Doors' })
    await post(`/api/invoices/${id}/void`)
    expect(await offered(id)).toEqual([])
  })

  it('is offered for the description of a line that was renamed before the issue', async () => {
    const { id } = await create({ status: 'draft' })
    await change(id, { description: 'Doors' })
    await post(`/api/invoices/${id}/issue`)
    const { history } = (await get(id)).json
    expect(history[1]?.restore).toBeTruthy()
    expect((await restore(id, 2)).status).toBe(200)
  })
})

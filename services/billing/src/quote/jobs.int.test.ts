import { startServiceForTest, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comparison, InvoiceDetails, Quote, QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentCompleted,
  appointmentScheduled,
  type BillingTest,
  customerRegistered,
  quoteForm,
  testOptions,
} from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  for (const id of [1, 2]) await test.appendForeign(`customer-${id}`, customerRegistered(id))
  await test.project()
  test.clock.now = new Date('2026-11-21T19:02:00Z')
})
afterAll(() => test.stop())

const post = <T = QuoteDetails>(path: string, body: object = {}) => test.call<T>('POST', path, { body })
const read = async <T>(path: string) => (await test.call<T>('GET', path)).json
const readQuote = (id: number) => read<QuoteDetails>(`/api/quotes/${id}`)
const readInvoice = (id: number) => read<InvoiceDetails>(`/api/invoices/${id}`)
const compare = (appointmentId: number) =>
  read<Comparison>(`/api/invoices/comparison?appointmentId=${appointmentId}`)
const uninvoiced = async () => (await read<{ id: number }[]>('/api/invoices/uninvoiced')).map(({ id }) => id)

/** $1,074.50 with its tax. */
const deck = {
  options: [{ id: 1, lines: [{ description: 'Deck', unitPrice: '1000' }] }],
  ...{ addOns: [], discount: null, taxPercent: '7.45', deposit: { percent: '50' } },
}
async function approved(more: object = {}): Promise<number> {
  const { id } = (await post('/api/quotes', { ...quoteForm, ...deck, ...more })).json
  await post(`/api/quotes/${id}/send`, { channel: 'in_person' })
  await post(`/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })
  return id
}
const invoice = (id: number, part: 'deposit' | 'rest', more: object = {}) =>
  post<{ invoiceId: number }>(`/api/quotes/${id}/invoice`, { part, ...more })
async function paidDeposit(quoteId: number): Promise<number> {
  const { invoiceId } = (await invoice(quoteId, 'deposit')).json
  await post(`/api/invoices/${invoiceId}/issue`)
  await post(`/api/invoices/${invoiceId}/payments`, { method: 'cash' })
  return invoiceId
}

let jobs = 0
const schedule = (quoteId: number, appointmentId: number, customerId = 1) =>
  test.commands.scheduleQuote({ metadata: testMetadata, now: test.clock.now }, quoteId, {
    ...{ appointmentId, customerId },
  })
async function doneJob(quoteId?: number): Promise<number> {
  const id = ++jobs
  await test.appendForeign(`appointment-${id}`, appointmentScheduled(id, 1))
  await test.appendForeign(`appointment-${id}`, appointmentCompleted(id))
  await test.project()
  if (quoteId !== undefined) await schedule(quoteId, id)
  return id
}
async function deleteJob(id: number): Promise<void> {
  const data = { appointmentId: id, deletedAt: '2026-11-21T19:00:00Z' }
  await test.appendForeign(`appointment-${id}`, { type: 'AppointmentDeleted', data })
  await test.project()
}
const byHand = async (appointmentId: number, more: object = {}) =>
  (
    await post<InvoiceDetails>('/api/invoices', {
      ...{ customerId: 1, appointmentId, description: 'Deck', amount: '1074.50', ...more },
    })
  ).json

describe('a job that came from a quote', () => {
  it('says what is left of its quote, which is invoiced at once and once', async () => {
    const quoteId = await approved()
    const job = await doneJob(quoteId)
    const quoteNumber = `QUO-${String(quoteId).padStart(6, '0')}`
    expect((await compare(job)).toInvoice).toEqual({ quoteId, quoteNumber, amount: '1074.50' })
    await paidDeposit(quoteId)
    expect((await compare(job)).toInvoice).toEqual({ quoteId, quoteNumber, amount: '537.25' })
    const more = { status: 'pending', total: '537.25' }
    const { status, json } = await invoice(quoteId, 'rest', more)
    expect(status).toBe(201)
    expect(await readInvoice(json.invoiceId)).toMatchObject({
      ...{ status: 'pending', invoiceNumber: 'INV-000002', appointmentId: job, quoteId },
      ...{ totalAmount: '537.25', tax: '74.50' },
    })
    expect(await compare(job)).toEqual({
      ...{ approvals: 1, approved: '1074.50', invoiced: '1074.50', difference: '0.00' },
    })
    expect((await invoice(quoteId, 'rest', more)).status).toBe(409)
    expect(await uninvoiced()).not.toContain(job)
    // once that invoice is void it is to be invoiced again
    await post(`/api/invoices/${json.invoiceId}/void`)
    expect((await compare(job)).toInvoice?.amount).toBe('537.25')
    expect(await uninvoiced()).toContain(job)
  })

  it('is not invoiced for another amount than the one that was looked at', async () => {
    const quoteId = await approved()
    const { invoiceId } = (await invoice(quoteId, 'deposit')).json
    await post(`/api/invoices/${invoiceId}/issue`)
    await post(`/api/invoices/${invoiceId}/void`)
    const { status, text } = await invoice(quoteId, 'rest', { status: 'pending', total: '537.25' })
    expect({ status, text }).toEqual({
      status: 409,
      text: 'This invoice comes to $1,074.50 by now. Please look again.',
    })
    expect((await readQuote(quoteId)).invoiceIds).toEqual([])
  })

  it('and is invoiced by hand is not invoiced from the quote, too', async () => {
    const quoteId = await approved()
    const [job, second] = [await doneJob(quoteId), await doneJob(quoteId)]
    const { id, invoiceNumber } = await byHand(job)
    for (const part of ['rest', 'deposit'] as const) {
      const { status, text } = await invoice(quoteId, part)
      expect({ status, text }).toEqual({
        status: 409,
        text: `A job of this quote is invoiced already: ${invoiceNumber}. What is left can be invoiced by hand.`,
      })
    }
    for (const it of [job, second]) expect(await compare(it)).not.toHaveProperty('toInvoice')
    await post(`/api/invoices/${id}/void`)
    expect((await compare(second)).toInvoice?.amount).toBe('1074.50')
    expect((await invoice(quoteId, 'rest')).status).toBe(201)
  })

  it('is invoiced from it beside its change orders, which are invoiced on their own', async () => {
    const quoteId = await approved()
    const job = await doneJob(quoteId)
    const changeOrder = await approved({ appointmentId: job, deposit: null })
    const { invoiceId } = (await invoice(changeOrder, 'rest')).json
    await test.call('PATCH', `/api/invoices/${invoiceId}`, { body: { appointmentId: job } })
    expect((await compare(job)).toInvoice).toMatchObject({ quoteId, amount: '1074.50' })
    expect((await invoice(quoteId, 'rest', { total: '1074.50' })).status).toBe(201)
    expect(await compare(job)).toMatchObject({ approvals: 2, invoiced: '2149.00', difference: '0.00' })
  })

  it('and has a change order alone has no quote to invoice', async () => {
    const job = await doneJob()
    await approved({ appointmentId: job, deposit: null })
    expect(await compare(job)).not.toHaveProperty('toInvoice')
  })
})

describe('a deposit of all of it', () => {
  const whole = { deposit: { percent: '100' } }

  it.each(['before', 'after'] as const)(
    'that is invoiced %s its job is planned is of the job',
    async (when) => {
      const quoteId = await approved(whole)
      const planned = when === 'after' ? await doneJob(quoteId) : null
      const invoiceId = await paidDeposit(quoteId)
      const job = planned ?? (await doneJob(quoteId))
      expect((await readInvoice(invoiceId)).appointmentId).toBe(job)
      expect(await uninvoiced()).not.toContain(job)
      expect(await compare(job)).not.toHaveProperty('toInvoice')
    },
  )

  it('of a part of it is of no job', async () => {
    const quoteId = await approved()
    const invoiceId = await paidDeposit(quoteId)
    const job = await doneJob(quoteId)
    expect((await readInvoice(invoiceId)).appointmentId).toBeNull()
    expect(await uninvoiced()).toContain(job)
  })
})

describe('a quote whose job was deleted', () => {
  it('has no job until it is planned again', async () => {
    const id = await approved()
    const [first, second] = [await doneJob(id), await doneJob(id)]
    const etag = async () => (await test.call('GET', `/api/quotes/${id}`)).headers.get('etag')
    const scheduledIds = async () => {
      const listed = (await read<Quote[]>('/api/quotes')).find((it) => it.id === id)
      return [(await readQuote(id)).scheduledId, listed?.scheduledId]
    }
    expect(await scheduledIds()).toEqual([first, first])
    const before = await etag()
    await deleteJob(first)
    expect(await scheduledIds()).toEqual([second, second])
    expect(await etag()).not.toBe(before)
    await deleteJob(second)
    expect(await scheduledIds()).toEqual([null, null])
    const third = await doneJob(id)
    expect(await scheduledIds()).toEqual([third, third])
    expect((await compare(third)).approved).toBe('1074.50')
    await byHand(third, { amount: '10' })
    expect(await read<Comparison>(`/api/invoices/comparison?quoteId=${id}`)).toMatchObject({
      invoiced: '10.00',
    })
  })

  it('gives its invoice to the job that is planned next', async () => {
    const id = await approved()
    const first = await doneJob(id)
    const { invoiceId } = (await invoice(id, 'rest')).json
    expect((await readInvoice(invoiceId)).appointmentId).toBe(first)
    await deleteJob(first)
    const next = await doneJob(id)
    expect((await readInvoice(invoiceId)).appointmentId).toBe(next)
    expect(await uninvoiced()).not.toContain(next)
  })
})

it('a job of another customer is none of the quote', async () => {
  const id = await approved()
  await schedule(id, ++jobs, 2)
  const { scheduledId, history } = await readQuote(id)
  expect(scheduledId).toBeNull()
  expect(history.map(({ text }) => text)).not.toContain('Scheduled')
})

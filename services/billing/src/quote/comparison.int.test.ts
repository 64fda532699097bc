import { startServiceForTest, testMetadata } from '@plumbline/platform/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Comparison, priceOfLines, type QuoteDetails, type UninvoicedAppointment } from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentCompleted,
  appointmentScheduled,
  type BillingTest,
  customerRegistered,
  quoteForm,
  testOptions,
} from '../testing.ts'
import { invoicedTooMuch } from './comparison.ts'
import type { Approval } from './decider.ts'
import { linesToInvoice, restCents } from './invoicing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
})
afterAll(() => test.stop())

const post = async <Answer = { invoiceId: number }>(path: string, body: object = {}) =>
  (await test.call<Answer>('POST', path, { body })).json
const compare = async (query: string) =>
  (await test.call<Comparison>('GET', `/api/invoices/comparison?${query}`)).json

const plain = {
  options: [{ id: 1, lines: [{ description: 'Deck', unitPrice: '1200.00' }] }],
  addOns: [],
  discount: null,
  taxPercent: '0',
  deposit: { amount: '200.00' },
}
async function approved(more: object = {}) {
  const { id } = await post<QuoteDetails>('/api/quotes', { ...quoteForm, ...plain, ...more })
  await post(`/api/quotes/${id}/send`, { channel: 'in_person' })
  await post(`/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })
  return id
}

it('says what is left to invoice, that all of it was, and what is more than was approved', async () => {
  const id = await approved()
  const of = `quoteId=${id}`
  expect(await compare(of)).toMatchObject({ approved: '1200.00', invoiced: '0.00', difference: '-1200.00' })
  const deposit = await post(`/api/quotes/${id}/invoice`, { part: 'deposit' })
  await post(`/api/invoices/${deposit.invoiceId}/issue`)
  expect(await compare(of)).toMatchObject({ approved: '1200.00', invoiced: '200.00', difference: '-1000.00' })
  const rest = await post(`/api/quotes/${id}/invoice`, { part: 'rest' })
  expect(await compare(of)).toMatchObject({ approved: '1200.00', invoiced: '1200.00', difference: '0.00' })
  const change = await test.call('PATCH', `/api/invoices/${rest.invoiceId}`, {
    body: {
      description: 'Deck',
      lines: [{ description: 'Deck and stairs', amount: '1150.00' }],
      dueDate: '2026-12-24',
    },
  })
  expect(change.status).toBe(200)
  expect(await compare(of)).toMatchObject({ approved: '1200.00', invoiced: '1350.00', difference: '150.00' })
  await post(`/api/invoices/${rest.invoiceId}/void`)
  expect(await compare(of)).toMatchObject({ approved: '1200.00', invoiced: '200.00', difference: '-1000.00' })
})

it('counts the change orders of a job and all of its invoices, and no other job', async () => {
  const [id, other] = [await approved(), await approved()]
  for (const [quoteId, jobId] of [
    [id, 5],
    [other, 6],
  ] as const) {
    await test.appendForeign(`appointment-${jobId}`, appointmentScheduled(jobId, 1))
    await test.project()
    await test.commands.scheduleQuote({ metadata: testMetadata, now: test.clock.now }, quoteId, {
      appointmentId: jobId,
      customerId: 1,
    })
  }
  const changeOrder = await approved({ appointmentId: 5, deposit: null })
  const declined = await post<QuoteDetails>('/api/quotes', { ...quoteForm, ...plain, appointmentId: 5 })
  await post(`/api/quotes/${id}/invoice`, { part: 'rest' })
  await post('/api/invoices', {
    ...{ customerId: 1, appointmentId: 5, description: 'Nails', dueDate: '2026-12-24', status: 'pending' },
    lines: [{ description: 'Nails', amount: '30.00' }],
  })
  const ofJob = { approvals: 2, approved: '2400.00', invoiced: '1230.00', difference: '-1170.00' }
  for (const of of [`quoteId=${id}`, `quoteId=${changeOrder}`, `quoteId=${declined.id}`, 'appointmentId=5'])
    expect(await compare(of)).toEqual(ofJob)
  expect(await compare('appointmentId=6')).toEqual({
    ...{ approvals: 1, approved: '1200.00', invoiced: '0.00', difference: '-1200.00' },
    toInvoice: { quoteId: other, quoteNumber: `QUO-00000${other}`, amount: '1200.00' },
  })

  // the list of what is to be invoiced says the same
  await test.appendForeign('appointment-6', appointmentCompleted(6, '2026-11-20T18:00:00.000Z'))
  await test.project()
  const priceOfJob = async () =>
    (await test.call<UninvoicedAppointment[]>('GET', '/api/invoices/uninvoiced')).json.map(
      ({ id: jobId, price }) => [jobId, price],
    )
  expect(await priceOfJob()).toEqual([[6, '1200.00']])
  await post(`/api/quotes/${other}/invoice`, { part: 'deposit' })
  const { toInvoice } = await compare('appointmentId=6')
  expect(toInvoice?.amount).toBe('1000.00')
  expect(await priceOfJob()).toEqual([[6, toInvoice?.amount]])
})

it('of what is not there is nothing, and one thing has to be named', async () => {
  expect(await compare('quoteId=999999')).toMatchObject({ approvals: 0, approved: '0.00' })
  expect((await compare('appointmentId=999999')).approved).toBe('0.00')
  for (const query of ['', '?quoteId=1&appointmentId=1'])
    expect((await test.call('GET', `/api/invoices/comparison${query}`)).status).toBe(400)
})

it('what is invoiced as it was approved never differs from it', () => {
  const anyLine = fc.record({
    description: fc.constant('Boards'),
    quantity: fc.integer({ min: 1, max: 99_999 }).map((n) => (n / 1_000).toFixed(3)),
    unitPriceCents: fc.integer({ min: 0, max: 10_000_000 }),
    taxable: fc.boolean(),
  })
  const anyPercent = fc.integer({ min: 0, max: 100_000 }).map((n) => ({ percent: (n / 1_000).toFixed(3) }))
  const anyShare = fc.oneof(
    fc.constant(null),
    anyPercent,
    fc.integer({ min: 0, max: 5_000_000 }).map((cents) => ({ cents })),
  )
  const terms = fc.record({
    discount: anyShare,
    deposit: anyShare,
    taxPercent: fc.integer({ min: 0, max: 30_000 }).map((n) => (n / 1_000).toFixed(3)),
  })
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), terms, (lines, of) => {
      const price = priceOfLines(lines, of)
      fc.pre(price.total > 0)
      const approval = {
        ...{ quoteId: 1, lines: price.lines, totalCents: price.total, depositCents: price.deposit },
      } as Approval
      const invoices: Parameters<typeof linesToInvoice>[2][number][] = []
      const parts = [
        ...(price.deposit > 0 ? (['deposit'] as const) : []),
        ...(price.deposit < price.total ? (['rest'] as const) : []),
      ]
      for (const part of parts) {
        const totalCents = linesToInvoice(approval, part, invoices).reduce(
          (sum, line) => sum + line.amountCents + line.taxCents,
          0,
        )
        if (part === 'rest') expect(restCents(approval, invoices)).toBe(totalCents)
        invoices.push({ invoiceId: invoices.length + 1, number: 1, part, status: 'pending', totalCents })
      }
      expect(
        invoicedTooMuch(
          [price.total],
          invoices.map(({ totalCents }) => totalCents),
        ),
      ).toBe(0)
      expect(restCents(approval, invoices)).toBe(0)
      // and a cent more is seen
      expect(invoicedTooMuch([price.total], [price.total, 1])).toBe(1)
    }),
  )
})

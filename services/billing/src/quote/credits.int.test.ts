import type { CustomerPage } from '@plumbline/platform/schemas'
import { startServiceForTest, testMetadata } from '@plumbline/platform/testing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Comparison,
  creditRefusal,
  type InvoiceDetails,
  type PaymentTotals,
  type Quote,
  type QuoteDetails,
  type QuoteFigures,
  type Totals,
} from '../api.ts'
import { billing } from '../service.ts'
import {
  appointmentScheduled,
  type BillingTest,
  customerRegistered,
  quoteForm,
  testOptions,
} from '../testing.ts'

let test: BillingTest
const jobs = [5, 6, 7, 8, 9]
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  for (const job of jobs) await test.appendForeign(`appointment-${job}`, appointmentScheduled(job, 1))
  await test.project()
  test.clock.now = new Date('2026-11-21T19:02:00Z')
})
afterAll(() => test.stop())

const stairs = { description: 'Stairs', quantity: '1', unitPrice: '250' }
const boards = { description: 'Boards not needed', quantity: '2', unitPrice: '-50' }
const plain = { addOns: [], discount: null, deposit: null, taxPercent: '7.25' }
const of = (...lines: object[]) => ({ ...plain, options: [{ id: 1, lines }] })
const { customerId: _, ...ordinary } = quoteForm

const post = <T = QuoteDetails>(path: string, body: object = {}) => test.call<T>('POST', path, { body })
const draft = async (body: object) => (await post('/api/quotes', { ...quoteForm, ...body })).json
const get = async <T = QuoteDetails>(path: string) => (await test.call<T>('GET', path)).json
async function sent(body: object) {
  const { id } = await draft(body)
  return (await post(`/api/quotes/${id}/send`, { channel: 'in_person' })).json
}
async function approved(body: object) {
  const { id } = await sent(body)
  return (await post(`/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })).json
}
const invoice = (id: number, part: 'deposit' | 'rest' = 'rest') =>
  post<{ invoiceId: number }>(`/api/quotes/${id}/invoice`, { part })
const linkOf = (kind: 'quote' | 'invoice', id: number) => ({
  ...{ user: null, addressHash: 'a1b2' },
  link: { linkId: 5, customerId: 1, scope: { kind, id } },
})
const tidy = (text: string) => text.replace(/\s+/g, ' ')
const page = async (kind: 'quote' | 'invoice', id: number) => {
  const path = `/customer-pages/${kind}/${id}`
  const { json } = await test.call<CustomerPage>('GET', path, { caller: linkOf(kind, id) })
  return tidy(json.body.replace(/<[^>]+>/g, ' '))
}
async function pdf(path: string) {
  const answer = await test.send('GET', path)
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  return tidy((await extractText(document, { mergePages: true })).text)
}

describe('a price below zero', () => {
  it.each([
    ['item', 'options.0.lines.1.unitPrice', { options: [{ id: 1, lines: [stairs, boards] }] }],
    ['add-on', 'addOns.0.unitPrice', { addOns: [{ id: 1, ...boards }] }],
  ])(
    'of an %s is refused in a quote that is no change order, when it is drafted and when it is saved',
    async (_, field, credit) => {
      const refusal = async (method: string, path: string, body: object) => {
        const headers = { accept: 'application/problem+json' }
        const answer = await test.send(method, path, { headers, body: { ...body, ...credit } })
        const { detail, errors } = (await answer.json()) as { detail: string; errors: object }
        return { status: answer.status, detail, errors }
      }
      const refused = { status: 400, detail: creditRefusal, errors: { [field]: creditRefusal } }
      expect(await refusal('POST', '/api/quotes', quoteForm)).toEqual(refused)
      const { id } = await draft({})
      expect(await refusal('PUT', `/api/quotes/${id}`, ordinary)).toEqual(refused)
      expect((await get(`/api/quotes/${id}`)).content.addOns).toMatchObject([{ unitPrice: '75.00' }])
    },
  )

  it('is a credit in a change order, when it is drafted and when it is saved', async () => {
    const change = await draft({ ...of(stairs, boards), appointmentId: 5 })
    expect(change).toMatchObject({
      ...{ totalFrom: '160.88', totalTo: '160.88' },
      content: {
        options: [
          {
            lines: [{ amount: '250.00' }, { unitPrice: '-50.00', quantity: '2', amount: '-100.00' }],
            price: { subtotal: '150.00', tax: '10.88', total: '160.88' },
          },
        ],
      },
    })
    const { json } = await test.call<QuoteDetails>('PUT', `/api/quotes/${change.id}`, {
      body: { ...ordinary, ...of(boards), discount: { amount: '20' }, deposit: { percent: '50' } },
    })
    // of less than nothing there is neither a discount nor a deposit
    expect(json.content.options[0]?.price).toEqual({
      ...{ subtotal: '-100.00', discount: '0.00', tax: '-7.25', total: '-107.25', deposit: '0.00' },
    })
    const [listed] = await get<Quote[]>('/api/quotes?q=-%24107.25')
    expect(listed).toMatchObject({ id: change.id, totalTo: '-107.25' })
  })

  it('is refused in the price book, and as -0.00 it is no credit', async () => {
    const item = await post('/api/price-items', { name: 'Credit', unitPrice: '-50' })
    expect({ status: item.status, text: item.text }).toEqual({
      ...{ status: 400, text: 'An amount cannot be negative' },
    })
    const free = await draft(of({ ...boards, unitPrice: '-0.00' }))
    expect(free.content.options[0]?.lines[0]).toMatchObject({ unitPrice: '0.00', amount: '0.00' })
  })
})

it('the customer reads of a credit on the page and on paper, agrees to it, and what was sent is what was agreed', async () => {
  const { id, quoteNumber } = await sent({ ...of(boards), appointmentId: 5, show: hideAmounts })
  const offered = await page('quote', id)
  expect(offered).toContain('Boards not needed Credit Quantity: 2')
  expect(offered).toContain('Subtotal -$100.00 Tax (7.25%) -$7.25 Total -$107.25')
  expect(offered).toContain('Approve a credit of $107.25')
  const consent = `I agree to quote ${quoteNumber}, version 1, for a credit of $107.25, and to its terms.`
  expect(offered).toContain(consent)
  const answer = { revision: '1', option: '1', addOns: '', name: 'Ann Lee' }
  const path = `/customer-pages/quote/${id}/approve`
  expect((await test.call('POST', path, { body: answer, caller: linkOf('quote', id) })).status).toBe(204)
  expect(await page('quote', id)).toMatch(
    /Approved by Ann Lee .*, a credit of \$107\.25\. .* Total -\$107\.25/,
  )
  const paper = await pdf(`/api/quotes/${id}/pdf`)
  expect(paper).toContain('Boards not needed Credit Quantity: 2')
  expect(paper).toContain('Subtotal -$100.00 Tax (7.25%) -$7.25 Total -$107.25')

  const quote = await get(`/api/quotes/${id}`)
  expect(quote).toMatchObject({ status: 'approved', totalTo: '-107.25', deposit: '0.00' })
  expect(quote.history.at(-1)?.text).toBe('Approved by Ann Lee, -$107.25')
  const { rows } = await test.owner.query(
    `SELECT type, data FROM es.events WHERE stream_id = $1 AND type IN ('QuoteSent', 'QuoteApproved') ORDER BY version`,
    [`quote-${id}`],
  )
  const [{ data: was }, { data: fact }] = rows
  expect(fact).toMatchObject({
    ...{ totalCents: -10_725, depositCents: 0, documentHash: was.documentHash },
    consentText: expect.stringContaining(consent),
    lines: [{ quantity: '2', unitPriceCents: -5_000, amountCents: -10_000, taxCents: -725 }],
  })
})
const hideAmounts = { quantities: true, unitPrices: false, lineTotals: false }

it('an approved change order is invoiced with the credit as an amount below zero, also by deposit and rest', async () => {
  const { id } = await approved({ ...of(stairs, boards), appointmentId: 6, deposit: { percent: '50' } })
  const deposit = (await invoice(id, 'deposit')).json.invoiceId
  const { invoiceNumber } = (await post<InvoiceDetails>(`/api/invoices/${deposit}/issue`)).json
  const rest = (await invoice(id)).json.invoiceId
  const drafted = await get<InvoiceDetails>(`/api/invoices/${rest}`)
  expect(drafted).toMatchObject({ amount: '69.56', tax: '10.88', totalAmount: '80.44' })
  expect(drafted.lines).toEqual([
    { description: 'Stairs', quantity: '1', unitPrice: '250.00', amount: '250.00', tax: '18.13' },
    { description: 'Boards not needed', amount: '-100.00', tax: '-7.25' },
    { description: `Less deposit (${invoiceNumber})`, amount: '-80.44', tax: '0.00' },
  ])
  expect(await get(`/api/quotes/${id}`)).toMatchObject({ totalTo: '160.88', invoicedAmount: '160.88' })
  await post(`/api/invoices/${rest}/issue`)
  expect(await page('invoice', rest)).toContain('Boards not needed -$100.00')
  expect(await pdf(`/api/invoices/${rest}/pdf`)).toContain('Boards not needed -$100.00 -$7.25 -$107.25')
})

it.each([
  ['total', [boards], null, 'rest', 'The total is -$107.25'],
  ['tax', [{ ...stairs, taxable: false }, boards], null, 'rest', 'The tax is -$7.25'],
  ['tax', [{ ...stairs, taxable: false }, boards], { percent: '100' }, 'deposit', 'The tax is -$7.25'],
] as const)('a %s below zero is no invoice: %j', async (_, lines, deposit, part, why) => {
  const { id } = await approved({ ...of(...lines), appointmentId: 7, deposit })
  const { status, text } = await invoice(id, part)
  expect({ status, text }).toEqual({
    status: 409,
    text: `${why}, and an invoice cannot be below zero. Add these items to the draft invoice of the job, credits with a negative amount.`,
  })
  expect(await get(`/api/quotes/${id}`)).toMatchObject({ invoiceIds: [], invoicedAmount: '0.00' })
})

it('what the invoice of the job is less a credit agrees with what was approved, and with the figures', async () => {
  const { id } = await approved(of({ description: 'Deck', unitPrice: '1200' }))
  await test.commands.scheduleQuote({ metadata: testMetadata, now: test.clock.now }, id, {
    ...{ appointmentId: 8, customerId: 1 },
  })
  const figures = () => get<QuoteFigures>('/api/billing/quote-figures?from=2026-11-01&to=2026-11-30')
  const before = { figures: await figures(), totals: await get<Totals>('/api/billing/totals') }
  await approved({ ...of(boards), appointmentId: 8 })
  // a change order is no quote of the figures, whatever it takes off
  expect(await figures()).toEqual(before.figures)
  const compare = () => get<Comparison>('/api/invoices/comparison?appointmentId=8')
  const invoiceId = (await invoice(id)).json.invoiceId
  // 1287.00 less 107.25
  expect(await compare()).toEqual({
    ...{ approvals: 2, approved: '1179.75', invoiced: '1287.00', difference: '107.25' },
  })
  const { lines, dueDate } = await get<InvoiceDetails>(`/api/invoices/${invoiceId}`)
  const credit = { description: boards.description, amount: '-100.00', tax: '-7.25' }
  const body = { description: 'Deck', lines: [...lines, credit], dueDate }
  expect((await test.call('PATCH', `/api/invoices/${invoiceId}`, { body })).status).toBe(200)
  expect(await compare()).toMatchObject({ invoiced: '1179.75', difference: '0.00' })
  await post(`/api/invoices/${invoiceId}/issue`)
  const taxOfMonth = async () =>
    (await get<PaymentTotals>('/api/billing/payments/totals?from=2026-11-01&to=2026-11-30')).tax.at(-1)
  const [{ invoiced = '0.00' } = {}, after] = [await taxOfMonth(), await get<Totals>('/api/billing/totals')]
  expect(Number(after.invoiced) - Number(before.totals.invoiced)).toBeCloseTo(1_179.75)
  await post(`/api/invoices/${invoiceId}/payments`, { method: 'cash' })
  expect(await get<InvoiceDetails>(`/api/invoices/${invoiceId}`)).toMatchObject({
    ...{ status: 'paid', tax: '79.75', paidAmount: '1179.75' },
  })
  expect(await taxOfMonth()).toEqual({ month: '2026-11', invoiced, collected: '79.75' })
})

it('a job whose work was all taken off has nothing approved, and what was invoiced of it is too much', async () => {
  await approved({ ...of(stairs), appointmentId: 9 })
  await approved({ ...of({ ...stairs, unitPrice: '-250' }), appointmentId: 9 })
  await post('/api/invoices', {
    ...{ customerId: 1, appointmentId: 9, description: 'Stairs', amount: '50', status: 'pending' },
  })
  expect(await get<Comparison>('/api/invoices/comparison?appointmentId=9')).toEqual({
    ...{ approvals: 2, approved: '0.00', invoiced: '50.00', difference: '50.00' },
  })
})

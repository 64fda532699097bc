import { centsOf, dollars } from '@plumbline/platform/money'
import { startServiceForTest, testMetadata } from '@plumbline/platform/testing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvoiceDetails, QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, business, customerRegistered, quoteForm, testOptions } from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1, 'Zoë', 'Łukasik'))
  await test.project()
})
afterAll(() => test.stop())

const post = async (path: string, body: object) =>
  (await test.call<InvoiceDetails>('POST', path, { body })).json
async function pdf(id: number) {
  const answer = await test.send('GET', `/api/invoices/${id}/pdf`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  const { text } = await extractText(document, { mergePages: true })
  return { answer, pages: document.numPages, text: text.replace(/\s+/g, ' ') }
}
const toDollars = (amount: string) => dollars(centsOf(amount))

it('the PDF has the texts and amounts of the invoice, to the cent', async () => {
  const { id } = await post('/api/invoices', {
    customerId: 1,
    description: 'Spring repairs',
    lines: [
      { description: 'Labor', amount: '1234.56', tax: '0.07' },
      { description: 'Paint — 2 gallons', amount: '89.9', tax: '6.52', quantity: '2', unitPrice: '44.95' },
    ],
    dueDate: '2026-12-01',
  })
  await post(`/api/invoices/${id}/payments`, { method: 'zelle', amount: '331.05' })
  const invoice = await post(`/api/invoices/${id}/payments/1/refund`, { amount: '0.5' })
  const { answer, text, pages } = await pdf(id)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=INV-000001.pdf')
  expect(pages).toBe(1)
  const sums = [
    `Subtotal ${toDollars(invoice.amount)}`,
    `Tax ${toDollars(invoice.tax)}`,
    `Total ${toDollars(invoice.totalAmount)}`,
    `Paid ${toDollars(invoice.paidAmount)}`,
    `Balance due ${toDollars(invoice.balance)}`,
  ]
  for (const line of [
    business.name,
    business.address,
    business.phone,
    business.email,
    'Zoë Łukasik',
    '4 Elm Street, Cary, NC',
    'INV-000001',
    'Spring repairs',
    '2 × $44.95',
    'Issued November 21, 2026',
    'Due December 1, 2026',
    'Labor $1,234.56 $0.07 $1,234.63',
    'Paint — 2 gallons $89.90 $6.52 $96.42',
    ...sums,
    'November 21, 2026 Zelle $331.05',
    'November 21, 2026 Refund -$0.50',
    'Payment is due in full on completion.',
    'property lien under state law',
    'cash, Zelle, CashApp, Venmo and major credit cards',
  ])
    expect(text).toContain(line)
  expect(sums.at(-1)).toBe('Balance due $1,000.50')
})

it('the PDF of an invoice without tax has no columns of tax, its description once, and thanks', async () => {
  const { id } = await post('/api/invoices', { customerId: 1, description: 'Hang a door', amount: '75' })
  const { text } = await pdf(id)
  expect(text).toContain('Description Amount Hang a door $75.00 Total $75.00 Paid $0.00 Balance due $75.00')
  expect(text.match(/Hang a door/g)).toHaveLength(1)
  expect(text).not.toContain('Tax')
  expect(text).toMatch(/How to pay Payment is due .* Thank you for your business\.$/)
  await post(`/api/invoices/${id}/payments`, { method: 'cash' })
  expect((await pdf(id)).text).not.toContain('How to pay')
})

it('the PDF has letters of every supported script and a question mark for others', async () => {
  await test.appendForeign('customer-2', customerRegistered(2, 'Nguyễn Thị', 'Ánh'))
  await test.project()
  const description = 'Жалюзи для Иванова, Ωμέγα, 王小明の家, 髙橋 カフェ, 홍길동, 한글'
  const { id } = await post('/api/invoices', {
    customerId: 2,
    description: 'Several scripts',
    lines: [
      { description, amount: '10' },
      { description: 'வணக்கம் 🛠️ ok', amount: '10' },
      // decomposed letters, as some keyboards send them
      { description: 'Phòng khách'.normalize('NFD'), amount: '10' },
    ],
  })
  const { text } = await pdf(id)
  expect(text).toContain('Nguyễn Thị Ánh')
  for (const word of description.split(/[\s,]+/)) expect(text.replace(/\s/g, '')).toContain(word)
  expect(text).toMatch(/\?+ \? ok/)
  expect(text).toContain('A question mark may stand for a letter that this document cannot show.')
  expect(text).toContain('Phòng khách')
  // the text of a missing glyph
  expect(text).not.toContain('\0')
})

it('the PDF has names in Arabic, Hebrew and Thai, from right to left where they are written so', async () => {
  await test.appendForeign('customer-3', customerRegistered(3, 'دانا', 'خوري'))
  await test.project()
  const lines = ['שלום כהן', 'สวัสดี', 'Dana דנה Lee'].map((description) => ({ description, amount: '10' }))
  const { id } = await post('/api/invoices', { customerId: 3, description: 'Scripts', lines })
  const { text } = await pdf(id)
  // letters of Arabic are joined from parts, so that the document is read but not copied
  for (const word of ['دا', 'ر', 'שלום', 'כהן', 'สวัสดี', 'Dana', 'דנה']) expect(text).toContain(word)
  expect(text).not.toContain('?')
})

it('the PDF of a long invoice has several pages', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => ({ description: `Fence panel ${i + 1}`, amount: '10' }))
  const { id } = await post('/api/invoices', { customerId: 1, description: 'y'.repeat(2_000), lines })
  const { pages, text } = await pdf(id)
  expect(pages).toBeGreaterThan(1)
  for (const [i] of lines.entries()) expect(text).toContain(`Fence panel ${i + 1} $10.00`)
  expect(text).toContain('Balance due $600.00')
})

it('the PDF of a description that is longer than a page has several pages', async () => {
  const description = 'line\n'.repeat(399)
  const { id } = await post('/api/invoices', { customerId: 1, description, amount: '10' })
  const { pages, text } = await pdf(id)
  expect(pages).toBeGreaterThan(3)
  expect(text).toContain('Balance due $10.00')
})

it('the PDF is answered with 404 for an unknown invoice, 401 without a session and 304 when unchanged', async () => {
  expect((await test.send('GET', '/api/invoices/999/pdf')).status).toBe(404)
  expect((await test.send('GET', '/api/invoices/x/pdf')).status).toBe(404)
  expect((await test.send('GET', '/api/invoices/1/pdf', { caller: { user: null } })).status).toBe(401)
  const etag = (await pdf(1)).answer.headers.get('etag') as string
  const again = await test.send('GET', '/api/invoices/1/pdf', {
    headers: { 'if-none-match': etag },
  })
  expect(again.status).toBe(304)
})

const readPdf = async (id: number) => {
  const answer = await test.send('GET', `/api/quotes/${id}/pdf`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(document, { mergePages: true })
  return { answer, pages: document.numPages, bytes, text: text.replace(/\s+/g, ' ') }
}
const callQuote = async (path: string, body: object) =>
  (await test.call<QuoteDetails>('POST', `/api/quotes${path}`, { body })).json

it('the PDF of a quote has its options one after the other, what can be added, and the terms', async () => {
  const { id } = await callQuote('', { ...quoteForm, validUntil: '2026-12-10' })
  expect((await readPdf(id)).text).toContain('Prepared for Draft')
  await callQuote(`/${id}/send`, { channel: 'email' })
  const { answer, text, pages } = await readPdf(id)
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=QUO-00000${id}.pdf`)
  expect(pages).toBe(1)
  for (const part of [
    business.name,
    'Prepared for Quote Zoë Łukasik QUO-',
    'Sent November 21, 2026 Valid until December 10, 2026',
    'New deck Dear Ann, as we talked about.',
    'Option 1: Pine Description Amount Boards $99.99 3 × $33.33',
    'Subtotal $99.99 Discount (10%) -$10.00 Tax (7.25%) $6.52 Total $96.51 Deposit on approval $48.26',
    'Option 2: Cedar Description Amount Boards $300.00 3 × $100.00 Permit $50.00 1 × $50.00',
    'Total $334.58',
    'You can add Description Amount Stairs $75.00 Two steps 1 × $75.00',
    'Terms Valid as long as boards last.',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Approved')
})

it('the PDF of an approved quote has what was agreed to, by whom and when, and the signature', async () => {
  const origin = { metadata: testMetadata, now: new Date('2026-11-21T19:02:00Z') }
  const { id } = await callQuote('', quoteForm)
  await callQuote(`/${id}/send`, { channel: 'in_person' })
  const choice = { revision: 1, optionId: 2, addOnIds: [1] }
  const answerer = { by: 'customer', signerName: 'Zoë Łukasik' } as const
  await test.commands.approveQuote(origin, id, choice, {
    ...answerer,
    signature: 'M 10 10 L 300 150 Q 320 10 500 90',
  })
  const { text, bytes } = await readPdf(id)
  for (const part of [
    'Cedar Description Amount Boards $300.00 3 × $100.00 Permit $50.00 1 × $50.00 Stairs',
    'Subtotal $425.00 Discount (10%) -$42.50 Tax (7.25%) $24.47 Total $406.97',
    'Approved by Zoë Łukasik on November 21, 2026 at 2:02 PM.',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Pine')
  const other = (await callQuote('', quoteForm)).id
  await callQuote(`/${other}/send`, { channel: 'in_person' })
  // a signature that is none is left out
  await test.commands.approveQuote(origin, other, choice, { ...answerer, signature: '[erased]' })
  const unsigned = await readPdf(other)
  expect(unsigned.text).toContain('Approved by Zoë Łukasik')
  expect(unsigned.bytes.length).toBeLessThan(bytes.length)
})

it('the PDF of a quote shows what the customer has, not the revision that waits to be sent', async () => {
  const { id } = await callQuote('', quoteForm)
  await callQuote(`/${id}/send`, { channel: 'email' })
  const { customerId: _, ...content } = { ...quoteForm, title: 'Palace' }
  await test.call('PUT', `/api/quotes/${id}`, { body: content })
  expect((await readPdf(id)).text).not.toContain('Palace')
  await callQuote(`/${id}/send`, { channel: 'email' })
  expect((await readPdf(id)).text).toContain('Palace')
})

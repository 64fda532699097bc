import { dollars } from '@plumbline/platform/money'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { billingSchema, createBilling } from '../service.ts'
import { business, registered, startBillingTest } from '../testing.ts'

const start = () => startBillingTest(billingSchema, createBilling)
let billing: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  billing = await start()
  await billing.tell('customer-1', registered(1, 'Zoë', 'Łukasik'))
  await billing.follow()
})
afterAll(() => billing.stop())

// without it fetch asks for an answer that nobody has seen
const mayBeKnown = { 'cache-control': 'max-age=0' }
const post = async (path: string, body: object) => (await billing.call('POST', path, { body })).json
async function pdf(id: number) {
  const answer = await billing.send('GET', `/api/invoices/${id}/pdf`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  const { text } = await extractText(document, { mergePages: true })
  return { answer, pages: document.numPages, text: text.replace(/\s+/g, ' ') }
}
const shown = (amount: string) => dollars(Math.round(Number(amount) * 100))

it('says what the answer says, to the cent', async () => {
  const { id } = await post('/api/invoices', {
    customerId: 1,
    description: 'Spring repairs',
    lines: [
      { description: 'Labor', amount: '1234.56', tax: '0.07' },
      { description: 'Paint — 2 gallons', amount: '89.9', tax: '6.52' },
    ],
    dueDate: '2026-12-01',
  })
  await post(`/api/invoices/${id}/payments`, { method: 'zelle', amount: '331.05' })
  const invoice = await post(`/api/invoices/${id}/payments/1/refund`, { amount: '0.5' })
  const { answer, text, pages } = await pdf(id)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename=INV-000001.pdf')
  expect(pages).toBe(1)
  const sums = [
    `Subtotal ${shown(invoice.amount)}`,
    `Tax ${shown(invoice.tax)}`,
    `Total ${shown(invoice.totalAmount)}`,
    `Paid ${shown(invoice.paidAmount)}`,
    `Balance due ${shown(invoice.balance)}`,
  ]
  for (const line of [
    ...[business.name, business.address, business.phone, business.email],
    ...['Zoë Łukasik', '4 Elm Street, Cary, NC', 'INV-000001', 'Spring repairs'],
    ...['Issued November 21, 2026', 'Due December 1, 2026'],
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

it('has letters of every script it has a font for, and a question mark for the others, never an empty box', async () => {
  await billing.tell('customer-2', registered(2, 'Nguyễn Thị', 'Ánh'))
  await billing.follow()
  const description = 'Жалюзи для Иванова, Ωμέγα, 王小明の家, 髙橋 カフェ, 홍길동, 한글'
  const { id } = await post('/api/invoices', {
    customerId: 2,
    description: 'Several scripts',
    lines: [
      { description, amount: '10' },
      { description: 'مرحبا 🛠️ ok', amount: '10' },
      // decomposed, as some keyboards write it
      { description: 'Phòng khách'.normalize('NFD'), amount: '10' },
    ],
  })
  const { text } = await pdf(id)
  expect(text).toContain('Nguyễn Thị Ánh')
  for (const word of description.split(/[\s,]+/)) expect(text.replace(/\s/g, '')).toContain(word)
  expect(text).toContain('????? ? ok')
  expect(text).toContain('Phòng khách')
  // what a font has no letter for
  expect(text).not.toContain('\0')
})

it('goes on to more pages when there is more to say', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => ({ description: `Fence panel ${i + 1}`, amount: '10' }))
  const { id } = await post('/api/invoices', { customerId: 1, description: 'y'.repeat(2_000), lines })
  const { pages, text } = await pdf(id)
  expect(pages).toBeGreaterThan(1)
  for (const [i] of lines.entries()) expect(text).toContain(`Fence panel ${i + 1} $10.00`)
  expect(text).toContain('Balance due $600.00')
})

it('stands a description of many pages', async () => {
  const description = 'line\n'.repeat(399)
  const { id } = await post('/api/invoices', { customerId: 1, description, amount: '10' })
  const { pages, text } = await pdf(id)
  expect(pages).toBeGreaterThan(3)
  expect(text).toContain('Balance due $10.00')
})

it('is 404 for an invoice that is not there, 401 for visitors, 304 for what is known', async () => {
  expect((await billing.send('GET', '/api/invoices/999/pdf')).status).toBe(404)
  expect((await billing.send('GET', '/api/invoices/x/pdf')).status).toBe(404)
  expect((await billing.send('GET', '/api/invoices/1/pdf', { caller: { user: null } })).status).toBe(401)
  const etag = (await pdf(1)).answer.headers.get('etag') as string
  const again = await billing.send('GET', '/api/invoices/1/pdf', {
    headers: { 'if-none-match': etag, ...mayBeKnown },
  })
  expect(again.status).toBe(304)
})

import type { CustomerPage } from '@plumbline/platform/schemas'
import { startServiceForTest } from '@plumbline/platform/testing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerMerged, customerRegistered, testOptions } from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  for (const [id, name] of [
    [1, 'Ann'],
    [2, 'Ben'],
    [3, '<b>Cleo</b>'],
  ] as const)
    await test.appendForeign(`customer-${id}`, customerRegistered(id, name))
  await test.project()
})
afterAll(() => test.stop())

const bill = async (form: object = {}) =>
  (
    await test.call<InvoiceDetails>('POST', '/api/invoices', {
      body: {
        customerId: 1,
        description: 'Porch',
        amount: '200.00',
        tax: '14.50',
        dueDate: '2026-12-20',
        ...form,
      },
    })
  ).json
const linkOf = (id: number, customerId = 1, kind: 'invoice' | 'appointment' = 'invoice') => ({
  user: null,
  link: { linkId: 5, customerId, scope: { kind, id } },
})
const show = (id: number, caller: object = linkOf(id), rest = '') =>
  test.call<CustomerPage>('GET', `/customer-pages/invoice/${id}${rest}`, { caller })
const words = ({ body }: CustomerPage) =>
  body
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('the page of an invoice', () => {
  it('says what it is for, what was paid, what is due and how to pay', async () => {
    const { id } = await bill()
    await test.call('POST', `/api/invoices/${id}/payments`, { body: { amount: '50.00', method: 'zelle' } })
    const { json } = await show(id)
    expect(json.title).toMatch(/^Invoice INV-\d{6}$/)
    expect(words(json)).toMatch(
      /Due December 20, 2026 Invoice INV-\d+ Balance due \$164\.50 Billed to Ann Lee 4 Elm Street, Cary, NC Issued November 21, 2026/,
    )
    expect(words(json)).toMatch(
      /Porch \$200\.00 Subtotal \$200\.00 Tax \$14\.50 Total \$214\.50 Paid -\$50\.00 Balance due \$164\.50/,
    )
    expect(words(json)).toMatch(/Payments Zelle November 21, 2026 \$50\.00 How to pay Payment is due in full/)
    expect(json.body).toContain(`href="/c/invoice/${id}/pdf"`)
  })

  it('is a receipt when the invoice is paid, and asks for nothing', async () => {
    const { id } = await bill()
    await test.call('POST', `/api/invoices/${id}/payments`, { body: { method: 'cash' } })
    const { json } = await show(id)
    expect(json.title).toMatch(/^Receipt for invoice INV/)
    expect(words(json)).toMatch(/^Paid November 21, 2026/)
    expect(words(json)).not.toContain('How to pay')
  })

  it('says that a void invoice is owed by nobody', async () => {
    const { id } = await bill()
    await test.call('POST', `/api/invoices/${id}/void`)
    const text = words((await show(id)).json)
    expect(text).toContain('This invoice is void: nothing is owed on it.')
    expect(text).not.toMatch(/How to pay|Balance due/)
  })

  it('shows what people wrote as text', async () => {
    const { id } = await bill({ customerId: 3, description: '<script>alert(1)</script> & {{form.words}}' })
    const { body } = (await show(id, linkOf(id, 3))).json
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp;')
    expect(body).not.toMatch(/<script|<b>/)
  })

  it('has nothing of the history, of members or of other invoices in it', async () => {
    const { id } = await bill()
    const { text } = await show(id)
    // the answer for staff has all of it
    const staff = (await test.call('GET', `/api/invoices/${id}`)).text
    for (const internal of ['owner', 'user-1', 'history', '/api/']) {
      expect(text).not.toContain(internal)
      if (internal !== '/api/') expect(staff).toContain(internal)
    }
  })

  it('has its document to save', async () => {
    const { id, invoiceNumber } = await bill()
    const answer = await test.send('GET', `/customer-pages/invoice/${id}/pdf`, { caller: linkOf(id) })
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${invoiceNumber}.pdf`)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), {
      mergePages: true,
    })
    expect(text).toContain('Ann Lee')
  })
})

describe('nobody sees an invoice', () => {
  it.each(['', '/pdf'])('by a link to another one, of another kind, or without a link: %j', async (rest) => {
    const [mine, other] = [await bill(), await bill()]
    expect((await show(mine.id, linkOf(mine.id), rest)).status).toBe(200)
    expect((await show(mine.id, linkOf(other.id), rest)).status).toBe(403)
    expect((await show(mine.id, linkOf(mine.id, 1, 'appointment'), rest)).status).toBe(403)
    expect((await show(mine.id, { user: null }, rest)).status).toBe(401)
    // members have a page of their own for it
    expect((await show(mine.id, {}, rest)).status).toBe(403)
  })

  it('that is of another customer by now, or a draft', async () => {
    const { id } = await bill()
    expect((await show(id, linkOf(id, 2))).status).toBe(404)
    const draft = await bill({ status: 'draft' })
    expect((await show(draft.id)).status).toBe(404)
  })

  it('with a link of a customer for what staff may do', async () => {
    const { id } = await bill()
    for (const [method, path] of [
      ['GET', `/api/invoices/${id}`],
      ['GET', '/api/invoices'],
      ['POST', `/api/invoices/${id}/void`],
    ] as const)
      expect([path, (await test.call(method, path, { caller: linkOf(id) })).status]).toEqual([path, 403])
  })
})

it('the customer whom another one was merged into sees the invoices of both', async () => {
  const { id } = await bill({ customerId: 2 })
  await test.appendForeign('customer-2', customerMerged(2, 1))
  await test.project()
  expect((await show(id, linkOf(id, 1))).status).toBe(200)
  expect((await show(id, linkOf(id, 3))).status).toBe(404)
})

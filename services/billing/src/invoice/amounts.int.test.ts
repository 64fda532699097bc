import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerRegistered, testOptions } from '../testing.ts'

let test: BillingTest
let invoiceId: number
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
  invoiceId = (await create({ amount: '100' })).json.id
  await test.call<InvoiceDetails>('POST', `/api/invoices/${invoiceId}/payments`, {
    body: { method: 'cash', amount: '10' },
  })
})
afterAll(() => test.stop())

const form = { customerId: 1, description: 'Doors' }
const create = (more: object) =>
  test.call<InvoiceDetails>('POST', '/api/invoices', { body: { ...form, ...more } })

/** `ofLine`: what a line answers that may be negative. */
const invalid: [amount: unknown, message: string, ofLine?: string][] = [
  ['NaN', 'Please enter an amount such as 112.50'],
  ['Infinity', 'Please enter an amount such as 112.50'],
  ['1e3', 'Please enter an amount such as 112.50'],
  ['0x10', 'Please enter an amount such as 112.50'],
  ['1,000.00', 'Please enter an amount such as 112.50'],
  ['1 000', 'Please enter an amount such as 112.50'],
  ['$5', 'Please enter an amount such as 112.50'],
  ['', 'Please enter an amount such as 112.50'],
  ['٣', 'Please enter an amount such as 112.50'],
  ['-5', 'An amount cannot be negative', 'The amount must be more than 0'],
  ['-5.001', 'An amount cannot be negative', 'An amount has at most two decimals'],
  ['0.001', 'An amount has at most two decimals'],
  ['100000000.00', 'An amount is at most 99,999,999.99'],
  ['9'.repeat(400), 'An amount is at most 99,999,999.99'],
  [5, 'Please enter an amount as text, such as "112.50"'],
  [null, 'Please enter an amount as text, such as "112.50"'],
]

describe.each(invalid)('the invalid amount %j', (amount, message, ofLine = message) => {
  it.each<[place: string, send: () => ReturnType<typeof create>, answer?: string]>([
    ['an amount', () => create({ amount })],
    ['a tax', () => create({ amount: '1', tax: amount })],
    ['the amount of a line', () => create({ lines: [{ description: 'Labor', amount }] }), ofLine],
    [
      'the tax of a line',
      () => create({ lines: [{ description: 'Labor', amount: '1', tax: amount }] }),
      ofLine,
    ],
    [
      'a change',
      () => test.call<InvoiceDetails>('PATCH', `/api/invoices/${invoiceId}`, { body: { amount } }),
    ],
    [
      'a payment',
      () =>
        test.call<InvoiceDetails>('POST', `/api/invoices/${invoiceId}/payments`, {
          body: { method: 'cash', amount },
        }),
    ],
    [
      'a refund',
      () =>
        test.call<InvoiceDetails>('POST', `/api/invoices/${invoiceId}/payments/1/refund`, {
          body: { amount },
        }),
    ],
  ])('is refused as %s', async (_place, send, answer = message) => {
    expect(await send()).toMatchObject({ status: 400, text: answer })
  })
})

it('the lines of an invoice are refused when they sum to zero or more than an amount can be', async () => {
  const line = { description: 'Gold', amount: '99999999.99' }
  expect(await create({ lines: [line, line] })).toMatchObject({
    status: 400,
    text: 'An amount is at most 99,999,999.99',
  })
  expect(await create({ lines: [{ ...line, amount: '0' }] })).toMatchObject({
    status: 400,
    text: 'The amount must be more than 0',
  })
})

it('a line may take something off, in a new invoice and in a change of a draft, but not more than all of it', async () => {
  const labor = { description: 'Labor', amount: '100', tax: '7.25' }
  const off = { description: 'Discount', amount: '-10.5', tax: '-0.76' }
  const { json } = await create({ lines: [labor, off], status: 'draft' })
  expect(json).toMatchObject({ amount: '89.50', tax: '6.49', totalAmount: '95.99' })
  const change = (lines: object[]) =>
    test.call<InvoiceDetails>('PATCH', `/api/invoices/${json.id}`, { body: { lines } })
  const lines = [...json.lines, { description: 'Less deposit', amount: '-50' }]
  expect((await change(lines)).json).toMatchObject({ totalAmount: '45.99', lines: { length: 3 } })
  expect(await change([...lines, { description: 'Less', amount: '-45.99' }])).toMatchObject({
    status: 400,
    text: 'The amount must be more than 0',
  })
  expect(await change([{ ...labor, tax: '-1' }])).toMatchObject({
    status: 400,
    text: 'The tax of all items cannot be negative',
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billingSchema, createBilling } from '../service.ts'
import { registered, startBillingTest } from '../testing.ts'

const start = () => startBillingTest(billingSchema, createBilling)
let billing: Awaited<ReturnType<typeof start>>
let owed: number
beforeAll(async () => {
  billing = await start()
  await billing.tell('customer-1', registered(1))
  await billing.follow()
  owed = (await create({ amount: '100' })).json.id
  await billing.call('POST', `/api/invoices/${owed}/payments`, { body: { method: 'cash', amount: '10' } })
})
afterAll(() => billing.stop())

const form = { customerId: 1, description: 'Doors' }
const create = (more: object) => billing.call('POST', '/api/invoices', { body: { ...form, ...more } })

const wrong: [amount: unknown, message: string][] = [
  ['NaN', 'Please enter an amount such as 112.50'],
  ['Infinity', 'Please enter an amount such as 112.50'],
  ['1e3', 'Please enter an amount such as 112.50'],
  ['0x10', 'Please enter an amount such as 112.50'],
  ['1,000.00', 'Please enter an amount such as 112.50'],
  ['1 000', 'Please enter an amount such as 112.50'],
  ['$5', 'Please enter an amount such as 112.50'],
  ['', 'Please enter an amount such as 112.50'],
  ['٣', 'Please enter an amount such as 112.50'],
  ['-5', 'An amount cannot be negative'],
  ['0.001', 'An amount has at most two decimals'],
  ['100000000.00', 'An amount is at most 99,999,999.99'],
  ['9'.repeat(400), 'An amount is at most 99,999,999.99'],
  [5, 'Please enter an amount as text, such as "112.50"'],
  [null, 'Please enter an amount as text, such as "112.50"'],
]

describe.each(wrong)('%j', (amount, message) => {
  it.each<[place: string, send: () => ReturnType<typeof create>]>([
    ['an amount', () => create({ amount })],
    ['a tax', () => create({ amount: '1', tax: amount })],
    ['the amount of a line', () => create({ lines: [{ description: 'Labor', amount }] })],
    ['the tax of a line', () => create({ lines: [{ description: 'Labor', amount: '1', tax: amount }] })],
    ['a change', () => billing.call('PATCH', `/api/invoices/${owed}`, { body: { amount } })],
    [
      'a payment',
      () => billing.call('POST', `/api/invoices/${owed}/payments`, { body: { method: 'cash', amount } }),
    ],
    ['a refund', () => billing.call('POST', `/api/invoices/${owed}/payments/1/refund`, { body: { amount } })],
  ])('is no %s', async (_place, send) => {
    expect(await send()).toMatchObject({ status: 400, text: message })
  })
})

it('lines may not come to more than an amount may be', async () => {
  const line = { description: 'Gold', amount: '99999999.99' }
  expect(await create({ lines: [line, line] })).toMatchObject({
    ...{ status: 400, text: 'An amount is at most 99,999,999.99' },
  })
  expect(await create({ lines: [{ ...line, amount: '0' }] })).toMatchObject({
    ...{ status: 400, text: 'The amount must be more than 0' },
  })
})

import { expect, it } from 'vitest'
import { emptyLine, newQuote } from './quoteForm.ts'
import {
  lineAmount,
  marginOfAnswer,
  marginOfLines,
  marginText,
  pricesOf,
  rangeText,
  totalText,
} from './quotePrice.ts'

const line = (quantity: string, unitPrice: string, taxable = true) => ({
  ...{ ...emptyLine, description: 'Boards' },
  ...{ quantity, unitPrice, taxable },
})
const option = (id: number, ...lines: ReturnType<typeof line>[]) => ({ id, name: `Option ${id}`, lines })

it.each([
  ['3', '18.50', '55.50'],
  ['0.001', '18.50', '0.02'],
  ['2', '', '0.00'],
  ['2', '-50', '-100.00'],
  ['2', '-', null],
  ['two', '18.50', null],
  ['2', '1e3', null],
])('%s times %j is %j', (quantity, unitPrice, amount) => {
  expect(lineAmount({ quantity, unitPrice })).toBe(amount)
})

it('each option is priced as the server prices it: less the discount, with tax on what is taxable', () => {
  const prices = pricesOf(
    newQuote({
      options: [option(1, line('2', '100'), line('1', '50', false)), option(2, line('1', '1000'))],
      addOns: [{ id: 1, ...line('1', '999') }],
      discount: { unit: 'percent', value: '10' },
      taxRate: '7.25',
      deposit: { unit: 'percent', value: '50' },
    }),
  )
  // 250 less 25; 7.25 % of the 180 that are taxable
  expect(prices?.[0]).toMatchObject({ subtotal: 25_000, discount: 2_500, tax: 1_305, total: 23_805 })
  expect(prices?.[1]).toMatchObject({ total: 96_525, deposit: 48_263 })
  expect(totalText([96_525, 23_805])).toBe('$238.05 – $965.25')
})

it('a credit takes off its tax, too, and a total below zero has neither a discount nor a deposit', () => {
  const priced = (...lines: ReturnType<typeof line>[]) =>
    pricesOf(
      newQuote({
        options: [option(1, ...lines)],
        discount: { unit: 'amount', value: '20' },
        taxRate: '7.25',
        deposit: { unit: 'percent', value: '50' },
      }),
    )?.[0]
  expect(priced(line('1', '250'), line('2', '-50'))).toMatchObject({
    ...{ subtotal: 15_000, discount: 2_000, tax: 943, total: 13_943, deposit: 6_972 },
  })
  expect(priced(line('2', '-50'))).toMatchObject({
    ...{ subtotal: -10_000, discount: 0, tax: -725, total: -10_725, deposit: 0 },
  })
  expect(totalText([-10_725, 13_943])).toBe('-$107.25 – $139.43')
})

it('a line that has no price yet costs nothing, and what is no amount leaves the total open', () => {
  const withLine = (...parts: Parameters<typeof line>) => newQuote({ options: [option(1, line(...parts))] })
  expect(pricesOf(withLine('1', ''))?.[0]?.total).toBe(0)
  expect(pricesOf(withLine('1', 'twelve'))).toBeNull()
  expect(pricesOf({ ...withLine('1', '12'), taxRate: '7,25' })).toBeNull()
  expect(pricesOf({ ...withLine('1', '12'), discount: { unit: 'percent', value: 'ten' } })).toBeNull()
})

it('one total is no range', () => {
  expect(rangeText('450.00', '450.00')).toBe('$450.00')
  expect(rangeText(undefined, undefined)).toBe('—')
})

it('the margin counts what is typed so far, and says which costs are missing', () => {
  const price = { subtotal: 18_000, discount: 0 }
  const priced = { unitPrice: '90' }
  const lines = [
    { ...priced, quantity: '2', unitCost: '30' },
    { ...priced, quantity: 'two', unitCost: '30' },
    { ...priced, quantity: '1', unitCost: '' },
  ]
  const margin = marginOfLines(lines, price)
  expect(margin && marginText(margin)).toBe('$120.00 (66.7%), 2 items without a cost')
  expect(
    marginOfLines(
      [
        { ...priced, quantity: '1', unitCost: null },
        { ...priced, quantity: '1' },
      ],
      price,
    ),
  ).toBeNull()
  const loss = marginOfAnswer([{ ...priced, quantity: '1', unitCost: '500.00' }], {
    subtotal: '400.00',
    discount: '0.00',
  })
  expect(loss && marginText(loss)).toBe('-$100.00 (-25.0%)')
  // what is not needed is not bought
  const credit = { quantity: '2', unitPrice: '-50.00', unitCost: '30.00' }
  const saved = marginOfAnswer([credit], { subtotal: '-100.00', discount: '0.00' })
  expect(saved && marginText(saved)).toBe('-$40.00')
})

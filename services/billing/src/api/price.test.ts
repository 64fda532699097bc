import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { QuoteLine } from '../events/quote.ts'
import { percentOf, priceOf, priceOfChoice, priceOfLines, taxesOf } from './price.ts'

const line = (quantity: string, unitPriceCents: number, taxable = true): QuoteLine => ({
  description: 'Boards',
  ...{ quantity, unitPriceCents, taxable },
})

it('tax is worked out once on the discounted taxable sum and spread over the lines', () => {
  const lines = [line('3', 333), line('1.5', 4_500), line('1', 10_000, false)]
  const price = priceOfLines(lines, {
    discount: { percent: '10' },
    taxPercent: '7.25',
    deposit: { percent: '50' },
  })
  expect(price).toMatchObject({ subtotal: 17_749, discount: 1_775, tax: 506, total: 16_480, deposit: 8_240 })
  expect(price.lines.map(({ amountCents, taxCents }) => [amountCents, taxCents])).toEqual([
    [999, 73],
    [6_750, 489],
    [10_000, 0],
    [-1_775, -56],
  ])
})

it('a choice has the lines of its option and its add-ons, and no others', () => {
  const content = {
    ...{ title: 'Deck', message: '', terms: '', validUntil: null, discount: null, deposit: null },
    taxPercent: '0',
    options: [
      { optionId: 1, name: 'Pine', lines: [line('1', 100)] },
      { optionId: 2, name: 'Cedar', lines: [line('2', 100)] },
    ],
    addOns: [
      { addOnId: 1, ...line('1', 5) },
      { addOnId: 2, ...line('1', 7) },
    ],
  }
  expect(priceOfChoice(content, 2, [2]).total).toBe(207)
  expect(priceOfChoice(content, 1, []).total).toBe(100)
  expect(priceOfChoice(content, 3, []).total).toBe(0)
})

it('a discount or a deposit is never more than what it is of', () => {
  const price = priceOfLines([line('1', 100)], {
    discount: { cents: 500 },
    taxPercent: '7',
    deposit: { cents: 900 },
  })
  expect(price).toMatchObject({ discount: 100, tax: 0, total: 0, deposit: 0 })
})

const anyLine = fc
  .tuple(
    fc.integer({ min: 1, max: 99_999_999 }).map((n) => (n / 1_000).toFixed(3)),
    fc.integer({ min: 0, max: 1_000_000_00 }),
    fc.boolean(),
  )
  .map(([quantity, cents, taxable]) => line(quantity, cents, taxable))
const anyShare = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 100_000 }).map((n) => ({ percent: (n / 1_000).toFixed(3) })),
    fc.integer({ min: 0, max: 1_000_000_00 }).map((cents) => ({ cents })),
  ),
)

it('the lines add up to the total, for any lines, discount and tax', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 200 }),
      anyShare,
      fc.integer({ min: 0, max: 99_999 }).map((n) => (n / 1_000).toFixed(3)),
      anyShare,
      (lines, discount, taxPercent, deposit) => {
        const price = priceOfLines(lines, { discount, taxPercent, deposit })
        const of = (name: 'amountCents' | 'taxCents') => price.lines.reduce((sum, it) => sum + it[name], 0)
        expect(of('taxCents')).toBe(price.tax)
        expect(of('amountCents')).toBe(price.subtotal - price.discount)
        expect(of('amountCents') + of('taxCents')).toBe(price.total)
        expect(price.total).toBeGreaterThanOrEqual(0)
        expect(price.deposit).toBeLessThanOrEqual(price.total)
        expect(price.lines.every(({ taxCents }) => !Object.is(taxCents, -0))).toBe(true)
      },
    ),
  )
})

const anyPercent = fc.integer({ min: 0, max: 99_999 }).map((n) => (n / 1_000).toFixed(3))

it('the taxes of lines add up to that of their sum, each within a cent of its own and on its side of zero', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), { minLength: 1, maxLength: 200 }),
      anyPercent,
      (amounts, percent) => {
        const taxes = taxesOf(amounts, percent)
        const of = (cents: number) => (cents * Number(percent)) / 100
        const sum = (cents: readonly number[]) => cents.reduce((total, it) => total + it, 0)
        expect(Math.abs(sum(taxes) - of(sum(amounts)))).toBeLessThan(0.501)
        for (const [at, tax] of taxes.entries()) {
          const amount = amounts[at] as number
          expect(Math.abs(tax - of(amount))).toBeLessThan(1.001)
          expect(tax === 0 || Math.sign(tax) === Math.sign(amount)).toBe(true)
        }
      },
    ),
  )
})

it('lines that nearly cancel each other keep the taxes that they have alone', () => {
  // as parts of the tax of the sum, which is none, they had none
  expect(taxesOf([100_000, -99_999], '7.25')).toEqual([7_250, -7_250])
  expect(taxesOf([100_000, -99_990], '7.25')).toEqual([7_250, -7_249])
  expect(taxesOf([100_000, -100_000, 0], '7.25')).toEqual([7_250, -7_250, 0])
})

it('no more of a discount is taxed less than there is of it, and what is not taxed saves no tax', () => {
  const terms = { discount: { percent: '10' }, taxPercent: '10', deposit: null }
  const [work, permit] = [line('1', 20_000), line('1', 20_000, false)]
  // of the subtotal of $10 all of the $200 is taxable
  expect(priceOfLines([work, line('1', -19_000, false)], terms)).toMatchObject({
    ...{ subtotal: 1_000, discount: 100, tax: 1_990, total: 2_890 },
  })
  expect(priceOfLines([permit, line('1', -10_000)], terms)).toMatchObject({
    ...{ subtotal: 10_000, discount: 1_000, tax: -1_000, total: 8_000 },
  })
})

const anySignedLine = fc
  .tuple(anyLine, fc.boolean())
  .map(([it, isCredit]) => (isCredit ? { ...it, unitPriceCents: 0 - it.unitPriceCents } : it))

it('the lines add up to the total with credits among them, too, and a credit has no discount and no deposit', () => {
  fc.assert(
    fc.property(
      fc.array(anySignedLine, { minLength: 1, maxLength: 50 }),
      anyShare,
      anyPercent,
      anyShare,
      (lines, discount, taxPercent, deposit) => {
        const price = priceOfLines(lines, { discount, taxPercent, deposit })
        const of = (name: 'amountCents' | 'taxCents') => price.lines.reduce((sum, it) => sum + it[name], 0)
        expect(of('taxCents')).toBe(price.tax)
        expect(of('amountCents')).toBe(price.subtotal - price.discount)
        expect(of('amountCents') + of('taxCents')).toBe(price.total)
        expect(price.discount).toBeLessThanOrEqual(Math.max(price.subtotal, 0))
        expect(price.deposit).toBeLessThanOrEqual(Math.max(price.total, 0))
        // that of the discount, too
        for (const { amountCents, taxCents } of price.lines) {
          expect(taxCents === 0 || Math.sign(taxCents) === Math.sign(amountCents)).toBe(true)
          expect([amountCents, taxCents].some((it) => Object.is(it, -0))).toBe(false)
        }
      },
    ),
  )
})

it('a credit is what the same work costs, below zero', () => {
  const terms = { discount: null, taxPercent: '7.25', deposit: null }
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), (lines) => {
      const credits = lines.map((it) => ({ ...it, unitPriceCents: 0 - it.unitPriceCents }))
      const [price, credit] = [priceOfLines(lines, terms), priceOfLines(credits, terms)]
      expect(credit.total + price.total).toBe(0)
      expect(credit.tax + price.tax).toBe(0)
    }),
  )
})

it.each([
  ['45', '2', '90.00'],
  ['45.00', '1.5', '67.50'],
  ['3.33', '0.5', '1.67'],
  ['0.01', '0.499', '0.00'],
  ['0.1', '3', '0.30'],
  ['99999999.99', '99999.999', '9999999899000.00'],
])('%s times %s is %s', (unitPrice, quantity, amount) => {
  expect(priceOf(unitPrice, quantity)).toBe(amount)
})

it.each([
  ['120', '7.25', '8.70'],
  ['10.00', '0', '0.00'],
  ['1.99', '7.25', '0.14'],
  ['2', '7.25', '0.15'],
  ['-120', '7.25', '-8.70'],
  ['-2', '7.25', '-0.15'],
])('of %s %s %% are %s', (amount, rate, tax) => {
  expect(percentOf(amount, rate)).toBe(tax)
})

it('is never off by more than half a cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: 99_999 }),
      (cents, rate) => {
        const tax = Number(percentOf((cents / 100).toFixed(2), (rate / 1_000).toFixed(3)))
        expect(Math.abs(tax * 100 - (cents * rate) / 100_000)).toBeLessThanOrEqual(0.5 + 1e-6)
      },
    ),
  )
})

import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { QuoteLine } from '../events/quote.ts'
import { priceOfChoice, priceOfLines, spread } from './price.ts'

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
    [999, 72],
    [6_750, 490],
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

it('parts add up to the total, and none is more than a cent from its share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999_999 }),
      fc.array(fc.integer({ min: 0, max: 9_999_999_999 }), { minLength: 1, maxLength: 50 }),
      (total, weights) => {
        const all = weights.reduce((sum, it) => sum + it, 0)
        fc.pre(all > 0)
        const parts = spread(total, weights)
        expect(parts.reduce((sum, it) => sum + it, 0)).toBe(total)
        for (const [at, part] of parts.entries())
          expect(Math.abs(part - (total * (weights[at] as number)) / all)).toBeLessThan(1.001)
      },
    ),
  )
})

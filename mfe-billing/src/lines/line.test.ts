import { expect, it } from 'vitest'
import {
  changedLine,
  contentOfLine,
  formatSigned,
  formLine,
  Line,
  lineOfItem,
  sumOfTyped,
  sumsSoFar,
  taxOf,
} from './line.ts'

it('the amount of a line is the product, until it is typed itself, and its tax follows a rate', () => {
  const line = formLine({ description: 'Boards', quantity: '3', unitPrice: '18' })
  const priced = changedLine(line, { unitPrice: '18.50' }, '7.25')
  expect(priced).toMatchObject({ quantity: '3', amount: '55.50', tax: '4.02' })
  const typed = changedLine(priced, { amount: '60' }, '')
  expect(typed).toMatchObject({ quantity: '', unitPrice: '', amount: '60', tax: '4.02' })
  expect(changedLine(typed, { tax: '1' }, '7.25')).toMatchObject({ amount: '60', tax: '1' })
  expect(changedLine(line, { quantity: 'three' }, '')).toMatchObject({ quantity: 'three', amount: '' })
  const { taxable: _, ...content } = priced
  expect(contentOfLine(priced)).toEqual(content)
})

it.each([
  ['120', '7.25', '8.70'],
  ['120', '', '1.00'],
  ['-120', '7.25', '-8.70'],
  ['120', '7,25', '1.00'],
  ['120', '100', '1.00'],
  ['', '7.25', '1.00'],
  ['1e2', '7.25', '1.00'],
])('of %j at a rate of %j the tax is %s', (amount, rate, tax) => {
  expect(taxOf(amount, rate, '1.00')).toBe(tax)
})

it.each([
  [['112.5', '0'], '112.50'],
  [['0.1', '0.2'], '0.30'],
  [[], '0.00'],
  [['1e3', '0'], null],
  [['1,000.00'], null],
  [['1450', '-500.5'], '949.50'],
  [['--1'], null],
  [['NaN'], null],
  [['', '0'], null],
  [['12', '0.123'], null],
])('the sum of %j is %s', (amounts, sum) => {
  expect(sumOfTyped(amounts)).toBe(sum)
})

it('the total follows what is typed, of the lines where there are any', () => {
  expect(sumsSoFar('100', '', []).total).toBe('100.00')
  expect(sumsSoFar('', '0', []).total).toBe('0.00')
  const lines = [
    { amount: '0.1', tax: '0.02' },
    { amount: '', tax: '0' },
  ]
  expect(sumsSoFar('', '0', lines).total).toBe('0.12')
})

it('a line may take something off, as the deposit that was invoiced', () => {
  const deposit = formLine({ description: 'Less deposit (INV-000007)', amount: '-747.35' })
  expect(Line.safeParse(deposit).success).toBe(true)
  expect(sumsSoFar('', '0', [{ amount: '2491.15', tax: '0' }, deposit]).total).toBe('1743.80')
})

it('an item of the price book is copied with its price, and has no tax where it is not taxable', () => {
  const item = { name: 'Labor', unitPrice: '85.00', taxable: false } as const
  const line = formLine({ description: 'lab', quantity: '4' })
  expect(lineOfItem(line, { ...item, taxable: true }, '10')).toMatchObject({
    ...{ description: 'Labor', quantity: '4', unitPrice: '85.00', amount: '340.00', tax: '34.00' },
  })
  expect(lineOfItem(line, item, '10')).toMatchObject({ amount: '340.00', tax: '0.00' })
})

it('a line of an item that is not taxable stays untaxed, until its tax is typed', () => {
  const item = { name: 'Labor', unitPrice: '85.00', taxable: false } as const
  const untaxed = lineOfItem(formLine(), item, '10')
  expect(changedLine(untaxed, { quantity: '4' }, '10')).toMatchObject({ amount: '340.00', tax: '0.00' })
  expect(changedLine(untaxed, {}, '8', '5.00')).toMatchObject({ tax: '0.00' })
  expect(changedLine(untaxed, {}, '', '5.00')).toMatchObject({ tax: '0.00' })
  const typed = changedLine(untaxed, { tax: '1' }, '')
  expect(changedLine(typed, {}, '10')).toMatchObject({ tax: '8.50' })
  const picked = lineOfItem(untaxed, { ...item, taxable: true }, '10')
  expect(changedLine(picked, { quantity: '2' }, '10')).toMatchObject({ amount: '170.00', tax: '17.00' })
  expect(contentOfLine(untaxed)).not.toHaveProperty('taxable')
})

it('an amount that is typed is shown as people read it, below zero too, and what is none as it is', () => {
  expect(['1500', '-22.5', '-', '-1,5'].map(formatSigned)).toEqual(['$1,500.00', '-$22.50', '-', '-1,5'])
})

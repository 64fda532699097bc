import { creditRefusal, QuoteContentForm, type QuoteDetails } from '@plumbline/billing/api'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  ChangeOrderFields,
  contentOf,
  copyItem,
  emptyLine,
  newQuote,
  QuoteFields,
  type QuoteLine,
  type QuoteValues,
  shareProblem,
  valuesOf,
  withAddOn,
  withOption,
} from './quoteForm.ts'

const heater = {
  ...emptyLine,
  description: 'Water heater',
  details: '50 gal, six years of warranty',
  unitPrice: '1450.00',
  priceItemId: 3,
  lineId: 1,
  unitCost: '900.00',
}
const labor = {
  ...emptyLine,
  lineId: 2,
  description: 'Labor',
  quantity: '2.5',
  unitPrice: '85.00',
  taxable: false,
}

const values: QuoteValues = newQuote({
  customerId: 7,
  title: 'Replace the water heater',
  options: [
    { id: 1, name: 'Standard', lines: [heater, labor] },
    { id: 2, name: 'Tankless', lines: [{ ...heater, lineId: 3, unitPrice: '2400.00', priceItemId: null }] },
  ],
  addOns: [{ id: 1, ...emptyLine, lineId: 4, description: 'Drain pan', unitPrice: '45' }],
  discount: { unit: 'percent', value: '10' },
  taxRate: '7.25',
  deposit: { unit: 'amount', value: '500' },
  validUntil: '2026-12-28',
})

/** The first message at each field that is wrong. */
function messagesOf(changed: Partial<QuoteValues>, fields = QuoteFields) {
  const issues = z.safeParse(fields, { ...values, ...changed }).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}

it('what is filled in is sent as the server expects it', () => {
  const content = contentOf(values)
  expect(z.parse(QuoteContentForm, content)).toEqual(content)
  expect(content).toMatchObject({
    title: 'Replace the water heater',
    discount: { percent: '10' },
    deposit: { amount: '500' },
    taxPercent: '7.25',
    validUntil: '2026-12-28',
    addOns: [{ id: 1, description: 'Drain pan', unitPrice: '45' }],
  })
  expect(content.options[0]?.lines).toEqual([
    { ...heater, priceItemId: 3 },
    { lineId: 2, description: 'Labor', details: '', quantity: '2.5', unitPrice: '85.00', taxable: false },
  ])
})

it('what is not filled in is absent, and a single option has no name', () => {
  const content = contentOf(newQuote({ options: [{ id: 4, name: 'Left over', lines: [labor] }] }))
  expect(content).toMatchObject({
    ...{ discount: null, deposit: null, taxPercent: '0', validUntil: null, addOns: [] },
    options: [{ id: 4, name: '' }],
  })
})

it('a stored quote is revised with the values that it has', () => {
  const price = { subtotal: '0.00', discount: '0.00', tax: '0.00', total: '0.00', deposit: '0.00' } as const
  const answered = ({
    priceItemId,
    lineId,
    unitCost,
    ...line
  }: QuoteValues['addOns'][number] | QuoteLine) => ({
    ...line,
    lineId: lineId as number,
    unitCost: unitCost as '900.00' | null,
    ...{ unitPrice: line.unitPrice as '85.00', amount: '0.00' as const },
    priceItemId: priceItemId ?? undefined,
  })
  const content: QuoteDetails['content'] = {
    title: values.title,
    show: values.show,
    options: values.options.map((option) => ({
      ...option,
      price,
      lines: option.lines.map((line) => answered(line)),
    })),
    addOns: values.addOns.map(({ id, ...line }) => ({ id, ...answered(line) })),
    discount: { percent: '10' },
    taxPercent: '7.25',
    deposit: { amount: '500.00' },
    validUntil: '2026-12-28',
    message: '',
    terms: '',
  }
  expect(valuesOf({ customerId: 7, content })).toEqual({
    ...values,
    deposit: { unit: 'amount', value: '500.00' },
  })
  const bare = { ...content, discount: null, deposit: null, taxPercent: '0', validUntil: null }
  expect(valuesOf({ customerId: 7, content: bare })).toMatchObject({
    discount: { value: '' },
    deposit: { value: '' },
    taxRate: '',
    validUntil: '',
  })
})

it.each<[string, Partial<QuoteValues>, object]>([
  ['nothing is wrong', {}, {}],
  ['no customer', { customerId: null }, { customerId: 'Please select a customer' }],
  ['no title', { title: ' ' }, { title: 'Please name the work' }],
  ['no lines', { options: [{ id: 1, name: '', lines: [] }] }, { 'options.0.lines': 'Please add an item' }],
  [
    'a line without a price',
    { options: [{ id: 1, name: '', lines: [{ ...labor, unitPrice: '' }] }] },
    { 'options.0.lines.0.unitPrice': 'Please enter an amount such as 112.50' },
  ],
  [
    'an option of several without a name',
    { options: values.options.map((option, at) => (at === 1 ? { ...option, name: '' } : option)) },
    { 'options.1.name': 'Please name this option' },
  ],
  [
    'a discount of too much',
    { discount: { unit: 'percent', value: '101' } },
    { 'discount.value': 'Please enter a percentage such as 10 or 7.5' },
  ],
])('%s: %j', (_, changed, messages) => {
  expect(messagesOf(changed)).toEqual(messages)
})

it('a price below zero is refused at its field, and in a change order it is a credit', () => {
  const credit = { ...labor, unitPrice: '-85.00' }
  const changed = {
    options: [{ id: 1, name: '', lines: [labor, credit] }],
    addOns: [{ id: 1, ...credit }],
  }
  expect(messagesOf(changed)).toEqual({
    'options.0.lines.1.unitPrice': creditRefusal,
    'addOns.0.unitPrice': creditRefusal,
  })
  expect(messagesOf(changed, ChangeOrderFields)).toEqual({})
  const typed = { options: [{ id: 1, name: '', lines: [{ ...labor, unitPrice: '-' }] }] }
  expect(messagesOf(typed, ChangeOrderFields)).toEqual({
    'options.0.lines.0.unitPrice': 'Please enter an amount such as 112.50',
  })
  expect(contentOf({ ...values, ...changed }).options[0]?.lines[1]?.unitPrice).toBe('-85.00')
})

it.each([
  ['percent', '', undefined],
  ['percent', '7.5', undefined],
  ['percent', '7.5555', 'Please enter a percentage such as 10 or 7.5'],
  ['amount', '250', undefined],
  ['amount', '-1', 'An amount cannot be negative'],
] as const)('a share in %s of %j has the problem %j', (unit, value, problem) => {
  expect(shareProblem({ unit, value })).toBe(problem)
})

it('an option begins as a copy of the first, and both get names and ids of their own', () => {
  const [first, second] = withOption([{ id: 4, name: '', lines: [labor] }])
  expect(first).toEqual({ id: 4, name: 'Option A', lines: [labor] })
  expect(second).toEqual({ id: 5, name: 'Option B', lines: [{ ...labor, lineId: null }] })
  expect(withAddOn(withAddOn([])).map(({ id }) => id)).toEqual([1, 2])
})

it('an item of the price book is copied into a line with its details and tax, and the quantity stays', () => {
  const item = {
    ...{
      id: 9,
      name: 'Hourly labor',
      details: 'Two technicians',
      unit: 'hour' as const,
      unitPrice: '170.00' as const,
    },
    ...{ taxable: false, retired: false, updatedAt: '2026-11-28T00:00:00Z' },
  } as const
  expect(copyItem({ ...heater, quantity: '3' }, { ...item, unitCost: '95.00' })).toEqual({
    lineId: 1,
    description: 'Hourly labor',
    details: 'Two technicians',
    quantity: '3',
    unitPrice: '170.00',
    taxable: false,
    priceItemId: 9,
    unitCost: '95.00',
  })
  // who may not see its cost leaves that to the server
  expect(copyItem(heater, item)).toMatchObject({ unitCost: null })
})

it.each([
  ['12.5', { unitCost: '12.5' }],
  ['', { unitCost: null }],
  [null, {}],
])('a cost of %j is sent as %j', (unitCost, sent) => {
  const { options } = contentOf(newQuote({ options: [{ id: 1, name: '', lines: [{ ...labor, unitCost }] }] }))
  const { unitCost: _, ...rest } = labor
  const { priceItemId: __, ...line } = rest
  expect(options[0]?.lines[0]).toEqual({ ...line, ...sent })
})

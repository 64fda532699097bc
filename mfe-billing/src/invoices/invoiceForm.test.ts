import type { Money } from '@plumbline/contract/money'
import { expect, it } from 'vitest'
import { changedLine, formLine, type Line } from '../lines/line.ts'
import {
  contentOf,
  FieldsForm,
  linesToAdd,
  paymentFields,
  type StoredFields,
  type Values,
  valuesOf,
  withoutLine,
} from './invoiceForm.ts'

const plain: Values = {
  customerId: 3,
  appointmentId: '',
  description: 'Hang three doors',
  amount: '100',
  tax: '7.25',
  taxRate: '',
  lines: [],
  dueDate: '2026-12-01',
  status: 'pending',
}
const texts = (lines: Values['lines']) => lines.map((it) => [it.description, it.amount, it.tax])

it('an invoice without lines sends its amount, one with lines sends them', () => {
  expect(contentOf(plain)).toEqual({
    description: 'Hang three doors',
    dueDate: '2026-12-01',
    appointmentId: null,
    amount: '100',
    tax: '7.25',
  })
  const lines = [
    formLine({ description: 'Labor', amount: '60' }),
    formLine({ description: 'Paint', amount: '40' }),
  ]
  expect(contentOf({ ...plain, appointmentId: '5', lines })).toEqual({
    description: 'Hang three doors',
    dueDate: '2026-12-01',
    appointmentId: 5,
    lines: [
      { description: 'Labor', amount: '60', tax: '0.00' },
      { description: 'Paint', amount: '40', tax: '0.00' },
    ],
  })
})

it('the first line takes over description and amount, and gives the amount back when it is alone again', () => {
  const lines = linesToAdd(plain)
  expect(texts(lines)).toEqual([
    ['Hang three doors', '100', '7.25'],
    ['', '', '0.00'],
  ])
  const back = withoutLine({ ...plain, amount: '', lines }, 1)
  expect(back).toMatchObject({ amount: '100', tax: '7.25', lines: [] })
})

it('a single line with a description of its own stays a line', () => {
  const lines = linesToAdd(plain).map((line, i) => ({ ...line, description: `Part ${i}`, amount: '5' }))
  const left = withoutLine({ ...plain, lines }, 0)
  expect(left).toMatchObject({ amount: '5.00', lines: [{ description: 'Part 1' }] })
  expect(withoutLine({ ...plain, ...left }, 0)).toMatchObject({ amount: '5.00', lines: [] })
})

it('the form opens with the values of the draft', () => {
  const invoice: StoredFields = {
    customerId: 3,
    appointmentId: 5,
    description: 'Doors',
    amount: '100.00',
    tax: '7.25',
    lines: [{ description: 'Doors', amount: '100.00', tax: '7.25' }],
    dueDate: '2026-12-01',
  }
  expect(valuesOf(invoice)).toMatchObject({ appointmentId: '5', amount: '100.00', lines: [] })
  const lines = [{ description: 'Labor', amount: '100.00', tax: '7.25' }] satisfies StoredFields['lines']
  expect(texts(valuesOf({ ...invoice, lines }).lines)).toEqual([['Labor', '100.00', '7.25']])
})

it('a line of a draft is untaxed where it has no tax beside lines that have one', () => {
  const draft = (...taxes: Money[]): StoredFields => ({
    ...{ customerId: 3, appointmentId: null, description: 'Doors', amount: '200.00', tax: '7.25' },
    lines: taxes.map((tax, at) => ({ description: `Part ${at}`, amount: '100.00', tax })),
    dueDate: '2026-12-01',
  })
  const taxable = (invoice: StoredFields) => valuesOf(invoice).lines.map((line) => line.taxable)
  expect(taxable(draft('7.25', '0.00'))).toEqual([true, false])
  expect(taxable(draft('0.00', '0.00'))).toEqual([true, true])
})

it('a line of a draft whose amount makes no cent of tax is taxable, so that a rate holds once it has its price', () => {
  const draft = (...lines: [Money, Money][]): StoredFields => ({
    ...{ customerId: 3, appointmentId: null, description: 'Doors', amount: '100.00', tax: '7.25' },
    lines: lines.map(([amount, tax], at) => ({ description: `Part ${at}`, amount, tax })),
    dueDate: '2026-12-01',
  })
  const taxable = (...lines: [Money, Money][]) => valuesOf(draft(...lines)).lines.map((it) => it.taxable)
  expect(taxable(['100.00', '7.25'], ['0.00', '0.00'])).toEqual([true, true])
  expect(taxable(['100.00', '7.25'], ['0.06', '0.00'], ['0.07', '0.00'])).toEqual([true, true, false])
  // a cent of tax is of any rate from half a cent on
  expect(taxable(['0.10', '0.01'], ['0.09', '0.00'], ['0.10', '0.00'])).toEqual([true, true, false])
  expect(taxable(['-50.00', '-3.63'], ['-20.00', '0.00'], ['20.00', '0.00'])).toEqual([true, false, false])
  const [, parts] = valuesOf(draft(['100.00', '7.25'], ['0.00', '0.00'])).lines
  expect(changedLine(parts as Line, { amount: '50.00' }, '7.25').tax).toBe('3.63')
})

it.each([
  [{ customerId: null }, 'Please select a customer'],
  [{ description: ' ' }, 'Description is required'],
  [{ amount: '' }, 'Please enter an amount such as 112.50'],
  [{ amount: '0' }, 'The amount must be more than 0'],
  [{ tax: '-1' }, 'An amount cannot be negative'],
  [{ taxRate: '7,25' }, 'Please enter a rate such as 7.25'],
  [{ lines: [formLine({ amount: '1' })] }, 'Describe this item'],
  [{ lines: [formLine({ description: 'Labor' })] }, 'Please enter an amount such as 112.50'],
  [
    { lines: [formLine({ description: 'Labor', amount: '1', tax: '1e9' })] },
    'Please enter an amount such as 112.50',
  ],
  [{ dueDate: '' }, 'Please enter a date'],
])('%j is refused with the message of the server', (change, message) => {
  const parsed = FieldsForm.safeParse({ ...plain, ...change })
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
})

it.each([
  [{}, undefined],
  [{ amount: '112.51' }, 'The most you can record is $112.50'],
  [{ amount: '1e9' }, 'Please enter an amount such as 112.50'],
  [{ amount: '0' }, 'The amount must be more than 0'],
  [{ date: '2026-11-26' }, 'Choose today or an earlier date'],
  [{ date: '' }, 'Please enter a date'],
])('a payment with %j is answered with %s', (change, message) => {
  const payment = { method: 'cash', amount: '112.50', date: '2026-11-25', ...change }
  const parsed = paymentFields('112.50', '2026-11-25').safeParse(payment)
  expect(parsed.error?.issues[0]?.message).toBe(message)
})

it('nothing can be recorded on an invoice that is paid', () => {
  const payment = { method: 'cash', amount: '1.00', date: '2026-11-25' }
  const parsed = paymentFields('0.00', '2026-11-25').safeParse(payment)
  expect(parsed.error?.issues[0]?.message).toBe('This invoice is already paid')
})

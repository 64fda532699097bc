import type { Invoice } from '@plumbline/billing/api'
import { expect, it } from 'vitest'
import { invoiceTable } from './invoiceCsv.ts'

const invoice = {
  ...{ id: 7, invoiceNumber: 'INV-000003', customerId: 2, customerName: 'Ann Lee', description: 'Doors' },
  ...{ status: 'paid', amount: '100.00', tax: '7.25', totalAmount: '107.25', paidAmount: '107.25' },
  ...{ balance: '0.00', issueDate: '2026-11-21', dueDate: '2026-11-21', paidDate: '2026-11-22' },
  paymentMethod: 'credit_card',
} as Invoice

it('a list is a table of what its cards say', () => {
  const { fields, rows } = invoiceTable([invoice])
  expect(rows[0]).toHaveLength(fields.length)
  expect(Object.fromEntries(fields.map((field, i) => [field, rows[0]?.[i]]))).toMatchObject({
    ...{ Invoice: 7, Number: 'INV-000003', Customer: 'Ann Lee', Status: 'paid', Total: '107.25' },
    ...{ Balance: '0.00', 'Paid on': '2026-11-22', 'Payment method': 'Credit card' },
  })
})

it('a list behind a figure says what of it each invoice is', () => {
  const { fields, rows } = invoiceTable([{ ...invoice, counted: '-15.50' }])
  expect([fields.at(-1), rows[0]?.at(-1)]).toEqual(['In this figure', '-15.50'])
})

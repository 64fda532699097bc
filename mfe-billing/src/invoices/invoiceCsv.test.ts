import type { Invoice } from '@plumbline/billing/api'
import { expect, it } from 'vitest'
import { invoicesCsv } from './invoiceCsv.ts'

const invoice: Partial<Invoice> = {
  id: 7,
  invoiceNumber: 'INV-000003',
  customerId: 2,
  customerName: 'Ann Lee',
  description: 'Doors',
  status: 'paid',
  amount: '100.00',
  tax: '7.25',
  totalAmount: '107.25',
  paidAmount: '107.25',
  balance: '0.00',
  issueDate: '2026-11-21',
  dueDate: '2026-11-21',
  paidDate: '2026-11-22',
  paymentMethod: 'credit_card',
}

function rowOf(shown: Partial<Invoice>) {
  const row = shown as Invoice
  return Object.fromEntries(invoicesCsv.columns([row]).map(([label, of]) => [label, of(row)]))
}

it('a list is exported with what its cards show', () => {
  expect(rowOf(invoice)).toMatchObject({
    Invoice: 7,
    Number: 'INV-000003',
    Customer: 'Ann Lee',
    Status: 'paid',
    Total: '107.25',
    Balance: '0.00',
    'Paid on': '2026-11-22',
    'Payment method': 'Credit card',
  })
  expect(rowOf(invoice)).not.toHaveProperty('Included amount')
})

it('a list behind a figure of the reports is exported with the part of it that each invoice has', () => {
  expect(rowOf({ ...invoice, counted: '-15.50' })).toMatchObject({ 'Included amount': '-15.50' })
})

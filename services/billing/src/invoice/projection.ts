import { moneyText } from '@plumbline/platform/money'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { Invoice } from '../api.ts'
import type { InvoiceEvent } from '../events.ts'
import { balanceOf, evolveInvoice, type InvoiceRecord, invoiceEventTypes } from './record.ts'

export type InvoiceRow = Omit<Invoice, 'customerName' | 'invoiceNumber' | 'undone'> & {
  undone: true | null
  /** Null for a draft. */
  number: number | null
  /** The description as plain text; searches read it. */
  searched: string
  /** Of the stream. */
  version: number
}

/** Every invoice. Lists, details, past days and reports are all made by this fold. */
export const invoices = defineProjection<InvoiceEvent, InvoiceRow>({
  name: 'invoices',
  version: 7,
  columns: {
    id: 'integer',
    customerId: 'integer',
    appointmentId: 'integer?',
    number: 'integer?',
    description: 'text',
    amount: 'numeric(10, 2)',
    tax: 'numeric(10, 2)',
    totalAmount: 'numeric(10, 2)',
    paidAmount: 'numeric(10, 2)',
    balance: 'numeric(10, 2)',
    status: 'text',
    undone: 'boolean?',
    dueDate: 'text',
    issueDate: 'text?',
    paidDate: 'text?',
    paymentMethod: 'text?',
    lastReminderAt: 'timestamptz?',
    lastSentAt: 'timestamptz?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    searched: 'text',
    version: 'integer',
  },
  indexes: [
    '(created_at DESC, id DESC)',
    '(customer_id)',
    `(due_date) WHERE status = 'pending'`,
    `(status) INCLUDE (balance) WHERE status IN ('draft', 'pending', 'overdue')`,
    `(appointment_id) WHERE status <> 'void'`,
    // reports read no more than these columns of many invoices
    '(id) INCLUDE (customer_id, appointment_id)',
    '(id) INCLUDE (status, due_date, balance) WHERE balance > 0',
  ],
  types: invoiceEventTypes,
  partitionBy: 'stream',
  keys: (event) => [event.data.invoiceId],
  evolve: (row, event) => {
    const next = evolveInvoice(row && toRecord(row), event)
    return next && toRow(next, event.version)
  },
})

const toRecord = (row: InvoiceRow): InvoiceRecord => ({
  ...row,
  totalCents: signedCents(row.totalAmount),
  taxCents: signedCents(row.tax),
  paidCents: signedCents(row.paidAmount),
})

/** Clocks of processes differ, so a past day may lack a payment and have its refund. */
const signedCents = (text: string) => Math.round(Number(text) * 100)

function toRow({ totalCents, taxCents, paidCents, ...record }: InvoiceRecord, version: number): InvoiceRow {
  const balance = balanceOf({ ...record, totalCents, paidCents })
  return {
    ...record,
    amount: moneyText(totalCents - taxCents),
    tax: moneyText(taxCents),
    totalAmount: moneyText(totalCents),
    paidAmount: moneyText(paidCents),
    balance: moneyText(balance),
    searched: plainText(record.description),
    version,
  }
}

export const invoicesTable = tableFor(invoices)

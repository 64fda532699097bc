import { moneyText } from '@plumbline/platform/money'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { Invoice } from '../api.ts'
import type { InvoiceDrafted, InvoiceEvent, InvoiceLine } from '../events.ts'

export type InvoiceRow = Omit<Invoice, 'customerName' | 'invoiceNumber'> & {
  /** Null: a draft. */
  number: number | null
  /** Its description as plain text. */
  searched: string
  /** Of the stream. */
  version: number
}

/** Every invoice as documented. The one fold behind the list, the details, the past and the reports. */
export const invoices = defineProjection<InvoiceEvent, InvoiceRow>({
  name: 'invoices',
  version: 4,
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
    // reports read no more than these columns of many invoices
    '(id) INCLUDE (customer_id, appointment_id)',
    '(id) INCLUDE (status, due_date, balance) WHERE balance > 0',
  ],
  types: [
    'InvoiceDrafted',
    'InvoiceChanged',
    'InvoiceIssued',
    'PaymentReceived',
    'PaymentRefunded',
    'InvoiceOverdue',
    'InvoiceVoided',
    'PaymentReminderRequested',
    'InvoiceSendRequested',
  ],
  partitionBy: 'stream',
  keys: (event) => [event.data.invoiceId],
  evolve: (row, event) => {
    if (event.type === 'InvoiceDrafted') return drafted(event.data)
    const next = row && { ...row, ...changes(row, event), version: event.version }
    return next && { ...next, searched: plainText(next.description) }
  },
})

const noMoney = moneyText(0)

function priced(lines: readonly InvoiceLine[]) {
  const sum = (name: 'amountCents' | 'taxCents') => lines.reduce((total, line) => total + line[name], 0)
  const amount = sum('amountCents')
  const tax = sum('taxCents')
  const total = moneyText(amount + tax)
  return { amount: moneyText(amount), tax: moneyText(tax), totalAmount: total, balance: total }
}

const drafted = ({ invoiceId, lines, dueOn, draftedAt, ...details }: InvoiceDrafted['data']): InvoiceRow => ({
  id: invoiceId,
  ...details,
  ...priced(lines),
  number: null,
  searched: plainText(details.description),
  paidAmount: noMoney,
  status: 'draft',
  dueDate: dueOn,
  issueDate: null,
  paidDate: null,
  paymentMethod: null,
  lastReminderAt: null,
  lastSentAt: null,
  createdAt: draftedAt,
  updatedAt: draftedAt,
  version: 1,
})

function changes(
  row: InvoiceRow,
  { type, data }: Exclude<InvoiceEvent, InvoiceDrafted>,
): Partial<InvoiceRow> {
  switch (type) {
    case 'InvoiceChanged': {
      const { invoiceId: _, changedAt, lines, dueOn, ...details } = data
      return {
        ...details,
        ...(lines && row.status === 'draft' && priced(lines)),
        ...(dueOn && { dueDate: dueOn, status: row.status === 'overdue' ? 'pending' : row.status }),
        updatedAt: changedAt,
      }
    }
    case 'InvoiceIssued':
      return { number: data.number, issueDate: data.issuedOn, status: 'pending', updatedAt: data.issuedAt }
    case 'PaymentReceived': {
      const paid = settled(row, data.amountCents)
      const isPaid = paid.balance === noMoney
      return {
        ...paid,
        ...(isPaid && { status: 'paid', paidDate: data.paidOn, paymentMethod: data.method }),
        updatedAt: data.recordedAt,
      }
    }
    case 'PaymentRefunded':
      return {
        ...settled(row, -data.amountCents),
        ...(row.status === 'paid' && { status: 'pending', paidDate: null, paymentMethod: null }),
        updatedAt: data.recordedAt,
      }
    case 'InvoiceOverdue':
      return { status: 'overdue', updatedAt: data.markedAt }
    case 'InvoiceVoided':
      return { status: 'void', balance: noMoney, updatedAt: data.voidedAt }
    case 'PaymentReminderRequested':
      return { lastReminderAt: data.requestedAt, updatedAt: data.requestedAt }
    case 'InvoiceSendRequested':
      return { lastSentAt: data.requestedAt, updatedAt: data.requestedAt }
  }
}

/** A day that does not know an earlier event yet, because clocks differ, may know a balance below 0. */
const signedCents = (text: string) => Math.round(Number(text) * 100)

const settled = ({ paidAmount, balance }: InvoiceRow, cents: number) => ({
  paidAmount: moneyText(signedCents(paidAmount) + cents),
  balance: moneyText(signedCents(balance) - cents),
})

export const invoicesTable = tableFor(invoices)

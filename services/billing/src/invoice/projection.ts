import { moneyText } from '@plumbline/platform/money'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { Invoice } from '../api.ts'
import type { InvoiceDrafted, InvoiceEvent, InvoiceLine } from '../events.ts'

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
    if (event.type === 'InvoiceDrafted') return draftRow(event.data)
    const next = row && { ...row, ...changesBy(event, row), version: event.version }
    return next && { ...next, searched: plainText(next.description) }
  },
})

const noMoney = moneyText(0)

function totalsOf(lines: readonly InvoiceLine[]) {
  const sum = (name: 'amountCents' | 'taxCents') => lines.reduce((total, line) => total + line[name], 0)
  const amount = sum('amountCents')
  const tax = sum('taxCents')
  const total = moneyText(amount + tax)
  return { amount: moneyText(amount), tax: moneyText(tax), totalAmount: total, balance: total }
}

const draftRow = ({
  invoiceId,
  lines,
  dueOn,
  draftedAt,
  ...details
}: InvoiceDrafted['data']): InvoiceRow => ({
  id: invoiceId,
  ...details,
  ...totalsOf(lines),
  number: null,
  searched: plainText(details.description),
  paidAmount: noMoney,
  status: 'draft',
  undone: null,
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

function changesBy(
  { type, data }: Exclude<InvoiceEvent, InvoiceDrafted>,
  row: InvoiceRow,
): Partial<InvoiceRow> {
  switch (type) {
    case 'InvoiceChanged': {
      const { invoiceId: _, changedAt, lines, dueOn, ...details } = data
      return {
        ...details,
        ...(lines && row.status === 'draft' && totalsOf(lines)),
        ...(dueOn && { dueDate: dueOn, status: row.status === 'overdue' ? 'pending' : row.status }),
        updatedAt: changedAt,
      }
    }
    case 'InvoiceIssued':
      return { number: data.number, issueDate: data.issuedOn, status: 'pending', updatedAt: data.issuedAt }
    case 'PaymentReceived': {
      const balances = addPayment(row, data.amountCents)
      const isPaid = balances.balance === noMoney
      return {
        ...balances,
        ...(isPaid && { status: 'paid', paidDate: data.paidOn, paymentMethod: data.method }),
        updatedAt: data.recordedAt,
      }
    }
    case 'PaymentRefunded':
      return {
        ...addPayment(row, -data.amountCents),
        ...(row.status === 'paid' && { status: 'pending', paidDate: null, paymentMethod: null }),
        updatedAt: data.recordedAt,
      }
    case 'InvoiceOverdue':
      return { status: 'overdue', updatedAt: data.markedAt }
    case 'InvoiceVoided':
      return {
        status: 'void',
        balance: noMoney,
        undone: data.reason === 'undone' || null,
        updatedAt: data.voidedAt,
      }
    case 'PaymentReminderRequested':
      return { lastReminderAt: data.requestedAt, updatedAt: data.requestedAt }
    case 'InvoiceSendRequested':
      return { lastSentAt: data.requestedAt, updatedAt: data.requestedAt }
  }
}

/** Clocks of processes differ, so a past day may lack an earlier event and have a balance below 0. */
const signedCents = (text: string) => Math.round(Number(text) * 100)

const addPayment = ({ paidAmount, balance }: InvoiceRow, cents: number) => ({
  paidAmount: moneyText(signedCents(paidAmount) + cents),
  balance: moneyText(signedCents(balance) - cents),
})

export const invoicesTable = tableFor(invoices)

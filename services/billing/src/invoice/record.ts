import type { Invoice } from '../api.ts'
import type { InvoiceEvent, InvoiceLine } from '../events.ts'

type AmountName = 'amount' | 'tax' | 'totalAmount' | 'paidAmount' | 'balance'

/** Everything that its events say of an invoice, but its lines and single payments. */
export type InvoiceRecord = Omit<
  Invoice,
  AmountName | 'customerName' | 'invoiceNumber' | 'quoteId' | 'undone' | 'counted'
> & {
  /** The approved quote that it is of. */
  quoteId: number | null
  /** Null for a draft. */
  number: number | null
  /** With tax. */
  totalCents: number
  taxCents: number
  /** Payments less refunds. */
  paidCents: number
  undone: true | null
}

/** What the fold itself depends on. */
type Figures = Pick<InvoiceRecord, 'status' | 'totalCents' | 'paidCents'>
type Changes = Partial<InvoiceRecord>
type DataOf<Type> = Extract<InvoiceEvent, { type: Type }>['data']

/** What an event of each type sets. */
export const invoiceChanges: {
  [Type in InvoiceEvent['type']]: (data: DataOf<Type>, before: Figures) => Changes
} = {
  InvoiceDrafted: ({ invoiceId: id, lines, dueOn, draftedAt, quoteId = null, ...details }) => ({
    id,
    ...details,
    quoteId,
    ...totalsOf(lines),
    number: null,
    paidCents: 0,
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
  }),
  InvoiceChanged: ({ invoiceId: _, changedAt, lines, dueOn, ...details }, { status }) => ({
    ...details,
    ...(lines && status === 'draft' && totalsOf(lines)),
    ...(dueOn && { dueDate: dueOn, status: status === 'overdue' ? 'pending' : status }),
    updatedAt: changedAt,
  }),
  InvoiceIssued: ({ number, issuedOn, issuedAt }) => ({
    number,
    issueDate: issuedOn,
    status: 'pending',
    updatedAt: issuedAt,
  }),
  PaymentReceived: ({ amountCents, method, paidOn, recordedAt }, before) => {
    const paidCents = before.paidCents + amountCents
    const isPaid = balanceOf({ ...before, paidCents }) === 0
    return {
      paidCents,
      ...(isPaid && { status: 'paid', paidDate: paidOn, paymentMethod: method }),
      updatedAt: recordedAt,
    }
  },
  PaymentRefunded: ({ amountCents, recordedAt }, { status, paidCents }) => ({
    paidCents: paidCents - amountCents,
    ...(status === 'paid' && { status: 'pending', paidDate: null, paymentMethod: null }),
    updatedAt: recordedAt,
  }),
  InvoiceOverdue: ({ markedAt }) => ({ status: 'overdue', updatedAt: markedAt }),
  InvoiceVoided: ({ reason, voidedAt }) => ({
    status: 'void',
    undone: reason === 'undone' || null,
    updatedAt: voidedAt,
  }),
  PaymentReminderRequested: ({ requestedAt }) => ({ lastReminderAt: requestedAt, updatedAt: requestedAt }),
  InvoiceSendRequested: ({ requestedAt }) => ({ lastSentAt: requestedAt, updatedAt: requestedAt }),
}

const totalsOf = (lines: readonly InvoiceLine[]) => {
  const taxCents = lines.reduce((sum, line) => sum + line.taxCents, 0)
  return { taxCents, totalCents: lines.reduce((sum, line) => sum + line.amountCents, taxCents) }
}

/** What is owed, in cents; of a draft what will be. A void invoice owes nothing. */
export const balanceOf = ({ status, totalCents, paidCents }: Figures): number =>
  status === 'void' ? 0 : totalCents - paidCents

/**
 * The one fold of invoices, which the read models of other services use too. What it is given may have more fields than it
 * needs, and has them afterwards. Null before the invoice is drafted.
 */
export function evolveInvoice<Known extends Figures>(
  before: Known | null,
  { type, data }: InvoiceEvent,
): (Known & InvoiceRecord) | null {
  if (!before && type !== 'InvoiceDrafted') return null
  return { ...before, ...invoiceChanges[type](data as never, before as Known) } as Known & InvoiceRecord
}

import {
  draftNumberText,
  type InvoiceEvent,
  type InvoiceLine,
  invoiceNumberText,
} from '@plumbline/billing/events'
import { dollars } from '@plumbline/platform/money'
import { type SearchDocument, toDocument } from '../document.ts'
import { searchText } from '../searchText.ts'

const statusLabels = {
  draft: 'Draft',
  pending: 'Pending',
  paid: 'Paid',
  overdue: 'Overdue',
  void: 'Void',
} as const

export type InvoiceFacts = {
  id: number
  customerId: number
  /** Null for a draft. */
  number: number | null
  description: string
  totalCents: number
  paidCents: number
  status: keyof typeof statusLabels
  at: string
}

export type SearchedInvoiceEvent = Exclude<
  InvoiceEvent,
  { type: 'PaymentReminderRequested' | 'InvoiceSendRequested' }
>

const totalOf = (lines: readonly InvoiceLine[]) =>
  lines.reduce((sum, { amountCents, taxCents }) => sum + amountCents + taxCents, 0)

export function evolveInvoice(
  facts: InvoiceFacts | null,
  { type, data }: SearchedInvoiceEvent,
): InvoiceFacts | null {
  if (type === 'InvoiceDrafted') {
    const { invoiceId: id, customerId, description, lines, draftedAt: at } = data
    const totalCents = totalOf(lines)
    return { id, customerId, number: null, description, totalCents, paidCents: 0, status: 'draft', at }
  }
  if (!facts) return null
  switch (type) {
    case 'InvoiceChanged': {
      const { description = facts.description, lines, dueOn } = data
      return {
        ...facts,
        description,
        totalCents: lines && facts.status === 'draft' ? totalOf(lines) : facts.totalCents,
        status: dueOn && facts.status === 'overdue' ? 'pending' : facts.status,
      }
    }
    case 'InvoiceIssued':
      return { ...facts, number: data.number, status: 'pending', at: data.issuedAt }
    case 'PaymentReceived': {
      const paidCents = facts.paidCents + data.amountCents
      return { ...facts, paidCents, status: paidCents === facts.totalCents ? 'paid' : facts.status }
    }
    case 'PaymentRefunded':
      return {
        ...facts,
        paidCents: facts.paidCents - data.amountCents,
        status: facts.status === 'paid' ? 'pending' : facts.status,
      }
    case 'InvoiceOverdue':
      return { ...facts, status: 'overdue' }
    case 'InvoiceVoided':
      return { ...facts, status: 'void' }
  }
}

const numberText = ({ id, number }: InvoiceFacts) =>
  number === null ? draftNumberText(id) : invoiceNumberText(number)

export const invoiceDocument = (facts: InvoiceFacts): SearchDocument<InvoiceFacts> =>
  toDocument('invoice', facts, {
    at: facts.at,
    number: facts.number,
    // the number without its zeros as well
    text: searchText(
      numberText(facts),
      facts.number === null ? null : String(facts.number),
      facts.description,
    ),
  })

export const describeInvoice = (facts: InvoiceFacts, customerName: string) => ({
  title: `${numberText(facts)} · ${customerName}`,
  subtitle: `${dollars(facts.totalCents)} · ${statusLabels[facts.status]}`,
})

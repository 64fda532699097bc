import {
  draftNumberText,
  type InvoiceEvent,
  invoiceNumberText,
  invoiceStatusLabels,
} from '@plumbline/billing/events'
import { evolveInvoice as foldInvoice, type InvoiceRecord } from '@plumbline/billing/record'
import { dollars } from '@plumbline/platform/money'
import { type SearchDocument, toDocument } from '../document.ts'
import { searchText } from '../searchText.ts'

export type InvoiceFacts = Pick<
  InvoiceRecord,
  'id' | 'customerId' | 'number' | 'description' | 'totalCents' | 'paidCents' | 'status'
> & { at: string }

export type SearchedInvoiceEvent = Exclude<
  InvoiceEvent,
  { type: 'PaymentReminderRequested' | 'InvoiceSendRequested' }
>

export function evolveInvoice(before: InvoiceFacts | null, event: SearchedInvoiceEvent): InvoiceFacts | null {
  const next = foldInvoice(before, event)
  if (!next) return null
  const { id, customerId, number, description, totalCents, paidCents, status, createdAt } = next
  const at = event.type === 'InvoiceIssued' ? event.data.issuedAt : (before?.at ?? createdAt)
  return { id, customerId, number, description, totalCents, paidCents, status, at }
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
  subtitle: `${dollars(facts.totalCents)} · ${invoiceStatusLabels[facts.status]}`,
})

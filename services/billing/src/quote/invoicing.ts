import { rejection } from '@plumbline/platform/errors'
import { dollars } from '@plumbline/platform/money'
import { draftNumberText, type InvoiceLine, invoiceNumberText, quoteNumberText } from '../events.ts'
import type { InvoiceRecord } from '../invoice/record.ts'
import type { Approval, InvoicedPart } from './decider.ts'

/** An invoice of a quote as it is now. */
export type QuoteInvoice = InvoicedPart & Pick<InvoiceRecord, 'number' | 'status' | 'totalCents'>

/**
 * What an invoice of an approved quote says. All invoices of it, but void ones, add up to what was approved: the last one is
 * of the approved lines, less the deposit.
 */
export function linesToInvoice(
  approval: Approval,
  part: InvoicedPart['part'],
  invoices: readonly QuoteInvoice[],
): InvoiceLine[] {
  const valid = invoices.filter(({ status }) => status !== 'void')
  const earlier = valid.find((invoice) => invoice.part === part)
  if (earlier) throw alreadyInvoiced(part, earlier)
  return part === 'deposit' ? depositLines(approval, valid) : restLines(approval, valid)
}

/** Whether an invoice is of the job in which the work is done: the rest, or a deposit of all of it. */
export const isOfJob = (
  { part, totalCents }: Pick<QuoteInvoice, 'part' | 'totalCents'>,
  approval: Approval,
): boolean => part === 'rest' || totalCents >= approval.totalCents

/** What an invoice of the rest would come to; zero once there is one, or nothing is left. */
export function restCents({ totalCents }: Approval, invoices: readonly QuoteInvoice[]): number {
  const valid = invoices.filter(({ status }) => status !== 'void')
  if (valid.some(({ part }) => part === 'rest')) return 0
  return Math.max(
    0,
    valid.reduce((left, invoice) => left - invoice.totalCents, totalCents),
  )
}

const numberText = ({ invoiceId, number }: QuoteInvoice) =>
  number === null ? draftNumberText(invoiceId) : invoiceNumberText(number)

const alreadyInvoiced = (part: InvoicedPart['part'], invoice: QuoteInvoice) =>
  rejection(
    'conflict',
    `${part === 'deposit' ? 'The deposit' : 'This quote'} is invoiced already: ${numberText(invoice)}.`,
  )

function depositLines(approval: Approval, invoices: readonly QuoteInvoice[]): InvoiceLine[] {
  const { quoteId, totalCents, depositCents } = approval
  if (depositCents === 0) throw rejection('conflict', 'No deposit was agreed to.')
  const [rest] = invoices
  // its invoice may be less a deposit whose invoice is void by now
  if (rest && rest.totalCents + depositCents > totalCents) throw alreadyInvoiced('rest', rest)
  if (depositCents === totalCents) return approvedLines(approval)
  return [{ description: `Deposit for ${quoteNumberText(quoteId)}`, amountCents: depositCents, taxCents: 0 }]
}

function restLines(approval: Approval, [deposit]: readonly QuoteInvoice[]): InvoiceLine[] {
  const { totalCents } = approval
  if (totalCents === 0) throw rejection('conflict', 'The total is $0.00: there is nothing to invoice.')
  const lines = approvedLines(approval)
  if (!deposit) return lines
  if (deposit.status === 'draft')
    throw rejection('conflict', `The deposit is not owed yet. Issue or void ${numberText(deposit)} first.`)
  if (deposit.totalCents >= totalCents)
    throw rejection(
      'conflict',
      `The deposit of ${dollars(deposit.totalCents)} is all of it: there is nothing left to invoice.`,
    )
  return [
    ...lines,
    {
      description: `Less deposit (${numberText(deposit)})`,
      amountCents: -deposit.totalCents,
      taxCents: 0,
    },
  ]
}

/** What was approved, line by line. Neither the total nor the tax of an invoice is below zero. */
function approvedLines({ lines, totalCents }: Approval): InvoiceLine[] {
  const taxCents = lines.reduce((sum, line) => sum + line.taxCents, 0)
  if (totalCents < 0) throw belowZero('total', totalCents)
  if (taxCents < 0) throw belowZero('tax', taxCents)
  return lines.map(toInvoiceLine)
}

const belowZero = (what: 'total' | 'tax', cents: number) =>
  rejection(
    'conflict',
    `The ${what} is ${dollars(cents)}, and an invoice cannot be below zero. Add these items to the draft invoice of the job, credits with a negative amount.`,
  )

/** Unit prices of invoices are not below zero, amounts may be. */
function toInvoiceLine({ quantity, unitPriceCents, ...line }: InvoiceLine): InvoiceLine {
  if (quantity === undefined || unitPriceCents === undefined || unitPriceCents < 0) return line
  return { ...line, quantity, unitPriceCents }
}

import { type Db, first, type Pool, readTogether, run } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { fold, type Recorded, readStream, recordEtag } from '@plumbline/platform/event-store'
import { centsOf, type Money, moneyText } from '@plumbline/platform/money'
import { foldRow } from '@plumbline/platform/projections'
import { type Price, priceOfLines, type QuoteDetails } from '../api.ts'
import { customers, type InvoiceCustomer } from '../customers.ts'
import {
  everythingShown,
  type InvoiceLine,
  type QuoteContent,
  type QuoteEvent,
  type QuoteLine,
  type Share,
} from '../events.ts'
import { invoicesTable } from '../invoice/projection.ts'
import { type Approval, type ExistingQuote, quoteDecider, requireExistingQuote } from './decider.ts'
import { historyOf } from './history.ts'
import { firstJobIn } from './jobs.ts'
import { quotes, quotesTable } from './projection.ts'
import { toQuote } from './queries.ts'

export type QuoteEvents = readonly Recorded<QuoteEvent>[]
/** What became of an approved quote: its invoices but void ones, what they are of together, what of it is paid, and its job. */
type QuoteProgress = { invoiceIds: number[]; amount: Money; paid: Money; scheduledId: number | null }
export const noProgress: QuoteProgress = { invoiceIds: [], amount: '0.00', paid: '0.00', scheduledId: null }
export type QuoteAnswer = { details: QuoteDetails; customer: InvoiceCustomer | undefined; etag: string }

/** One quote with its history. */
export const readQuote = (pool: Pool, id: number, options: { keyring: Keyring }): Promise<QuoteAnswer> =>
  readTogether(pool, (db) => loadQuote(db, id, options))

export async function loadQuote(db: Db, id: number, options: { keyring: Keyring }): Promise<QuoteAnswer> {
  const [events, ...others] = await Promise.all([
    readStream<QuoteEvent>(db, `quote-${id}`, options),
    customerOfQuote(db, id),
    progressOfQuote(db, id),
  ])
  return answerFromEvents(events, ...others)
}

/** The customer of a quote as of today. */
export async function customerOfQuote(db: Db, quoteId: number): Promise<InvoiceCustomer | undefined> {
  return first<InvoiceCustomer>(db, {
    name: 'customer-of-quote',
    text: `SELECT c.id, c.name, c.address, c.tag
      FROM ${quotesTable.name} quote ${customers.join('quote.customer_id')}
      WHERE quote.id = $1 AND c.id IS NOT NULL`,
    values: [quoteId],
  })
}

export async function progressOfQuote(db: Db, quoteId: number): Promise<QuoteProgress> {
  const [row] = await run<QuoteProgress>(db, {
    name: 'progress-of-quote',
    text: `SELECT coalesce(array_agg(id ORDER BY id), '{}') AS "invoiceIds", coalesce(sum(total_amount), 0.00) AS amount,
        coalesce(sum(paid_amount), 0.00) AS paid,
        (SELECT ${firstJobIn('job_ids')} FROM ${quotesTable.name} WHERE id = $1) AS "scheduledId"
      FROM ${invoicesTable.name} WHERE quote_id = $1 AND status <> 'void'`,
    values: [quoteId],
  })
  return row ?? noProgress
}

/** Builds the answer from the events of one quote. */
export function answerFromEvents(
  events: QuoteEvents,
  customer: InvoiceCustomer | undefined,
  progress: QuoteProgress,
): QuoteAnswer {
  const row = requireExistingQuote(foldRow(quotes, events))
  const state = requireExistingQuote(fold(quoteDecider, events))
  const { content, sentContent, approval, requestedChanges, declineReason, costs } = state
  const { invoiceIds, amount, paid, scheduledId } = progress
  const shown = { currentCustomerId: customer?.id, customerName: customer?.name, scheduledId }
  return {
    details: {
      ...toQuote(row, { ...shown, invoicedAmount: amount }),
      customerAddress: customer?.address ?? null,
      content: toContent(content, costs),
      sentContent: sentContent && row.revision !== row.sentRevision ? toContent(sentContent, costs) : null,
      approval: approval && toApproval(approval, progress),
      requestedChanges,
      declineReason,
      invoiceIds,
      history: historyOf(events),
    },
    customer,
    // the answer also changes with its customer, its invoices and its job
    etag: recordEtag(
      row,
      quotes.version,
      customer?.tag ?? '00000000',
      ...invoiceIds,
      amount,
      paid,
      scheduledId ?? 0,
    ),
  }
}

function toContent(
  { options, addOns, discount, deposit, show = everythingShown, ...content }: QuoteContent,
  costs: ExistingQuote['costs'],
): QuoteDetails['content'] {
  const toLine = (line: QuoteLine) => toCostedLine(line, costs)
  return {
    ...content,
    options: options.map(({ optionId, name, lines }) => ({
      id: optionId,
      name,
      lines: lines.map(toLine),
      price: toPrice(priceOfLines(lines, { discount, deposit, ...content })),
    })),
    addOns: addOns.map((addOn) => ({ id: addOn.addOnId, ...toLine(addOn) })),
    discount: toShare(discount),
    deposit: toShare(deposit),
    show,
  }
}

const toShare = (share: Share | null) =>
  share && ('percent' in share ? { percent: share.percent } : { amount: moneyText(share.cents) })

const centsText = (cents: number | undefined) => (cents === undefined ? null : moneyText(cents))

const untaxed = { discount: null, deposit: null, taxPercent: '0' }

const toCostedLine = ({ lineId = 0, ...line }: QuoteLine, costs: ExistingQuote['costs']) => ({
  lineId,
  description: line.description,
  details: line.details ?? '',
  quantity: line.quantity,
  unitPrice: moneyText(line.unitPriceCents),
  amount: moneyText(priceOfLines([line], untaxed).total),
  taxable: line.taxable,
  ...(line.priceItemId !== undefined && { priceItemId: line.priceItemId }),
  unitCost: centsText(costs.get(lineId)),
})

export const toPrice = ({ subtotal, discount, tax, total, deposit }: Omit<Price, 'lines'>) => ({
  subtotal: moneyText(subtotal),
  discount: moneyText(discount),
  tax: moneyText(tax),
  total: moneyText(total),
  deposit: moneyText(deposit),
})

/** As it was agreed to, whatever is worked out of the content later. */
const toApproval = (approval: Approval, { paid }: QuoteProgress): QuoteDetails['approval'] => ({
  optionId: approval.optionId,
  addOnIds: approval.addOnIds,
  price: toPrice(priceOfApproval(approval)),
  by: approval.by,
  ...(approval.signerName !== undefined && { signerName: approval.signerName }),
  ...(approval.signature !== undefined && { signature: approval.signature }),
  documentHash: approval.documentHash,
  waitsForDeposit: approval.needsDeposit === true && centsOf(paid) < approval.depositCents,
  at: approval.approvedAt,
})

function priceOfApproval({ lines, totalCents, depositCents }: Approval): Omit<Price, 'lines'> {
  const sum = (of: readonly InvoiceLine[], name: 'amountCents' | 'taxCents') =>
    of.reduce((total, line) => total + line[name], 0)
  // the discount is the line without a quantity
  const discount =
    0 -
    sum(
      lines.filter(({ quantity }) => quantity === undefined),
      'amountCents',
    )
  return {
    subtotal: sum(lines, 'amountCents') + discount,
    discount,
    tax: sum(lines, 'taxCents'),
    total: totalCents,
    deposit: depositCents,
  }
}

import { type Db, run } from '@plumbline/platform/db'
import { fold, readStream } from '@plumbline/platform/event-store'
import { centsOf, type Money, moneyText } from '@plumbline/platform/money'
import type { Comparison } from '../api.ts'
import { appointmentsTable } from '../appointments.ts'
import { customers } from '../customers.ts'
import { type QuoteEvent, quoteNumberText } from '../events.ts'
import { type InvoiceRow, invoicesTable } from '../invoice/projection.ts'
import { invoicesByHand } from '../invoice/references.ts'
import { quoteDecider } from './decider.ts'
import { type QuoteInvoice, restCents } from './invoicing.ts'
import { firstJobIn } from './jobs.ts'
import { quotesTable } from './projection.ts'

type Of = { quoteId?: number | undefined; appointmentId?: number | undefined }
type Origin = { customerId: number; quoteId: number | null; jobId: number | null }

/** In cents. Below zero is left to invoice. */
export const invoicedTooMuch = (approved: readonly number[], invoiced: readonly number[]): number =>
  sum(invoiced) - sum(approved)

const sum = (cents: readonly number[]) => cents.reduce((total, it) => total + it, 0)

/** What was approved of a quote, its job and the change orders of it, and what was invoiced for them. */
export async function readComparison(db: Db, of: Of): Promise<Comparison> {
  const origin = await findOrigin(db, of)
  if (!origin) return { approvals: 0, approved: '0.00', invoiced: '0.00', difference: '0.00' }
  const approved = await approvedOf(db, origin)
  const invoiced = await invoicedOf(
    db,
    approved.map(({ id }) => id),
    origin.jobId,
  )
  const cents = (rows: readonly { total: Money }[]) => rows.map(({ total }) => centsOf(total))
  const ofJob = of.appointmentId === undefined ? [] : approved.filter(({ isOrigin }) => isOrigin)
  const toInvoice = await firstWithRest(db, ofJob)
  return {
    approvals: approved.length,
    approved: moneyText(sum(cents(approved))),
    invoiced: moneyText(sum(cents(invoiced))),
    difference: moneyText(invoicedTooMuch(cents(approved), cents(invoiced))),
    ...(toInvoice && { toInvoice }),
  }
}

async function findOrigin(db: Db, { quoteId, appointmentId }: Of): Promise<Origin | undefined> {
  const [origin] =
    quoteId !== undefined
      ? await run<Origin>(db, {
          name: 'quote-to-compare',
          text: `SELECT customer_id AS "customerId", id AS "quoteId",
              coalesce(appointment_id, ${firstJobIn('job_ids')}) AS "jobId" FROM ${quotesTable.name} WHERE id = $1`,
          values: [quoteId],
        })
      : await run<Origin>(db, {
          name: 'job-to-compare',
          text: `SELECT customer_id AS "customerId", NULL::integer AS "quoteId", id AS "jobId"
            FROM ${appointmentsTable.name} WHERE id = $1`,
          values: [appointmentId],
        })
  return origin
}

/** The first of these quotes of which something is left to invoice. A job has one. */
async function firstWithRest(db: Db, quotes: readonly { id: number }[]): Promise<Comparison['toInvoice']> {
  for (const { id } of quotes) {
    const cents = await readRest(db, id)
    if (cents > 0) return { quoteId: id, quoteNumber: quoteNumberText(id), amount: moneyText(cents) }
  }
}

/** What an invoice of the rest comes to, as `invoiceQuote` makes it. */
async function readRest(db: Db, quoteId: number): Promise<number> {
  const state = fold(quoteDecider, await readStream<QuoteEvent>(db, `quote-${quoteId}`))
  if (!state?.approval || (await invoicesByHand(db, state)).length > 0) return 0
  const { approval, invoiced } = state
  const rows = await run<Pick<InvoiceRow, 'id' | 'number' | 'status' | 'totalAmount'>>(db, {
    name: 'invoices-by-id',
    text: `SELECT id, number, status, total_amount AS "totalAmount" FROM ${invoicesTable.name} WHERE id = ANY($1::integer[])`,
    values: [invoiced.map(({ invoiceId }) => invoiceId)],
  })
  const parts = rows.flatMap(({ id, totalAmount, ...row }): QuoteInvoice[] => {
    const part = invoiced.find(({ invoiceId }) => invoiceId === id)
    return part ? [{ ...part, ...row, totalCents: centsOf(totalAmount) }] : []
  })
  return restCents(approval, parts)
}

/**
 * What is left to invoice of the quote that a job came from, as a subquery on the job's id and its customer's; null where
 * nothing is, and where an invoice by hand may be of all of it.
 */
export const restOfJob = (jobId: string, customerId: string): string => `(
  SELECT nullif(greatest(quote.total_to - coalesce(sum(invoice.total_amount), 0), 0), 0)
  FROM ${quotesTable.name} quote
    LEFT JOIN ${invoicesTable.name} invoice ON invoice.quote_id = quote.id AND invoice.status <> 'void'
  WHERE quote.customer_id = ANY(${customers.recordIds(customerId)}) AND quote.status = 'approved'
    AND quote.job_ids @> to_jsonb(${jobId})
    AND NOT EXISTS (SELECT FROM ${invoicesTable.name} by_hand WHERE by_hand.quote_id IS NULL AND by_hand.status <> 'void'
      AND by_hand.appointment_id IN (SELECT job_id::integer FROM jsonb_array_elements_text(quote.job_ids) job_id))
  GROUP BY quote.id, quote.total_to ORDER BY quote.id LIMIT 1)`

/** The quotes of one customer are few. A change order is of the job that it changes. */
const approvedOf = (db: Db, { customerId, quoteId, jobId }: Origin) =>
  run<{ id: number; total: Money; isOrigin: boolean }>(db, {
    name: 'approved-of-job',
    text: `SELECT id, total_to AS total, coalesce(job_ids @> to_jsonb($3::integer), false) AS "isOrigin" FROM ${quotesTable.name}
      WHERE customer_id = ANY(${customers.recordIds('$1::integer')}) AND status = 'approved'
        AND (id = $2::integer OR appointment_id = $3::integer OR job_ids @> to_jsonb($3::integer))`,
    values: [customerId, quoteId, jobId],
  })

const invoicedOf = (db: Db, quoteIds: readonly number[], jobId: number | null) =>
  run<{ total: Money }>(db, {
    name: 'invoiced-of-job',
    text: `SELECT total_amount AS total FROM ${invoicesTable.name}
      WHERE status <> 'void' AND (quote_id = ANY($1::integer[]) OR appointment_id = $2::integer)`,
    values: [quoteIds, jobId],
  })

import { type Db, run } from '@plumbline/platform/db'
import { centsOf, type Money, moneyText } from '@plumbline/platform/money'
import type { Comparison } from '../api.ts'
import { appointmentsTable } from '../appointments.ts'
import { customers } from '../customers.ts'
import { invoicesTable } from '../invoice/projection.ts'
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
  return {
    approvals: approved.length,
    approved: moneyText(sum(cents(approved))),
    invoiced: moneyText(sum(cents(invoiced))),
    difference: moneyText(invoicedTooMuch(cents(approved), cents(invoiced))),
  }
}

async function findOrigin(db: Db, { quoteId, appointmentId }: Of): Promise<Origin | undefined> {
  const [origin] =
    quoteId !== undefined
      ? await run<Origin>(db, {
          name: 'quote-to-compare',
          text: `SELECT customer_id AS "customerId", id AS "quoteId",
              coalesce(appointment_id, scheduled_id) AS "jobId" FROM ${quotesTable.name} WHERE id = $1`,
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

/** The quotes of one customer are few. A change order is of the job that it changes. */
const approvedOf = (db: Db, { customerId, quoteId, jobId }: Origin) =>
  run<{ id: number; total: Money }>(db, {
    name: 'approved-of-job',
    text: `SELECT id, total_to AS total FROM ${quotesTable.name}
      WHERE customer_id = ANY(${customers.recordIds('$1::integer')}) AND status = 'approved'
        AND (id = $2::integer OR coalesce(appointment_id, scheduled_id) = $3::integer)`,
    values: [customerId, quoteId, jobId],
  })

const invoicedOf = (db: Db, quoteIds: readonly number[], jobId: number | null) =>
  run<{ total: Money }>(db, {
    name: 'invoiced-of-job',
    text: `SELECT total_amount AS total FROM ${invoicesTable.name}
      WHERE status <> 'void' AND (quote_id = ANY($1::integer[]) OR appointment_id = $2::integer)`,
    values: [quoteIds, jobId],
  })

import { type Db, run } from '@plumbline/platform/db'
import type { Money } from '@plumbline/platform/money'
import { type InvoiceCounts, maxUninvoiced, type UninvoicedAppointment } from '../api.ts'
import { appointmentsTable } from '../appointments.ts'
import { customers } from '../customers.ts'
import { restOfJob } from '../quote/comparison.ts'
import { invoicesTable } from './projection.ts'

const isUninvoiced = `completed_at IS NOT NULL AND NOT deleted AND NOT EXISTS (
  SELECT FROM ${invoicesTable.name} WHERE appointment_id = appointment.id AND status <> 'void')`

/** What is owed, due and unfinished now, in one statement. */
export async function readCounts(db: Db): Promise<InvoiceCounts> {
  const count = (condition: string) => `count(*) FILTER (WHERE ${condition})::integer`
  const sum = (condition: string) => `coalesce(sum(balance) FILTER (WHERE ${condition}), 0.00)`
  const isOutstanding = `status IN ('pending', 'overdue')`
  const isOverdue = `status = 'overdue'`
  const [row] = await run<Record<keyof InvoiceCounts, number> & { owed: Money; due: Money }>(db, {
    name: 'invoice-counts',
    text: `SELECT ${count(isOutstanding)} AS outstanding, ${sum(isOutstanding)} AS owed,
        ${count(isOverdue)} AS overdue, ${sum(isOverdue)} AS due, ${count(`status = 'draft'`)} AS drafts,
        ${count(`status = 'void'`)} AS void,
        (SELECT count(*)::integer FROM ${appointmentsTable.name} appointment WHERE ${isUninvoiced}) AS uninvoiced
      FROM ${invoicesTable.name} WHERE status IN ('draft', 'pending', 'overdue', 'void')`,
    values: [],
  })
  const { outstanding = 0, owed = '0.00', overdue = 0, due = '0.00', drafts = 0, uninvoiced = 0 } = row ?? {}
  return {
    outstanding: { count: outstanding, amount: owed },
    overdue: { count: overdue, amount: due },
    drafts: { count: drafts },
    void: { count: row?.void ?? 0 },
    uninvoiced: { count: uninvoiced },
  }
}

/** The appointments to invoice, the last completed first. */
export const listUninvoiced = (db: Db): Promise<UninvoicedAppointment[]> =>
  run<UninvoicedAppointment>(db, {
    name: 'uninvoiced-appointments',
    text: `SELECT completed.id, title, coalesce(c.id, customer_id) AS "customerId", c.name AS "customerName",
        completed_at AS "completedAt",
        coalesce(${restOfJob('completed.id', 'completed.customer_id')}, actual_price, estimated_price) AS price
      FROM (SELECT * FROM ${appointmentsTable.name} appointment WHERE ${isUninvoiced}
        ORDER BY completed_at DESC, id DESC LIMIT ${maxUninvoiced}) completed ${customers.join('customer_id')}
      ORDER BY completed_at DESC, completed.id DESC`,
    values: [],
  })

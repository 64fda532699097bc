import type { Bind } from '@plumbline/platform/db'
import {
  defineProjection,
  handleAll,
  int,
  jsonb,
  type RowOf,
  tableFor,
  timestamptz,
} from '@plumbline/platform/projections'
import type { InvoiceEvent } from '../events.ts'
import type { AsOf } from '../invoice/asOf.ts'
import { occurredAt } from '../invoice/history.ts'
import { type InvoiceRow, invoices, invoicesTable } from '../invoice/projection.ts'
import { invoiceChanges } from '../invoice/record.ts'

/** An invoice as it was known from `at` on. */
type Snapshot = InvoiceRow & { at: string }

const columns = {
  id: int,
  /** The time of the newest snapshot; after it the invoice is as it is now. */
  changedAt: timestamptz,
  /** Newest first. */
  snapshots: jsonb.of<Snapshot[]>(),
}

/** The row of an invoice after each of its events, since a day ends at another time in every zone. */
export const invoiceSnapshots = defineProjection<InvoiceEvent>()({
  name: 'invoiceSnapshots',
  // raise it also when the rows of `invoices` change
  version: 5,
  columns,
  indexes: ['(changed_at, id)'],
  key: invoices.key,
  on: handleAll<InvoiceEvent, RowOf<typeof columns>>(invoiceChanges, (before, event) => {
    const at = occurredAt(event)
    const snapshots = before?.snapshots ?? []
    const snapshotAfter = (row: InvoiceRow | null, at: string) => {
      const next = invoices.evolve(row, event)
      return next ? [{ ...next, at }] : []
    }
    // clocks of processes differ, so an event may be stored after a later one; both are then known after it
    const later = snapshots.filter((it) => it.at > at)
    const known = snapshots.slice(later.length)
    const earlier = known[0]?.at === at ? known.slice(1) : known
    const next = [
      ...later.flatMap((it) => snapshotAfter(it, it.at)),
      ...snapshotAfter(known[0] ?? null, at),
      ...earlier,
    ]
    const newest = next[0]
    return newest ? { id: newest.id, changedAt: newest.at, snapshots: next } : null
  }),
})

const table = tableFor(invoiceSnapshots)
const invoiceColumns = Object.entries(invoices.columns)
const fields = invoiceColumns.map(([name, { type }]) => `"${name}" ${type}`).join(', ')
const selected = (prefix: string) => invoiceColumns.map(([name]) => `${prefix}"${name}"`).join(', ')

/**
 * The rows of all invoices when a day ended, as a table whose columns have the names of the row's fields. Past its due day an
 * invoice is overdue, even if it was marked later.
 */
export function invoicesAsOf(asOf: AsOf, bind: Bind): string {
  const [day, end] = [bind(asOf.day), `${bind(asOf.end)}::text`]
  return `(
  SELECT ${selected('').replace('"status"', `CASE WHEN status = 'pending' AND "dueDate" < ${day} THEN 'overdue' ELSE status END AS status`)}
  FROM (
    ${invoicesTable.select}
    WHERE NOT EXISTS (SELECT FROM ${table.name} WHERE id = ${invoicesTable.name}.id AND changed_at >= ${end}::timestamptz)
    UNION ALL
    SELECT ${selected('snapshot.')} FROM ${table.name} changed, jsonb_to_record(
      jsonb_path_query_first(changed.snapshots, '$[*] ? (@.at < $end)', jsonb_build_object('end', ${end}))
    ) AS snapshot (${fields})
    WHERE changed.changed_at >= ${end}::timestamptz AND snapshot.id IS NOT NULL
  ) known)`
}

import {
  defineProjection,
  handleAll,
  int,
  jsonb,
  type RowOf,
  tableFor,
  text,
} from '@plumbline/platform/projections'
import { dayIn, timeZone } from '@plumbline/platform/time'
import type { InvoiceEvent } from '../events.ts'
import { occurredAt } from '../invoice/history.ts'
import { type InvoiceRow, invoices, invoicesTable } from '../invoice/projection.ts'
import { invoiceChanges } from '../invoice/record.ts'

/** An invoice as it was known when `day` ended in New York. */
type Snapshot = InvoiceRow & { day: string }

const columns = {
  id: int,
  /** The day of the newest snapshot; on later days the invoice is as it is now. */
  changedOn: text,
  /** Newest day first. */
  snapshots: jsonb.of<Snapshot[]>(),
}

/** The row of an invoice at the end of each day on which it changed. */
export const invoiceSnapshots = defineProjection<InvoiceEvent>()({
  name: 'invoiceSnapshots',
  // raise it also when the rows of `invoices` change
  version: 3,
  columns,
  indexes: ['(changed_on, id)'],
  key: invoices.key,
  on: handleAll<InvoiceEvent, RowOf<typeof columns>>(invoiceChanges, (before, event) => {
    const day = dayIn(timeZone, new Date(occurredAt(event)))
    const snapshots = before?.snapshots ?? []
    const snapshotAfter = (row: InvoiceRow | null, day: string) => {
      const next = invoices.evolve(row, event)
      return next ? [{ ...next, day }] : []
    }
    // clocks of processes differ, so an event may be stored after one of a later day; it then belongs to both days
    const later = snapshots.filter((it) => it.day > day)
    const untilDay = snapshots.slice(later.length)
    const earlier = untilDay[0]?.day === day ? untilDay.slice(1) : untilDay
    const next = [
      ...later.flatMap((it) => snapshotAfter(it, it.day)),
      ...snapshotAfter(untilDay[0] ?? null, day),
      ...earlier,
    ]
    const newest = next[0]
    return newest ? { id: newest.id, changedOn: newest.day, snapshots: next } : null
  }),
})

const table = tableFor(invoiceSnapshots)
const invoiceColumns = Object.entries(invoices.columns)
const fields = invoiceColumns.map(([name, { type }]) => `"${name}" ${type}`).join(', ')
const selected = (prefix: string) => invoiceColumns.map(([name]) => `${prefix}"${name}"`).join(', ')

/**
 * The rows of all invoices when a day ended in New York, as a table whose columns have the names of the row's fields;
 * `day` is the placeholder of the day. Past its due day an invoice is overdue, even if it was marked later.
 */
export const invoicesAsOf = (day: string): string => `(
  SELECT ${selected('').replace('"status"', `CASE WHEN status = 'pending' AND "dueDate" < ${day} THEN 'overdue' ELSE status END AS status`)}
  FROM (
    ${invoicesTable.select}
    WHERE NOT EXISTS (SELECT FROM ${table.name} WHERE id = ${invoicesTable.name}.id AND changed_on > ${day})
    UNION ALL
    SELECT ${selected('snapshot.')} FROM ${table.name} changed, jsonb_to_record(
      jsonb_path_query_first(changed.snapshots, '$[*] ? (@.day <= $day)', jsonb_build_object('day', ${day}::text))
    ) AS snapshot (${fields})
    WHERE changed.changed_on > ${day} AND snapshot.id IS NOT NULL
  ) known)`

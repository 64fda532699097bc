import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { dayInNewYork } from '@plumbline/platform/time'
import type { InvoiceEvent } from '../events.ts'
import { happenedAt } from '../invoice/history.ts'
import { type InvoiceRow, invoices, invoicesTable } from '../invoice/projection.ts'

/** An invoice as it was known when `day` ended in New York. */
type Snapshot = InvoiceRow & { day: string }
type InvoiceSnapshots = {
  id: number
  /** The day of the newest snapshot: from then on the invoice is as it is now. */
  changedOn: string
  /** The newest day first. */
  snapshots: Snapshot[]
}

/** What was known of an invoice at the end of every day on which something happened to it. */
export const invoiceSnapshots = defineProjection<InvoiceEvent, InvoiceSnapshots>({
  name: 'invoiceSnapshots',
  // raise it as well when the outcome of `invoices` changes
  version: 1,
  columns: { id: 'integer', changedOn: 'text', snapshots: 'jsonb' },
  indexes: ['(changed_on, id)'],
  types: invoices.types,
  partitionBy: 'stream',
  keys: invoices.keys,
  evolve: (before, event, id) => {
    const day = dayInNewYork(new Date(happenedAt(event)))
    const snapshots = before?.snapshots ?? []
    const change = (row: InvoiceRow | null, day: string) => {
      const next = invoices.evolve(row, event, id)
      return next ? [{ ...next, day }] : []
    }
    // clocks of several processes differ: an event may be stored after one of a later day, which then knows it too
    const later = snapshots.filter((it) => it.day > day)
    const rest = snapshots.slice(later.length)
    const earlier = rest[0]?.day === day ? rest.slice(1) : rest
    const changed = [
      ...later.flatMap((it) => change(it, it.day)),
      ...change(rest[0] ?? null, day),
      ...earlier,
    ]
    const newest = changed[0]
    return newest ? { id: newest.id, changedOn: newest.day, snapshots: changed } : null
  },
})

const table = tableFor(invoiceSnapshots)
const columns = Object.entries(invoices.columns)
const fields = columns.map(([name, type]) => `"${name}" ${type.replace('?', '')}`).join(', ')
const selected = (prefix: string) => columns.map(([name]) => `${prefix}"${name}"`).join(', ')

/**
 * The rows of all invoices as they were known when a day ended in New York, with columns named as in the rows. `day`:
 * the parameter of the day. Past its due day an invoice is overdue, even if it was marked later.
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

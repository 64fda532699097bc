import { readClock } from '@plumbline/business/directory'
import { type Db, run } from '@plumbline/platform/db'
import { type Money, moneyText } from '@plumbline/platform/money'
import { clockAt } from '@plumbline/platform/time'
import type { CustomerWork, Job } from '../api.ts'
import { appointmentsTable } from '../appointments.ts'
import { invoicesTable } from '../invoices.ts'
import { customersTable } from './projection.ts'

const appointments = appointmentsTable.name
const invoices = invoicesTable.name
const customers = customersTable.name

/** The customers who owe something, as a condition on the column `id`. */
export const owesMoney = `id IN (SELECT coalesce(debtor.merged_into, debtor.id) FROM ${invoices} i
  JOIN ${customers} debtor ON debtor.id = i.customer_id WHERE i.owed > 0)`

/** One of the appointments of these records, as columns that begin with its name. */
const job = (name: string, condition: string, order: string) => `
  LEFT JOIN LATERAL (SELECT id, title, starts_at, arrival_window_minutes, anytime FROM ${appointments}
    WHERE customer_id = ANY (records.ids) AND ${condition} ORDER BY starts_at ${order} LIMIT 1) ${name} ON true`

const jobColumns = (name: string) =>
  `${name}.id AS "${name}Id", ${name}.title AS "${name}Title", ${name}.starts_at AS "${name}StartsAt",
  ${name}.arrival_window_minutes AS "${name}Window", ${name}.anytime AS "${name}Anytime"`

type JobName = 'next' | 'last'
type WorkRow = { id: number; balance: Money | null; openInvoices: number } & {
  [Name in JobName as `${Name}Id`]: number | null
} & { [Name in JobName as `${Name}Title` | `${Name}StartsAt`]: string } & {
  [Name in JobName as `${Name}Window`]: number
} & { [Name in JobName as `${Name}Anytime`]: boolean }

/** What other services know of these customers, none of which was merged; of each with the records that were merged into it. */
export async function workOf(
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, CustomerWork>> {
  const { timeZone, today } = await readClock(db, now)
  const rows = await run<WorkRow>(db, {
    name: 'work-of-customers',
    text: `SELECT listed.id, ${jobColumns('next')}, ${jobColumns('last')}, owing.balance, owing."openInvoices"
      FROM unnest($1::integer[]) listed (id)
      CROSS JOIN LATERAL (SELECT array_append(
        ARRAY(SELECT id FROM ${customers} WHERE merged_into = listed.id), listed.id) AS ids) records
      ${job('next', `(status = 'in_progress' OR (status = 'scheduled' AND starts_at >= $2))`, 'ASC')}
      ${job('last', `status = 'completed'`, 'DESC')}
      CROSS JOIN LATERAL (SELECT sum(owed) AS balance, count(*)::int AS "openInvoices" FROM ${invoices}
        WHERE customer_id = ANY (records.ids) AND owed > 0) owing`,
    values: [ids, clockAt(timeZone, today, '00:00')],
  })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        nextJob: jobOf(row, 'next'),
        lastJob: jobOf(row, 'last'),
        balance: row.balance ?? moneyText(0),
        openInvoices: row.openInvoices,
      },
    ]),
  )
}

function jobOf(row: WorkRow, name: JobName): Job | null {
  const id = row[`${name}Id`]
  if (id === null) return null
  return {
    id,
    title: row[`${name}Title`],
    startsAt: row[`${name}StartsAt`],
    arrivalWindow: row[`${name}Window`],
    anytime: row[`${name}Anytime`],
  }
}

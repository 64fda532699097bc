import { moneyText } from '@plumbline/platform/money'
import { dayLater } from '@plumbline/platform/time'
import { type Reports, receivableAges, type Totals } from './api.ts'
import { centsOf } from './money.ts'
import { byInvoice, type InvoiceEvents, rowOf, rowsAtEndOf } from './past.ts'
import type { InvoiceRow } from './projections/invoices.ts'

const isOwed = ({ status }: InvoiceRow) => status !== 'draft' && status !== 'void'

export function totalsAt(day: string, events: InvoiceEvents): Totals {
  const rows = rowsAtEndOf(day, events).filter(isOwed)
  const sum = (name: 'totalAmount' | 'paidAmount' | 'balance', some = rows) =>
    moneyText(some.reduce((total, row) => total + centsOf(row[name]), 0))
  return {
    asOf: day,
    invoiced: sum('totalAmount'),
    paid: sum('paidAmount'),
    outstanding: sum('balance'),
    overdue: sum(
      'balance',
      rows.filter(({ status }) => status === 'overdue'),
    ),
  }
}

export type Asked = {
  from: string
  to: string
  /** The day whose end receivables are told of. */
  day: string
  serviceTypeOf: (appointmentId: number | null) => string | null
}

export function reportsOf(events: InvoiceEvents, { from, to, day, serviceTypeOf }: Asked): Reports {
  const moved = movements(events).filter((it) => it.day >= from && it.day <= to)
  const owed = rowsAtEndOf(day, events)
    .filter(isOwed)
    .map(({ id, balance, dueDate }) => ({ invoiceId: id, cents: centsOf(balance), dueDate }))
    .filter(({ cents }) => cents > 0)
  const jobs = new Map([...byInvoice(events)].map(([id, own]) => [id, rowOf(own)?.appointmentId ?? null]))
  const ages = grouped(owed, ({ dueDate }) => ageOf(dueDate, day))
  return {
    from,
    to,
    revenue: [...grouped(moved, (it) => it.day.slice(0, 7))]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([month, group]) => ({ month, ...shown(group) })),
    receivables: receivableAges.map((age) => ({ age, ...shown(ages.get(age) ?? none) })),
    services: [...grouped(moved, ({ invoiceId }) => serviceTypeOf(jobs.get(invoiceId) ?? null))]
      .sort(([, a], [, b]) => b.cents - a.cents)
      .map(([serviceType, group]) => ({ serviceType, ...shown(group) })),
  }
}

type Group = { cents: number; invoiceIds: number[] }
const none: Group = { cents: 0, invoiceIds: [] }
const shown = ({ cents, invoiceIds }: Group) => ({ amount: moneyText(cents), invoiceIds })

/** Money that came in, and what was given back of it, on the days it moved. */
const movements = (events: InvoiceEvents) =>
  events.flatMap(({ type, data }) => {
    if (type === 'PaymentReceived')
      return [{ invoiceId: data.invoiceId, day: data.paidOn, cents: data.amountCents }]
    if (type === 'PaymentRefunded')
      return [{ invoiceId: data.invoiceId, day: data.refundedOn, cents: -data.amountCents }]
    return []
  })

function ageOf(dueDate: string, day: string): (typeof receivableAges)[number] {
  if (dueDate >= dayLater(day, -30)) return '0-30'
  if (dueDate >= dayLater(day, -60)) return '31-60'
  return dueDate >= dayLater(day, -90) ? '61-90' : '90+'
}

function grouped<Entry extends { invoiceId: number; cents: number }, Key>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => Key,
): Map<Key, Group> {
  const groups = [...Map.groupBy(entries, keyOf)]
  return new Map(
    groups.map(([key, own]) => [
      key,
      {
        cents: own.reduce((sum, { cents }) => sum + cents, 0),
        invoiceIds: [...new Set(own.map(({ invoiceId }) => invoiceId))].sort((a, b) => a - b),
      },
    ]),
  )
}

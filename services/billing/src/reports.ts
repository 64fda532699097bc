import { moneyText } from '@plumbline/platform/money'
import { dayLater } from '@plumbline/platform/time'
import { type FigureQuery, type ReceivableAge, type Reports, receivableAges, type Totals } from './api.ts'
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
  sourceOf: (customerId: number) => string | null
}

type Part = { invoiceId: number; cents: number }
type Moved = Part & { month: string; serviceType: string | null; source: string | null }
/** What every figure is made of. */
export type Parts = { moved: readonly Moved[]; owed: readonly (Part & { age: ReceivableAge })[] }

export function partsOf(events: InvoiceEvents, { from, to, day, serviceTypeOf, sourceOf }: Asked): Parts {
  const rows = new Map([...byInvoice(events)].map(([id, own]) => [id, rowOf(own)]))
  const moved = movements(events)
    .filter((it) => it.day >= from && it.day <= to)
    .map(({ day: on, invoiceId, cents }) => {
      const row = rows.get(invoiceId)
      const serviceType = serviceTypeOf(row?.appointmentId ?? null)
      return {
        invoiceId,
        cents,
        month: on.slice(0, 7),
        serviceType,
        source: row ? sourceOf(row.customerId) : null,
      }
    })
  const owed = rowsAtEndOf(day, events)
    .filter(isOwed)
    .map(({ id, balance, dueDate }) => ({ invoiceId: id, cents: centsOf(balance), age: ageOf(dueDate, day) }))
    .filter(({ cents }) => cents > 0)
  return { moved, owed }
}

export function reportsOf({ moved, owed }: Parts): Omit<Reports, 'from' | 'to'> {
  const ages = grouped(owed, ({ age }) => age)
  const largestFirst = (keyOf: (part: Moved) => string | null) =>
    [...grouped(moved, keyOf)].sort(([, a], [, b]) => b.cents - a.cents)
  return {
    revenue: [...grouped(moved, ({ month }) => month)]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([month, group]) => ({ month, ...shown(group) })),
    receivables: receivableAges.map((age) => ({ age, ...shown(ages.get(age) ?? none) })),
    services: largestFirst((it) => it.serviceType).map(([serviceType, group]) => ({
      serviceType,
      ...shown(group),
    })),
    sources: largestFirst((it) => it.source).map(([source, group]) => ({ source, ...shown(group) })),
  }
}

/** What each invoice is of one figure, in cents; nothing where none is asked for. */
export function partsBehind(parts: Parts, figure: FigureQuery): Map<number, number> | undefined {
  const chosen = chosenParts(parts, figure)
  return chosen && new Map([...grouped(chosen, (it) => it.invoiceId)].map(([id, { cents }]) => [id, cents]))
}

function chosenParts(
  { moved, owed }: Parts,
  { month, age, service, source }: FigureQuery,
): readonly Part[] | undefined {
  if (age !== undefined) return owed.filter((it) => it.age === age)
  if (month !== undefined) return moved.filter((it) => it.month === month)
  if (service !== undefined) return moved.filter((it) => (it.serviceType ?? '') === service)
  return source === undefined ? undefined : moved.filter((it) => (it.source ?? '') === source)
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

function ageOf(dueDate: string, day: string): ReceivableAge {
  if (dueDate >= dayLater(day, -30)) return '0-30'
  if (dueDate >= dayLater(day, -60)) return '31-60'
  return dueDate >= dayLater(day, -90) ? '61-90' : '90+'
}

function grouped<P extends Part, Key>(entries: readonly P[], keyOf: (part: P) => Key): Map<Key, Group> {
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

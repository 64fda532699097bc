import { moneyText } from '@plumbline/platform/money'
import { dayLater } from '@plumbline/platform/time'
import { type FigureQuery, type ReceivableAge, type Reports, receivableAges, type Totals } from './api.ts'
import { centsOf } from './money.ts'
import { type EndOfDay, type InvoiceEvents, rowOf } from './past.ts'
import type { InvoiceRow } from './projections/invoices.ts'

const isOwed = ({ status }: InvoiceRow) => status !== 'draft' && status !== 'void'

/** Adds up what invoices say when a day ends, one after the other. */
export function createTotals(end: EndOfDay) {
  const sums = { totalAmount: 0, paidAmount: 0, balance: 0, overdue: 0 }
  return {
    add: (events: InvoiceEvents): void => {
      const row = end.row(events)
      if (!row || !isOwed(row)) return
      for (const name of ['totalAmount', 'paidAmount', 'balance'] as const) sums[name] += centsOf(row[name])
      if (row.status === 'overdue') sums.overdue += centsOf(row.balance)
    },
    result: (): Totals => ({
      asOf: end.day,
      invoiced: moneyText(sums.totalAmount),
      paid: moneyText(sums.paidAmount),
      outstanding: moneyText(sums.balance),
      overdue: moneyText(sums.overdue),
    }),
  }
}

export type Asked = {
  from: string
  to: string
  /** The day whose receivables are counted. */
  end: EndOfDay
  ageOf: (dueDate: string) => ReceivableAge
  serviceTypeOf: (appointmentId: number | null) => string | null
  sourceOf: (customerId: number) => string | null
}

type Part = { invoiceId: number; cents: number }
/** `position`: of its event; of equal amounts the one that moved first is listed first. */
type Moved = Part & {
  month: string
  serviceType: string | null
  source: string | null
  position: bigint
}
type Owed = Part & { age: ReceivableAge }
/** What an invoice is of every figure. */
export type Parts = { moved: readonly Moved[]; owed: readonly Owed[] }

export function partsOf(
  events: InvoiceEvents,
  { from, to, end, ageOf, serviceTypeOf, sourceOf }: Asked,
): Parts {
  const row = rowOf(events)
  const moved = movements(events)
    .filter((it) => it.day >= from && it.day <= to)
    .map(({ day: on, ...part }) => ({
      ...part,
      month: on.slice(0, 7),
      serviceType: serviceTypeOf(row?.appointmentId ?? null),
      source: row ? sourceOf(row.customerId) : null,
    }))
  const then = end.row(events)
  const cents = then && isOwed(then) ? centsOf(then.balance) : 0
  const owed = then && cents > 0 ? [{ invoiceId: then.id, cents, age: ageOf(then.dueDate) }] : []
  return { moved, owed }
}

/** Adds up what invoices are of the figures, one after the other, by number. */
export function createReports() {
  const revenue = createGroups<string>()
  const receivables = createGroups<ReceivableAge>()
  const services = createGroups<string | null>()
  const sources = createGroups<string | null>()
  return {
    add: ({ moved, owed }: Parts): void => {
      for (const part of moved) {
        revenue.add(part.month, part)
        services.add(part.serviceType, part)
        sources.add(part.source, part)
      }
      for (const part of owed) receivables.add(part.age, { ...part, position: 0n })
    },
    result: (): Omit<Reports, 'from' | 'to'> => ({
      revenue: [...revenue.groups]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([month, group]) => ({ month, ...shown(group) })),
      receivables: receivableAges.map((age) => ({ age, ...shown(receivables.groups.get(age) ?? none) })),
      services: largestFirst(services.groups).map(([serviceType, group]) => ({
        serviceType,
        ...shown(group),
      })),
      sources: largestFirst(sources.groups).map(([source, group]) => ({ source, ...shown(group) })),
    }),
  }
}

/** What an invoice is of one figure, in cents; null: nothing. Undefined where no figure is asked for. */
export function partBehind(parts: Parts, figure: FigureQuery): number | null | undefined {
  const chosen = chosenParts(parts, figure)
  if (!chosen) return undefined
  return chosen.length === 0 ? null : chosen.reduce((sum, { cents }) => sum + cents, 0)
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

type Group = { cents: number; invoiceIds: number[]; first: bigint }
const none: Group = { cents: 0, invoiceIds: [], first: 0n }
const shown = ({ cents, invoiceIds }: Group) => ({ amount: moneyText(cents), invoiceIds })

const largestFirst = <Key>(groups: ReadonlyMap<Key, Group>) =>
  [...groups].sort(([, a], [, b]) => b.cents - a.cents || Number(a.first - b.first))

function createGroups<Key>() {
  const groups = new Map<Key, Group>()
  return {
    groups,
    add: (key: Key, { invoiceId, cents, position }: Part & { position: bigint }): void => {
      const group = groups.get(key)
      if (!group) {
        groups.set(key, { cents, invoiceIds: [invoiceId], first: position })
        return
      }
      group.cents += cents
      if (position < group.first) group.first = position
      // invoices come by number, and all parts of one together
      if (group.invoiceIds.at(-1) !== invoiceId) group.invoiceIds.push(invoiceId)
    },
  }
}

/** Money that came in, and what was given back of it, on the days it moved. */
const movements = (events: InvoiceEvents) =>
  events.flatMap(({ type, data, position }) => {
    if (type === 'PaymentReceived')
      return [{ invoiceId: data.invoiceId, day: data.paidOn, cents: data.amountCents, position }]
    if (type === 'PaymentRefunded')
      return [{ invoiceId: data.invoiceId, day: data.refundedOn, cents: -data.amountCents, position }]
    return []
  })

/** How long an invoice has been due when a day ends. */
export function agesAt(day: string): (dueDate: string) => ReceivableAge {
  const [month, twoMonths, threeMonths] = [-30, -60, -90].map((days) => dayLater(day, days)) as [
    string,
    string,
    string,
  ]
  return (dueDate) => {
    if (dueDate >= month) return '0-30'
    if (dueDate >= twoMonths) return '31-60'
    return dueDate >= threeMonths ? '61-90' : '90+'
  }
}

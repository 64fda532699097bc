import type { FigureQuery, Reports } from '@plumbline/billing/api'
import type { Money } from '@plumbline/contract/money'

/** One figure of a report, and the query for the invoices it is made of. */
export type Figure = {
  key: string
  label: string
  /** Where space is short, as under a column of a chart. */
  short: string
  amount: Money
  count: number
  query: FigureQuery
}

export type Report = {
  key: string
  title: string
  text: string
  /** Said where there are no figures. */
  empty: string
  by: string
  figures: readonly Figure[]
  /** Horizontal bars, because the labels are long. */
  isHorizontal: boolean
}

/** The days of a report, where they are not those without a choice. */
export type ReportPeriod = Partial<Record<'from' | 'to' | 'asOf', string | undefined>>

type Group = { amount: Money; invoiceIds: readonly number[] }

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

const ages: Record<string, { label: string; short: string }> = {
  'not-due': { label: 'Not yet due', short: 'Not due' },
  '1-30': { label: '1–30 days late', short: '1–30' },
  '31-60': { label: '31–60 days late', short: '31–60' },
  '61-90': { label: '61–90 days late', short: '61–90' },
  '90+': { label: 'Over 90 days late', short: '90+' },
  // of a server that has one figure for the first two
  '0-30': { label: 'Not yet due, or up to 30 days late', short: '0–30' },
}
const ageOf = (age: string) => ages[age] ?? { label: age, short: age }
const noPayments = 'No payments in this period'
const sources: Record<string, string> = { social: 'Social Media' }
const capital = (word: string) => word.charAt(0).toLocaleUpperCase() + word.slice(1)
const sourceName = (source: string | null) => (source ? (sources[source] ?? capital(source)) : 'Unknown')

/** @example monthText('2026-11') // 'November 2026' */
export const monthText = (month: string): string => monthName.format(firstOf(month))

export const hoursText = (hours: number): string => `${hours} ${hours === 1 ? 'hour' : 'hours'}`

/** Every month from one to another, so that one without revenue is not left out. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = []
  for (const at = firstOf(from.slice(0, 7)); ; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const month = at.toISOString().slice(0, 7)
    if (month > to) return months
    months.push(month)
  }
}

const figure = (query: FigureQuery, label: string, short: string, { amount, invoiceIds }: Group): Figure => ({
  label,
  short,
  amount,
  query,
  count: invoiceIds.length,
  key: Object.values(query).join(),
})

/** The reports as they are shown. */
export function reportsOf(reports: Reports): Report[] {
  const { from, to, revenue, unpaid = reports.receivables, services, sources: leadSources } = reports
  const byMonth = new Map(revenue.map((it) => [it.month, it]))
  const emptyGroup: Group = { amount: '0.00', invoiceIds: [] }
  return [
    {
      key: 'revenue',
      title: 'Revenue by month',
      by: 'Month',
      isHorizontal: false,
      text: 'Payments minus refunds, by month received.',
      empty: noPayments,
      figures: monthsBetween(from, to).map((month) =>
        figure(
          { month },
          monthText(month),
          shortMonth.format(firstOf(month)),
          byMonth.get(month) ?? emptyGroup,
        ),
      ),
    },
    {
      key: 'receivables',
      title: 'Unpaid by age',
      by: 'Age',
      isHorizontal: false,
      text: 'Unpaid balances by days after the due date.',
      empty: 'Nothing is unpaid',
      figures: unpaid.map((it) => {
        const { label, short } = ageOf(it.age)
        return figure({ age: it.age }, label, short, it)
      }),
    },
    {
      key: 'services',
      title: 'Revenue by service',
      by: 'Service',
      isHorizontal: true,
      text: 'By the service type of the appointment.',
      empty: noPayments,
      figures: services.map((it) => {
        const name = it.serviceType ?? 'No appointment'
        return figure({ service: it.serviceType ?? '' }, name, name, it)
      }),
    },
    {
      key: 'sources',
      title: 'Revenue by lead source',
      by: 'Source',
      isHorizontal: true,
      text: 'By how the customer found you.',
      empty: noPayments,
      figures: leadSources.map((it) => {
        const name = sourceName(it.source)
        return figure({ source: it.source ?? '' }, name, name, it)
      }),
    },
  ]
}

const periodNames = ['from', 'to'] as const
export const figureNames = ['month', 'age', 'service', 'source', ...periodNames] as const

/** The figure in the URL; undefined without one. */
export function figureIn(params: URLSearchParams): FigureQuery | undefined {
  const entries = figureNames.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : []))
  const query = Object.fromEntries(entries) as FigureQuery
  return entries.some(([name]) => !periodNames.some((it) => it === name)) ? query : undefined
}

/** The heading above the invoices of a figure. */
export function figureName({ month, age, service, source }: FigureQuery): string {
  if (month !== undefined)
    return Number.isNaN(firstOf(month).getTime()) ? 'Revenue' : `Revenue in ${monthText(month)}`
  if (age !== undefined) return `Unpaid, ${ageOf(age).label.toLocaleLowerCase()}`
  if (service !== undefined) return service ? `Revenue from ${service}` : 'Revenue without an appointment'
  return `Revenue from ${sourceName(source ?? null)}`
}

/** The list of a figure's invoices, in the period and as of the day of the report. */
export function figureUrl(query: FigureQuery, period: ReportPeriod): string {
  const entries = Object.entries({ ...query, ...period }).filter(([, value]) => value !== undefined)
  return `/invoices?${new URLSearchParams(entries as [string, string][])}`
}

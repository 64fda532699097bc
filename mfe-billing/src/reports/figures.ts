import type { FigureQuery, Reports } from '@plumbline/billing/api'

/** One figure of a report, and the query for the invoices it is made of. */
export type Figure = {
  key: string
  label: string
  /** Where space is short, as under a column of a chart. */
  short: string
  amount: string
  count: number
  query: FigureQuery
}

export type Report = {
  key: string
  title: string
  text: string
  by: string
  figures: readonly Figure[]
  /** Horizontal bars, because the labels are long. */
  isHorizontal: boolean
}

type Group = { amount: string; invoiceIds: readonly number[] }

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const firstOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

const ages = { '0-30': 'Up to 30 days', '31-60': '31–60 days', '61-90': '61–90 days', '90+': 'Over 90 days' }
const sources: Record<string, string> = { social: 'Social Media' }
const capital = (word: string) => word.charAt(0).toLocaleUpperCase() + word.slice(1)
const sourceName = (source: string | null) => (source ? (sources[source] ?? capital(source)) : 'Unknown')

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
  const { from, to, revenue, receivables, services, sources: leadSources } = reports
  const byMonth = new Map(revenue.map((it) => [it.month, it]))
  const emptyGroup: Group = { amount: '0.00', invoiceIds: [] }
  return [
    {
      key: 'revenue',
      title: 'Revenue by month',
      by: 'Month',
      isHorizontal: false,
      text: 'Payments minus refunds, by month received.',
      figures: monthsBetween(from, to).map((month) =>
        figure(
          { month },
          monthName.format(firstOf(month)),
          shortMonth.format(firstOf(month)),
          byMonth.get(month) ?? emptyGroup,
        ),
      ),
    },
    {
      key: 'receivables',
      title: 'Receivables by age',
      by: 'Past due',
      isHorizontal: false,
      text: 'Unpaid balances by days past due. Not yet due counts in the first group.',
      figures: receivables.map((it) => figure({ age: it.age }, ages[it.age], it.age, it)),
    },
    {
      key: 'services',
      title: 'Revenue by service',
      by: 'Service',
      isHorizontal: true,
      text: 'By the service type of the appointment.',
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
      figures: leadSources.map((it) => {
        const name = sourceName(it.source)
        return figure({ source: it.source ?? '' }, name, name, it)
      }),
    },
  ]
}

const cents = (amount: string) => Math.round(Number(amount) * 100)
export const sumOfAmounts = (amounts: readonly string[]): string =>
  (amounts.reduce((sum, amount) => sum + cents(amount), 0) / 100).toFixed(2)

export const figureNames = ['month', 'age', 'service', 'source', 'from'] as const

/** The figure in the URL; undefined without one. */
export function figureIn(params: URLSearchParams): FigureQuery | undefined {
  const entries = figureNames.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : []))
  const query = Object.fromEntries(entries) as FigureQuery
  return entries.some(([name]) => name !== 'from') ? query : undefined
}

/** The heading above the invoices of a figure. */
export function figureName({ month, age, service, source }: FigureQuery): string {
  if (month !== undefined)
    return Number.isNaN(firstOf(month).getTime())
      ? 'Revenue'
      : `Revenue in ${monthName.format(firstOf(month))}`
  if (age !== undefined)
    return `Receivables, ${(ages[age as keyof typeof ages] ?? age).toLocaleLowerCase()} past due`
  if (service !== undefined) return service ? `Revenue from ${service}` : 'Revenue without an appointment'
  return `Revenue from ${sourceName(source ?? null)}`
}

/** The list of a figure's invoices, in the period and as of the day of the report. */
export function figureUrl(
  query: FigureQuery,
  period: { from?: string | undefined; asOf?: string | undefined },
): string {
  const entries = Object.entries({ ...query, ...period }).filter(([, value]) => value !== undefined)
  return `/invoices?${new URLSearchParams(entries as [string, string][])}`
}

import type { FigureQuery, Reports } from '@plumbline/billing/api'

/** One figure of a report: what it is of, how much, and the list it is made of. */
export type Figure = {
  key: string
  label: string
  /** Where there is little room, as under a column of a chart. */
  short: string
  amount: string
  count: number
  query: FigureQuery
}

/** `across`: its bars lie one below the other, because their names are long. */
export type Report = {
  key: string
  title: string
  text: string
  by: string
  figures: readonly Figure[]
  across: boolean
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
  ...{ label, short, amount, query },
  count: invoiceIds.length,
  key: Object.values(query).join(),
})

/** The reports as they are shown, each figure with the list behind it. */
export function reportsOf(reports: Reports): Report[] {
  const { from, to, revenue, receivables, services, sources: origins } = reports
  const byMonth = new Map(revenue.map((it) => [it.month, it]))
  const nothing: Group = { amount: '0.00', invoiceIds: [] }
  return [
    {
      ...{ key: 'revenue', title: 'Revenue by month', by: 'Month', across: false },
      text: 'Payments less refunds, in the month the money moved.',
      figures: monthsBetween(from, to).map((month) =>
        figure(
          { month },
          monthName.format(firstOf(month)),
          shortMonth.format(firstOf(month)),
          byMonth.get(month) ?? nothing,
        ),
      ),
    },
    {
      ...{ key: 'receivables', title: 'Receivables by age', by: 'Past due', across: false },
      text: 'What is still owed, by days past due; what is not due yet is among the youngest.',
      figures: receivables.map((it) => figure({ age: it.age }, ages[it.age], it.age, it)),
    },
    {
      ...{ key: 'services', title: 'Revenue by service', by: 'Service', across: true },
      text: 'By the kind of job that was invoiced.',
      figures: services.map((it) => {
        const name = it.serviceType ?? 'No appointment'
        return figure({ service: it.serviceType ?? '' }, name, name, it)
      }),
    },
    {
      ...{ key: 'sources', title: 'Revenue by lead source', by: 'Source', across: true },
      text: 'By how the customer came to you.',
      figures: origins.map((it) => {
        const name = sourceName(it.source)
        return figure({ source: it.source ?? '' }, name, name, it)
      }),
    },
  ]
}

const cents = (amount: string) => Math.round(Number(amount) * 100)
export const sumOf = (amounts: readonly string[]): string =>
  (amounts.reduce((sum, amount) => sum + cents(amount), 0) / 100).toFixed(2)

const figureNames = ['month', 'age', 'service', 'source', 'from'] as const

/** The figure whose invoices the URL asks for. */
export function figureIn(params: URLSearchParams): FigureQuery | undefined {
  const given = figureNames.flatMap((name) => (params.has(name) ? [[name, params.get(name)]] : []))
  const query = Object.fromEntries(given) as FigureQuery
  return given.some(([name]) => name !== 'from') ? query : undefined
}

/** How a figure is called above the list of its invoices. */
export function nameOf({ month, age, service, source }: FigureQuery): string {
  if (month !== undefined)
    return Number.isNaN(firstOf(month).getTime())
      ? 'Revenue'
      : `Revenue in ${monthName.format(firstOf(month))}`
  if (age !== undefined)
    return `Receivables, ${(ages[age as keyof typeof ages] ?? age).toLocaleLowerCase()} past due`
  if (service !== undefined) return service ? `Revenue from ${service}` : 'Revenue without an appointment'
  return `Revenue from ${sourceName(source ?? null)}`
}

/** Where a figure leads: the list of its invoices, in the period and as of the day of the report. */
export function listOf(
  query: FigureQuery,
  period: { from?: string | undefined; asOf?: string | undefined },
): string {
  const given = Object.entries({ ...query, ...period }).filter(([, value]) => value !== undefined)
  return `/invoices?${new URLSearchParams(given as [string, string][])}`
}

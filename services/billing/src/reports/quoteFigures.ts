import { type Pool, run } from '@plumbline/platform/db'
import { moneyText } from '@plumbline/platform/money'
import type { QuoteFigures } from '../api.ts'
import { type OutcomeRow, quoteOutcomesTable } from '../quote/outcomes.ts'
import type { ReportDays } from './aggregate.ts'

/** What became of the quotes that first went out in a period, as it was known when a day ended. */
export async function sumQuotes(pool: Pool, { from, to, known }: ReportDays): Promise<QuoteFigures> {
  const rows = await run<OutcomeRow>(pool, {
    name: 'quotes-of-period',
    text: `${quoteOutcomesTable.select} WHERE sent_on BETWEEN $1 AND $2 AND sent_at < $3`,
    values: [from, to, known.end],
  })
  const outcomes = rows.map((row) => outcomeAsOf(row, known.end))
  const of = (is: (typeof outcomes)[number]['is']) => outcomes.filter((it) => it.is === is)
  const approved = of('approved')
  const decided = outcomes.length - of('open').length
  return {
    ...{ from, to },
    sent: { count: rows.length },
    viewed: { count: rows.filter(({ viewedAt }) => viewedAt !== null && viewedAt < known.end).length },
    approved: {
      count: approved.length,
      amount: moneyText(approved.reduce((sum, { cents = 0 }) => sum + cents, 0)),
    },
    declined: { count: of('declined').length },
    lapsed: { count: of('lapsed').length },
    open: { count: of('open').length },
    winRate: decided === 0 ? null : toTenths((100 * approved.length) / decided),
    hoursToQuote: median(rows.flatMap(hoursToQuote)),
  }
}

/** One that went out is open until something else is known. */
const outcomeAsOf = ({ outcomes }: OutcomeRow, end: string) =>
  outcomes.findLast(({ at }) => at < end) ?? { is: 'open' as const, cents: undefined }

const hourMs = 3_600_000
const hoursToQuote = ({ requestedAt, sentAt }: OutcomeRow): number[] =>
  requestedAt === null || sentAt === null ? [] : [(Date.parse(sentAt) - Date.parse(requestedAt)) / hourMs]

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]] as [
    number,
    number,
  ]
  return toTenths((low + high) / 2)
}

const toTenths = (value: number) => Math.round(value * 10) / 10

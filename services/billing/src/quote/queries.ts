import { type Bind, type Db, namedStatement, run } from '@plumbline/platform/db'
import type { List } from '@plumbline/platform/http'
import type { Money } from '@plumbline/platform/money'
import { type Paged, pageOf } from '@plumbline/platform/paging'
import { wordPatterns } from '@plumbline/platform/search'
import type { ListedQuoteStatus, Quote } from '../api.ts'
import { customers } from '../customers.ts'
import { quoteNumberText } from '../events.ts'
import { invoicesTable } from '../invoice/projection.ts'
import { firstJobIn } from './jobs.ts'
import { type QuoteRow, quotesTable as table } from './projection.ts'

type StoredQuote = Omit<QuoteRow, 'searched' | 'version'>
type Shown = {
  currentCustomerId: number | null | undefined
  customerName: string | null | undefined
  invoicedAmount: Money
  scheduledId: number | null
}

/** A quote with the customer of today, what was invoiced of it, and its job. */
type ListRow = StoredQuote & Shown

const listColumns = `${table.names
  .filter((name) => name !== 'searched' && name !== 'version')
  .map((name) => `quote."${name}"`)
  .join(', ')}, c.id AS "currentCustomerId", c.name AS "customerName", (
    SELECT coalesce(sum(total_amount), 0.00) FROM ${invoicesTable.name}
    WHERE quote_id = quote.id AND status <> 'void') AS "invoicedAmount", ${firstJobIn('quote."jobIds"')} AS "scheduledId"`

export const toQuote = (
  row: StoredQuote,
  { currentCustomerId, customerName, invoicedAmount, scheduledId }: Shown,
): Quote => ({
  id: row.id,
  quoteNumber: quoteNumberText(row.id),
  customerId: currentCustomerId ?? row.customerId,
  customerName: customerName ?? null,
  leadId: row.leadId,
  appointmentId: row.appointmentId,
  title: row.title,
  status: row.status,
  revision: row.revision,
  sentRevision: row.sentRevision,
  totalFrom: row.totalFrom,
  totalTo: row.totalTo,
  validUntil: row.validUntil,
  sentAt: row.sentAt,
  viewedAt: row.viewedAt,
  answeredAt: row.answeredAt,
  deposit: row.deposit,
  invoicedAmount,
  scheduledId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

const orders = { newest: { by: ['"createdAt"', 'id'], descending: true } }

type QuoteFilter = Paged & {
  q?: string
  status?: ListedQuoteStatus
  customerId?: number
  leadId?: number
  appointmentId?: number
}

export const quoteList: List<QuoteFilter, ListRow, Quote> = {
  statement: ({ q, status, customerId, leadId, appointmentId, ...page }) =>
    namedStatement((bind) => {
      const conditions = [
        ...wordPatterns(q ?? '').map((it) => foundCondition(bind(it))),
        ...statusCondition(status, bind),
        ...(customerId
          ? [`quote."customerId" = ANY(${customers.recordIds(`${bind(customerId)}::integer`)})`]
          : []),
        ...(leadId ? [`quote."leadId" = ${bind(leadId)}`] : []),
        ...(appointmentId ? [`quote."appointmentId" = ${bind(appointmentId)}`] : []),
      ]
      const rows = `SELECT ${listColumns} FROM (${table.select}) quote ${customers.join('quote."customerId"')}
        WHERE ${conditions.join(' AND ') || 'true'}`
      return pageOf(rows, page, orders, bind)
    }),
  orders,
  toItems: (rows) => rows.map((row) => toQuote(row, row)),
}

/** Every word is in the quote or in its customer. */
const foundCondition = (word: string) =>
  `(quote.searched LIKE ${word} OR quote."customerId" IN (${customers.idsLike(word)}))`

function statusCondition(status: ListedQuoteStatus | undefined, bind: Bind): string[] {
  if (status === undefined) return []
  if (status === 'open') return [`quote.status IN ('sent', 'changes_requested')`]
  return [`quote.status = ${bind(status)}`]
}

/** Quotes whose last day is over and that are not marked yet. */
export const quotesDueBefore = async (db: Db, day: string): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      text: `SELECT id FROM ${table.name} WHERE status = 'sent' AND valid_until < $1 ORDER BY valid_until, id`,
      values: [day],
    })
  ).map(({ id }) => id)

import { centsOf, dollars, moneyText } from '@plumbline/platform/money'
import {
  defineProjection,
  handleAll,
  int,
  jsonb,
  money,
  type RowOf,
  tableFor,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import { type QuoteEvent, type QuoteStatus, quoteNumberText } from '../events.ts'
import { evolveQuote, type QuoteRecord, quoteChanges } from './record.ts'

const columns = {
  id: int,
  customerId: int,
  leadId: int.null,
  appointmentId: int.null,
  status: text.of<QuoteStatus>(),
  revision: int,
  sentRevision: int.null,
  title: text,
  sentTitle: text.null,
  totalFrom: money,
  totalTo: money,
  deposit: money,
  validUntil: text.null,
  savedValidUntil: text.null,
  sentAt: timestamptz.null,
  viewedAt: timestamptz.null,
  answeredAt: timestamptz.null,
  /** In the order in which they were planned; some may be deleted by now. */
  jobIds: jsonb.of<number[]>(),
  createdAt: timestamptz,
  updatedAt: timestamptz,
  /** Number, title and amounts as plain text; searches read it. */
  searched: text,
  /** Of the stream. */
  version: int,
}
export type QuoteRow = RowOf<typeof columns>

/** Every quote. */
export const quotes = defineProjection<QuoteEvent>()({
  name: 'quotes',
  version: 3,
  columns,
  indexes: [
    '(created_at DESC, id DESC)',
    '(customer_id)',
    '(lead_id) WHERE lead_id IS NOT NULL',
    '(appointment_id) WHERE appointment_id IS NOT NULL',
    `(valid_until) WHERE status = 'sent'`,
  ],
  key: ({ data }) => data.quoteId,
  on: handleAll<QuoteEvent, QuoteRow>(quoteChanges, (row, event) => {
    const next = evolveQuote(row && toRecord(row), event)
    return next && { ...toRow(next, event.version), jobIds: jobsSince(row, event) }
  }),
})

function jobsSince(row: QuoteRow | null, { type, data }: QuoteEvent): number[] {
  const jobIds = row?.jobIds ?? []
  return type === 'QuoteScheduled' ? [...jobIds, data.appointmentId] : jobIds
}

const toRecord = ({ totalFrom, totalTo, deposit, jobIds, ...row }: QuoteRow): QuoteRecord => ({
  ...row,
  scheduledId: jobIds[0] ?? null,
  totalFromCents: centsOf(totalFrom),
  totalToCents: centsOf(totalTo),
  depositCents: centsOf(deposit),
})

const toRow = (
  { totalFromCents, totalToCents, depositCents, scheduledId: _, ...record }: QuoteRecord,
  version: number,
): Omit<QuoteRow, 'jobIds'> => ({
  ...record,
  totalFrom: moneyText(totalFromCents),
  totalTo: moneyText(totalToCents),
  deposit: moneyText(depositCents),
  searched: searchedText(record, [totalFromCents, totalToCents]),
  version,
})

function searchedText({ id, title }: Pick<QuoteRow, 'id' | 'title'>, amounts: readonly number[]): string {
  // amounts as people type them and as they are shown
  const amountTexts = amounts.flatMap((cents) => [moneyText(cents), dollars(cents)])
  return plainText([quoteNumberText(id), `#${id}`, title, ...amountTexts].join(' '))
}

export const quotesTable = tableFor(quotes)

import { formatMoney } from '@plumbline/contract/money'
import { buttonStyle, Card, color, EmptyState, ErrorState, Skeleton, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { quoteFiguresQuery } from '../quotes/queries.ts'
import { FigureTable } from './FigureTable.tsx'
import { hoursText, type ReportPeriod } from './figures.ts'

/** What became of the quotes that first went out in a period. */
export function QuoteFiguresCard({ period }: { period: ReportPeriod }) {
  const { data, isLoadingError, refetch } = useQuery(quoteFiguresQuery(period))
  if (isLoadingError)
    return <ErrorState title="The figures of quotes could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} />
  const rows = [
    ['Sent', data.sent.count, ''],
    ['Viewed', data.viewed.count, ''],
    ['Approved', data.approved.count, formatMoney(data.approved.amount)],
    ['Declined', data.declined.count, ''],
    ['Expired or withdrawn', data.lapsed.count, ''],
    ['Waiting for an answer', data.open.count, ''],
  ] as const
  return (
    <Card
      title="Quotes"
      action={
        data.sent.count > 0 && (
          <Link to="/quotes" css={buttonStyle('secondary', 'sm')}>
            Show quotes
          </Link>
        )
      }
    >
      {data.sent.count === 0 ? (
        <EmptyState title="No quotes in this period" />
      ) : (
        <>
          <p css={{ marginBottom: space(4), color: color.muted }}>
            Quotes that first went out in this period, and what became of them.
          </p>
          <FigureTable name="Quotes" columns={['Outcome', 'Count', 'Amount']} rows={rows} />
          <p css={{ marginTop: space(4), fontSize: text.sm, color: color.muted }}>
            {[
              data.winRate !== null &&
                `${data.winRate}% of those that no longer wait for an answer were approved.`,
              data.hoursToQuote !== null &&
                `The median time from a request to its quote is ${hoursText(data.hoursToQuote)}.`,
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
        </>
      )}
    </Card>
  )
}

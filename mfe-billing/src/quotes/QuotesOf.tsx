import type { Quote } from '@plumbline/billing/api'
import { Card, ErrorState, LinkList, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { NewQuoteLink } from './NewQuoteLink.tsx'
import { QuoteBadge } from './QuoteBadge.tsx'
import { quotesOfQuery } from './queries.ts'
import { lastEvent } from './quote.ts'
import { rangeText } from './quotePrice.ts'

const QuoteLinks = ({ quotes }: { quotes: readonly Quote[] }) => (
  <LinkList
    label="Quotes"
    items={quotes.map((quote) => ({
      key: quote.id,
      link: (
        <Link to={`/quotes/${quote.id}`}>
          {quote.title}, {rangeText(quote.totalFrom, quote.totalTo)}
        </Link>
      ),
      detail: [quote.quoteNumber, lastEvent(quote, new Date())].join(' · '),
      aside: <QuoteBadge quote={quote} />,
    }))}
  />
)

/** What was offered to a customer; a widget of their profile. */
export function CustomerQuotes({ customerId }: { customerId: number }) {
  const { data, isLoadingError, refetch } = useQuery(quotesOfQuery({ customerId: String(customerId) }))
  if (isLoadingError)
    return <ErrorState title="The quotes could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  return (
    <div css={{ display: 'grid', gap: space(4), justifyItems: 'start', '> ul': { width: '100%' } }}>
      {data.length === 0 ? <p>Nothing was quoted yet.</p> : <QuoteLinks quotes={data} />}
      <NewQuoteLink customerId={customerId} label="New Quote" />
    </div>
  )
}

type AppointmentQuotesProps = {
  customerId: number
  appointmentId: number
  /** Of work that is done only what there is. */
  isDone: boolean
}

/** What was offered to change a job; a widget of its page. */
export function AppointmentQuotes({ customerId, appointmentId, isDone }: AppointmentQuotesProps) {
  const { data, isLoadingError, refetch } = useQuery(quotesOfQuery({ appointmentId: String(appointmentId) }))
  if (isDone && !data?.length) return null
  return (
    <Card
      title="Change orders"
      action={
        <NewQuoteLink
          customerId={customerId}
          appointmentId={appointmentId}
          label="Change order"
          tone="quiet"
        />
      }
    >
      {isLoadingError ? (
        <ErrorState title="The quotes could not be loaded" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={52} />
      ) : data.length === 0 ? (
        <p>More work than planned? Quote it, and the customer approves it before you go on.</p>
      ) : (
        <QuoteLinks quotes={data} />
      )}
    </Card>
  )
}

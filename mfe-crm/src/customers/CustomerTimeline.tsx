import { call, formatDateTime } from '@plumbline/contract'
import { type ActivityItem, customerTimeline } from '@plumbline/insights/api'
import { Button, color, ErrorState, Skeleton, space, Timeline, type TimelineEntry } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import {
  CalendarDays,
  CircleDollarSign,
  Contact,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  User,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'

const icons: Record<string, LucideIcon> = {
  customer: User,
  lead: Contact,
  appointment: CalendarDays,
  invoice: ReceiptText,
  payment: CircleDollarSign,
  message: MessageSquare,
}

const initialCount = 20

/** Everything that happened with a customer, the newest first. */
export function CustomerTimeline({ customerId }: { customerId: number }) {
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: ['timeline', customerId],
    queryFn: ({ signal }) => call(customerTimeline, { params: { id: customerId }, signal }),
    meta: { changedBy: ['customer', 'lead', 'appointment', 'invoice', 'message', 'consent'] },
  })
  const [isComplete, setComplete] = useState(false)
  if (isLoadingError)
    return <ErrorState title="The history could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  const items = isComplete ? data : data.slice(0, initialCount)
  return (
    <>
      <Timeline entries={items.map(entryOf)} />
      {data.length > initialCount && (
        <Button tone="quiet" css={{ marginTop: space(3) }} onClick={() => setComplete(!isComplete)}>
          {isComplete ? `Show the latest ${initialCount}` : `Show all ${data.length}`}
        </Button>
      )}
    </>
  )
}

const entryOf = ({ id, kind, title, at, actor, link, changes }: ActivityItem): TimelineEntry => ({
  id,
  icon: icons[kind] ?? User,
  title: link ? <Link to={link}>{title}</Link> : title,
  at: (
    <span>
      <time dateTime={at}>{formatDateTime(at)}</time> · {actor}
    </span>
  ),
  children: changes.length > 0 && (
    <div css={{ color: color.muted, overflowWrap: 'anywhere' }}>
      {changes.map(({ field, from, to }) => (
        <div key={field}>
          {field}: {from === null ? '' : <del>{from}</del>} {from === null ? '' : '→ '}
          {to ?? 'none'}
        </div>
      ))}
    </div>
  ),
})

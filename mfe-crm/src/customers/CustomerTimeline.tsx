import { formatDateTime } from '@plumbline/contract'
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
import { type ActivityItem, timelineQuery } from './timeline.ts'

const icons: Record<string, LucideIcon> = {
  customer: User,
  lead: Contact,
  appointment: CalendarDays,
  invoice: ReceiptText,
  payment: CircleDollarSign,
  message: MessageSquare,
}

const atOnce = 20

/** Everything that happened with a customer, the newest first. */
export function CustomerTimeline({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useQuery(timelineQuery(customerId))
  const [all, setAll] = useState(false)
  if (error) return <ErrorState title="The history could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  const shown = all ? data : data.slice(0, atOnce)
  return (
    <>
      <Timeline entries={shown.map(entryOf)} />
      {shown.length < data.length && (
        <Button tone="quiet" css={{ marginTop: space(3) }} onClick={() => setAll(true)}>
          Show all {data.length}
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
          {to ?? 'nothing'}
        </div>
      ))}
    </div>
  ),
})

import { css } from '@emotion/react'
import { formatDateTime } from '@plumbline/contract'
import { RestoreButton } from '@plumbline/contract/restore'
import type { ActivityItem } from '@plumbline/insights/api'
import { Button, color, ErrorState, Skeleton, space, Timeline, type TimelineEntry } from '@plumbline/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  CalendarDays,
  CircleDollarSign,
  Contact,
  FileText,
  IdCard,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  User,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { titleWithNames, useNamedMembers } from './assignees.ts'

const icons: Record<ActivityItem['kind'], LucideIcon> = {
  customer: User,
  lead: Contact,
  appointment: CalendarDays,
  quote: FileText,
  invoice: ReceiptText,
  payment: CircleDollarSign,
  message: MessageSquare,
  member: IdCard,
}

const initialCount = 20

const details = css`
  display: flex;
  gap: ${space(3)};
  align-items: end;
  justify-content: space-between;
  color: ${color.muted};
  overflow-wrap: anywhere;
`

type HistoryProps = {
  answer: UseQueryResult<ActivityItem[]>
  /** Its entries lead nowhere else. */
  isOfOneRecord?: boolean
}

/** What happened, the newest first; a change that can be taken back offers it. */
export function History({ answer: { data, isLoadingError, refetch }, isOfOneRecord = false }: HistoryProps) {
  const [isComplete, setComplete] = useState(false)
  const members = useNamedMembers(data)
  if (isLoadingError)
    return <ErrorState title="The history could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  const items = isComplete ? data : data.slice(0, initialCount)
  return (
    <>
      <Timeline
        entries={items.map((item) =>
          entryOf({
            ...item,
            title: titleWithNames(item, members),
            link: isOfOneRecord ? null : item.link,
          }),
        )}
      />
      {data.length > initialCount && (
        <Button tone="quiet" css={{ marginTop: space(3) }} onClick={() => setComplete(!isComplete)}>
          {isComplete ? `Show the latest ${initialCount}` : `Show all ${data.length}`}
        </Button>
      )}
    </>
  )
}

const entryOf = ({ id, kind, title, at, actor, link, changes, restore }: ActivityItem): TimelineEntry => ({
  id,
  icon: icons[kind],
  title: link ? <Link to={link}>{title}</Link> : title,
  at: (
    <span>
      <time dateTime={at}>{formatDateTime(at)}</time> · {actor}
    </span>
  ),
  children: (changes.length > 0 || restore) && (
    <div css={details}>
      <div>
        {changes.map(({ field, from, to }) => (
          <div key={field}>
            {field}: {from === null ? '' : <del>{from}</del>} {from === null ? '' : '→ '}
            {to ?? 'none'}
          </div>
        ))}
      </div>
      {restore && <RestoreButton path={restore} change={`${title}, ${formatDateTime(at)}`} />}
    </div>
  ),
})

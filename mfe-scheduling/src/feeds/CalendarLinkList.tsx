import { css } from '@emotion/react'
import { age, formatDay } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import type { CalendarFeed, OwnedCalendarFeed } from '@plumbline/scheduling/api'
import { Button, color, confirm, EmptyState, space, text } from '@plumbline/ui'
import { calendarFeedsQuery, revokeCalendarFeed } from './queries.ts'

const list = css`
  margin: 0;
  padding: 0;
  list-style: none;
  border-top: 1px solid ${color.line};
  li {
    display: flex;
    gap: ${space(3)};
    align-items: center;
    justify-content: space-between;
    padding: ${space(3)} 0;
    border-bottom: 1px solid ${color.line};
  }
  code { font-size: ${text.md}; }
  p { color: ${color.muted}; font-size: ${text.sm}; }
`

const nameOf = ({ ending, createdAt }: CalendarFeed) =>
  ending === null ? `created ${formatDay(createdAt)}` : `…${ending}`

type CalendarLinkListProps = {
  label: string
  feeds: readonly (CalendarFeed & Partial<Pick<OwnedCalendarFeed, 'userId' | 'username'>>)[]
  onRevoked?: () => void
}

/** Calendar links by their last characters, with their last use, and their user where they are of several. */
export function CalendarLinkList({ label, feeds, onRevoked }: CalendarLinkListProps) {
  const { run } = useAction((feed: CalendarFeed) => revokeCalendarFeed(feed.id), {
    refetch: [calendarFeedsQuery().queryKey],
    success: () => ({
      title: 'Link turned off',
      description: 'Calendars using this link will stop updating.',
    }),
    onDone: () => onRevoked?.(),
  })
  const revoke = async (feed: CalendarFeed) => {
    const isConfirmed = await confirm({
      title: 'Turn off link',
      text: `Calendars using the link ${nameOf(feed)} will stop updating. This cannot be undone.`,
      action: 'Turn off',
      danger: true,
    })
    if (isConfirmed) run(feed)
  }
  if (feeds.length === 0)
    return <EmptyState title="No calendar links yet">Create one for each phone or calendar.</EmptyState>
  return (
    <ul css={list} aria-label={label}>
      {feeds.map((feed) => (
        <li key={feed.id}>
          <div>
            <code>{nameOf(feed)}</code>
            <p>
              {feed.userId !== undefined && `${feed.username ?? `User ${feed.userId}`}. `}
              Created {formatDay(feed.createdAt)},{' '}
              {feed.lastReadAt === null ? 'never used' : `last used ${age(feed.lastReadAt, new Date())}`}
            </p>
          </div>
          <Button size="sm" aria-label={`Turn off link ${nameOf(feed)}`} onClick={() => void revoke(feed)}>
            Turn off link
          </Button>
        </li>
      ))}
    </ul>
  )
}

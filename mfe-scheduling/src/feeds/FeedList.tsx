import { css } from '@emotion/react'
import { age, formatDay, toast } from '@plumbline/contract'
import type { CalendarFeed, OwnedCalendarFeed } from '@plumbline/scheduling/api'
import { Button, color, confirm, EmptyState, space, text } from '@plumbline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { feedsQuery, revokeFeed } from './queries.ts'

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
  ending === null ? `made ${formatDay(createdAt)}` : `…${ending}`

type FeedListProps = {
  label: string
  feeds: readonly (CalendarFeed & Partial<Pick<OwnedCalendarFeed, 'userId' | 'username'>>)[]
  onRevoked: () => void
}

/** Addresses, with the end of each, when it was last used, and whose it is where they are of several users. */
export function FeedList({ label, feeds, onRevoked }: FeedListProps) {
  const queryClient = useQueryClient()
  const revoking = useMutation({
    mutationFn: (feed: CalendarFeed) => revokeFeed(feed.id),
    onSuccess: async () => {
      onRevoked()
      toast({
        title: 'Address revoked',
        description: 'Calendars that use it are no longer brought up to date.',
      })
      await queryClient.invalidateQueries({ queryKey: feedsQuery().queryKey })
    },
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  const ask = async (feed: CalendarFeed) => {
    const yes = await confirm({
      title: 'Revoke address',
      text: `Calendars that use the address ${nameOf(feed)} are no longer brought up to date. This cannot be undone.`,
      action: 'Revoke',
      danger: true,
    })
    if (yes) revoking.mutate(feed)
  }
  if (feeds.length === 0)
    return <EmptyState title="No addresses yet">Make one for each phone or calendar you use.</EmptyState>
  return (
    <ul css={list} aria-label={label}>
      {feeds.map((feed) => (
        <li key={feed.id}>
          <div>
            <code>{nameOf(feed)}</code>
            <p>
              {feed.userId !== undefined && `${feed.username ?? `User ${feed.userId}`}. `}
              Made {formatDay(feed.createdAt)},{' '}
              {feed.lastReadAt === null ? 'never used' : `last used ${age(feed.lastReadAt, new Date())}`}
            </p>
          </div>
          <Button size="sm" aria-label={`Revoke ${nameOf(feed)}`} onClick={() => void ask(feed)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}

import { useSession } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { maxCalendarFeeds as maxLinks } from '@plumbline/scheduling/api'
import { Button, color, Dialog, ErrorState, Skeleton, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { CalendarLinkList } from './CalendarLinkList.tsx'
import { NewCalendarLink } from './NewCalendarLink.tsx'
import { calendarFeedsQuery, createCalendarFeed, everyonesCalendarFeedsQuery } from './queries.ts'

/** Secret links that calendar apps subscribe to. A new one is shown until this closes. */
export function CalendarLinksDialog({ onClose }: { onClose: () => void }) {
  const { data: feeds, isLoadingError, refetch } = useQuery(calendarFeedsQuery())
  const [newUrl, setNewUrl] = useState<string>()
  const create = useAction(createCalendarFeed, {
    refetch: [calendarFeedsQuery().queryKey],
    onDone: setNewUrl,
  })
  const { data: user } = useSession()
  const everyone = useQuery({ ...everyonesCalendarFeedsQuery(), enabled: user?.role === 'business_owner' })
  const others = (everyone.data ?? []).filter(({ userId }) => userId !== user?.id)
  const isFull = feeds !== undefined && feeds.length >= maxLinks
  return (
    <Dialog
      open
      onClose={onClose}
      title="Sync to your calendar"
      description="Subscribe in Apple, Google or Outlook Calendar. It updates itself and holds the last 90 days and everything ahead."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            tone="primary"
            disabled={isFull || !feeds}
            busy={create.pending}
            onClick={() => create.run()}
          >
            <Plus size={16} aria-hidden />
            Create calendar link
          </Button>
        </>
      }
    >
      <div css={{ display: 'grid', gap: space(5) }}>
        {newUrl !== undefined && <NewCalendarLink url={newUrl} />}
        {isLoadingError ? (
          <ErrorState title="Your calendar links could not be loaded" onRetry={() => void refetch()} />
        ) : feeds ? (
          <CalendarLinkList
            label="Your calendar links"
            feeds={feeds}
            onRevoked={() => setNewUrl(undefined)}
          />
        ) : (
          <Skeleton height={96} />
        )}
        {isFull && (
          <p css={{ color: color.muted, fontSize: text.sm }}>
            You can have up to {maxLinks} calendar links. Turn one off to create another.
          </p>
        )}
        {others.length > 0 && (
          <section css={{ display: 'grid', gap: space(3) }} aria-labelledby="other-feeds">
            <h3 id="other-feeds" css={{ fontSize: text.md }}>
              Calendar links of other users
            </h3>
            <CalendarLinkList label="Calendar links of other users" feeds={others} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

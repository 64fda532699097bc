import { toast, useSession } from '@plumbline/contract'
import { mostFeeds } from '@plumbline/scheduling/api'
import { Button, color, Dialog, ErrorState, Skeleton, space, text } from '@plumbline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FeedList } from './FeedList.tsx'
import { NewAddress } from './NewAddress.tsx'
import { everyonesFeedsQuery, feedsQuery, makeFeed } from './queries.ts'

type FeedsDialogProps = { open: boolean; onClose: () => void }

/** 'Calendar on your phone': secret addresses that calendars subscribe to. A new one is shown until this closes. */
export function FeedsDialog({ open, onClose }: FeedsDialogProps) {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({ ...feedsQuery(), enabled: open })
  const [address, setAddress] = useState<string>()
  const making = useMutation({
    mutationFn: makeFeed,
    onSuccess: async (made) => {
      setAddress(made)
      await queryClient.invalidateQueries({ queryKey: feedsQuery().queryKey })
    },
    onError: (failed) => toast({ title: 'Error', description: failed.message, tone: 'destructive' }),
  })
  const close = () => {
    setAddress(undefined)
    onClose()
  }
  const { data: user } = useSession()
  const isOwner = user?.role === 'business_owner'
  const everyone = useQuery({ ...everyonesFeedsQuery(), enabled: open && isOwner })
  const others = (everyone.data ?? []).filter(({ userId }) => userId !== user?.id)
  const full = data !== undefined && data.length >= mostFeeds
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Calendar on your phone"
      description="Subscribe to an address of your own, and every appointment of the last 90 days and all that are planned stand in your calendar, always up to date."
      footer={
        <>
          <Button onClick={close}>Close</Button>
          <Button
            tone="primary"
            disabled={full || !data}
            busy={making.isPending}
            onClick={() => making.mutate()}
          >
            <Plus size={16} aria-hidden />
            Make an address
          </Button>
        </>
      }
    >
      <div css={{ display: 'grid', gap: space(5) }}>
        {address !== undefined && <NewAddress address={address} />}
        {error ? (
          <ErrorState title="Your addresses could not be loaded" onRetry={() => void refetch()} />
        ) : data ? (
          <FeedList label="Your addresses" feeds={data} onRevoked={() => setAddress(undefined)} />
        ) : (
          <Skeleton height={96} />
        )}
        {full && (
          <p css={{ color: color.muted, fontSize: text.sm }}>
            {mostFeeds} addresses is the most. Revoke one that is no longer used to make another.
          </p>
        )}
        {others.length > 0 && (
          <section css={{ display: 'grid', gap: space(3) }} aria-labelledby="other-feeds">
            <h3 id="other-feeds" css={{ fontSize: text.md }}>
              Addresses of other users
            </h3>
            <FeedList label="Addresses of other users" feeds={others} onRevoked={() => {}} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

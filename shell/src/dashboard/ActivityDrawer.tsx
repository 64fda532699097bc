import { Button, color, Drawer, ErrorState, Skeleton, space, Timeline } from '@plumbline/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { entryOf } from './activityEntry.tsx'
import { feedQuery } from './queries.ts'

/** Everything that happened, the newest first, a page after the other. */
export const ActivityDrawer = ({ onClose }: { onClose: () => void }) => (
  <Drawer open onClose={onClose} title="Activity">
    <Feed />
  </Drawer>
)

function Feed() {
  const { data, isLoadingError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    feedQuery(),
  )
  if (isLoadingError)
    return <ErrorState title="The activity could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={400} />
  const now = new Date()
  return (
    <>
      <Timeline entries={data.pages.flat().map((it) => entryOf(it, now))} />
      {hasNextPage ? (
        <Button css={{ marginTop: space(5) }} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : (
        <p css={{ marginTop: space(5), color: color.muted }}>End of list.</p>
      )}
    </>
  )
}

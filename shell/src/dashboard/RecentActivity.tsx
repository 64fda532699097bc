import { Button, Card, ErrorState, Skeleton, space, Timeline } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { entryOf } from './activityEntry.tsx'
import { newestQuery } from './queries.ts'

// rarely needed, so they are no part of the first page
const ActivityDrawer = lazy(async () => ({ default: (await import('./ActivityDrawer.tsx')).ActivityDrawer }))
const SampleActivity = lazy(async () => ({ default: (await import('./SampleActivity.tsx')).SampleActivity }))

/** The three newest things that happened; all of them behind 'View all activity'. */
export function RecentActivity() {
  const { data, isLoadingError, refetch } = useQuery(newestQuery())
  const [params, setParams] = useSearchParams()
  const open = params.get('activity') === 'all'
  const show = (all: boolean) => setParams(all ? { activity: 'all' } : {}, { preventScrollReset: true })
  return (
    <Card
      title="Recent Activity"
      action={
        <Button
          tone="quiet"
          size="sm"
          css={{ marginRight: `-${space(3)}` }}
          onClick={() => show(true)}
          disabled={!data || data.length === 0}
        >
          View all activity
        </Button>
      }
    >
      {isLoadingError ? (
        <ErrorState title="Recent activity could not be loaded" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={150} />
      ) : data.length === 0 ? (
        <Suspense fallback={<Skeleton height={150} />}>
          <SampleActivity />
        </Suspense>
      ) : (
        <Timeline entries={data.map((it) => entryOf(it, new Date()))} />
      )}
      <Suspense>{open && <ActivityDrawer onClose={() => show(false)} />}</Suspense>
    </Card>
  )
}

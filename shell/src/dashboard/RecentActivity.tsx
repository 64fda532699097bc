import { Button, Card, ErrorState, Skeleton, space, Timeline, type TimelineEntry } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { CalendarDays, CircleDollarSign, Contact } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { entryOf } from './activityEntry.tsx'
import { newestQuery } from './queries.ts'
import { SampleMark } from './SampleMark.tsx'

// rarely needed, so it is no part of the first page
const ActivityDrawer = lazy(async () => ({ default: (await import('./ActivityDrawer.tsx')).ActivityDrawer }))

// what the place will look like, until something has happened
const samples: TimelineEntry[] = [
  {
    id: 'a',
    icon: CalendarDays,
    title: 'General Repairs scheduled',
    at: '2 hours ago',
    children: 'A customer · by staff',
  },
  {
    id: 'b',
    icon: CircleDollarSign,
    title: '$150.00 paid by cash',
    at: 'yesterday',
    children: 'A customer · by staff',
  },
  { id: 'c', icon: Contact, title: 'Requested an estimate', at: '2 days ago', children: 'A visitor' },
]

const marked = (entry: TimelineEntry): TimelineEntry => ({
  ...entry,
  title: (
    <>
      {entry.title} <SampleMark title="Nothing has happened yet" />
    </>
  ),
})

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
        <Timeline entries={samples.map(marked)} />
      ) : (
        <Timeline entries={data.map((it) => entryOf(it, new Date()))} />
      )}
      <Suspense>{open && <ActivityDrawer onClose={() => show(false)} />}</Suspense>
    </Card>
  )
}

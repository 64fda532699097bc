import { Timeline, type TimelineEntry } from '@plumbline/ui'
import { CalendarDays, CircleDollarSign, Contact } from 'lucide-react'
import { SampleMark } from './SampleMark.tsx'

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

/** What the place will look like, until something has happened. */
export const SampleActivity = () => <Timeline entries={samples.map(marked)} />

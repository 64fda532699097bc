import { formatTime } from '@plumbline/contract'
import { Remark } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { customerName, endOf, momentOf } from './appointment.ts'
import { overlapsQuery } from './queries.ts'

type OverlapsProps = { date: string; time: string; hours: number; exceptId?: string }

/** Warns of what is planned at the same time; it is never refused. */
export function Overlaps({ date, time, hours, exceptId }: OverlapsProps) {
  const from = momentOf(date, time)
  const known = from !== undefined && hours > 0 && hours < 1_000
  const to = known ? new Date(Date.parse(from) + hours * 3_600_000).toISOString() : ''
  const { data } = useQuery({ ...overlapsQuery(from ?? '', to, exceptId), enabled: known })
  return (
    <Remark icon={<TriangleAlert size={16} aria-hidden />} title="You are already planned at this time">
      {known && data && data.length > 0 && (
        <ul>
          {data.map((it) => (
            <li key={it.id}>
              {formatTime(it.scheduledDate)} to {formatTime(endOf(it).toISOString())}: {it.serviceType},{' '}
              {customerName(it)}
            </li>
          ))}
        </ul>
      )}
    </Remark>
  )
}

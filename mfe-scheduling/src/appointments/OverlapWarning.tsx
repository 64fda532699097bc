import { formatHours } from '@plumbline/contract/when'
import { Button, Callout } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { sharesCrew } from '../team/crew.ts'
import { customerName, isOpen, toTimestamp } from './appointment.ts'
import { overlapsQuery } from './queries.ts'

type OverlapWarningProps = {
  date: string
  time: string
  hours: number
  /** Of the job that is planned. */
  crew: readonly number[]
  exceptId?: string
}

/** Warns of open appointments of the same crew at the same time, or that they are not known; no reason to refuse the form. */
export function OverlapWarning({ date, time, hours, crew, exceptId }: OverlapWarningProps) {
  const from = toTimestamp(date, time)
  const isComplete = from !== undefined && hours > 0 && hours < 1_000
  const to = isComplete ? new Date(Date.parse(from) + hours * 3_600_000).toISOString() : ''
  const { data, isLoadingError, refetch } = useQuery({
    ...overlapsQuery(from ?? '', to, exceptId),
    enabled: isComplete,
  })
  const isUnknown = isComplete && isLoadingError
  const overlaps = isComplete
    ? (data ?? []).filter((it) => isOpen(it) && !it.anytime && sharesCrew(it.assigneeIds, crew))
    : []
  return (
    <Callout
      icon={<TriangleAlert size={16} aria-hidden />}
      title={
        isUnknown
          ? 'Other appointments at this time could not be checked'
          : 'You already have appointments at this time'
      }
    >
      {isUnknown && (
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
      {overlaps.length > 0 && (
        <ul>
          {overlaps.map((it) => (
            <li key={it.id}>
              {formatHours(it)}: {it.serviceType}, {customerName(it)}
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}

import type { Appointment } from '@plumbline/scheduling/api'
import { color } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { MoonStar } from 'lucide-react'
import { useWorkers } from '../team/availability.ts'
import { hasDate, isOpen } from './appointment.ts'
import { businessQuery } from './businessQuery.ts'
import { outsideHours } from './workingHours.ts'

/**
 * Why a job that is still to be done is outside of the hours of those who do it, or in their time off. A list asks once for all
 * of its jobs.
 */
export function useOutsideHours(): (appointment: Appointment) => string[] {
  const { data: business } = useQuery(businessQuery())
  const workersOf = useWorkers()
  return (appointment) => {
    const workers = workersOf(appointment.assigneeIds)
    return business && workers.length > 0 && isOpen(appointment) && hasDate(appointment)
      ? outsideHours(appointment, business, workers)
      : []
  }
}

/** The same as a small mark. */
export function HoursMark({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  return (
    <MoonStar
      data-warning
      size={14}
      css={{ flex: 'none', color: color.amber, verticalAlign: '-2px' }}
      role="img"
      aria-label={reasons.join(' ')}
    />
  )
}

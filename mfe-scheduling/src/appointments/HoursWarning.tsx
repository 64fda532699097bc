import { Callout } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { MoonStar } from 'lucide-react'
import { useWorkers } from '../team/availability.ts'
import { toTimestamp } from './appointment.ts'
import { businessQuery } from './businessQuery.ts'
import { outsideHours } from './workingHours.ts'

type HoursWarningProps = {
  date: string
  time: string
  hours: number
  anytime: boolean
  /** Of the job that is planned. */
  crew: readonly number[]
}

/** Says that a time is outside of the hours that are set of the business or the crew; it is no reason to refuse the form. */
export function HoursWarning({ date, time, hours, anytime, crew }: HoursWarningProps) {
  const { data: business } = useQuery(businessQuery())
  const workers = useWorkers()(crew)
  const scheduledDate = toTimestamp(date, time)
  const duration = hours > 0 && hours < 1_000 ? hours * 60 : 0
  const reasons =
    business && scheduledDate ? outsideHours({ scheduledDate, duration, anytime }, business, workers) : []
  return (
    <Callout icon={<MoonStar size={16} aria-hidden />} title="Outside of working hours">
      {reasons.length > 0 && reasons.map((reason) => <p key={reason}>{reason}</p>)}
    </Callout>
  )
}

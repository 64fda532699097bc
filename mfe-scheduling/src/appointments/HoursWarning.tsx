import { Callout } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { MoonStar } from 'lucide-react'
import { toTimestamp } from './appointment.ts'
import { businessQuery } from './businessQuery.ts'
import { outsideHours } from './workingHours.ts'

type HoursWarningProps = { date: string; time: string; hours: number }

/** Says that a time is outside of the working hours that are set; it is no reason to refuse the form. */
export function HoursWarning({ date, time, hours }: HoursWarningProps) {
  const { data: business } = useQuery(businessQuery())
  const isComplete = business && toTimestamp(date, time) !== undefined
  const minutes = hours > 0 ? hours * 60 : 0
  const warning = isComplete && outsideHours({ date, time, minutes }, business)
  return (
    <Callout icon={<MoonStar size={16} aria-hidden />} title="Outside of working hours">
      {warning && <p>{warning}</p>}
    </Callout>
  )
}

import { space } from '@plumbline/ui'
import { CalendarForm } from './CalendarForm.tsx'
import { ClosedDays } from './ClosedDays.tsx'
import type { SectionProps } from './SectionForm.tsx'
import { WeekForm } from './WeekForm.tsx'

/** Where the clocks of the business are, and when it works. */
export const HoursSection = (props: SectionProps) => (
  <div css={{ display: 'grid', gap: space(5) }}>
    <CalendarForm {...props} />
    <WeekForm {...props} />
    <ClosedDays {...props} />
  </div>
)

import type { Business, Week } from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { MemberHours } from '@plumbline/identity/api'
import { Checkbox } from '@plumbline/ui'
import { WeekFields } from '../WeekFields.tsx'
import { type Availability, afterChange, type Member, setHours } from './teamCalls.ts'

type HoursDialogProps = {
  member: Member
  availability: Availability
  business: Business
  onClose: () => void
}

/** The hours of a member: those of the business, or a week of their own. */
export function HoursDialog({ member, availability, business, onClose }: HoursDialogProps) {
  const form = useForm(MemberHours, {
    defaults: { week: availability.week },
    send: (values) => setHours(member.id, values),
    ...afterChange,
    success: () => `The hours of ${member.name} are set.`,
    onDone: onClose,
  })
  const week = form.watch('week')
  const usual: Week = availability.week ?? business.hours.weekdays
  return (
    <FormDialog form={form} onClose={onClose} title={`Hours of ${member.name}`} submitLabel="Save">
      <Checkbox
        label="The hours of the business"
        hint="They follow when those change."
        checked={week === null}
        onChange={({ target }) => form.set('week', target.checked ? null : usual)}
      />
      {week && (
        <WeekFields
          first={business.calendar.weekStartsOn}
          usual={usual}
          hoursOf={(day) => week[day]}
          errorOf={(day) => form.error(`week.${day}.opens`).error ?? form.error(`week.${day}.closes`).error}
          onChange={(day, value) => form.set('week', { ...week, [day]: value })}
          off="Off"
        />
      )}
    </FormDialog>
  )
}

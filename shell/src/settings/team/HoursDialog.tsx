import { type Business, type Week, weekdayLabels } from '@plumbline/business/api'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { MemberHours } from '@plumbline/identity/api'
import { Checkbox } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { hoursText } from '../planned.ts'
import { WeekFields } from '../WeekFields.tsx'
import { type Availability, afterChange, availabilityQuery, type Member, setHours } from './teamCalls.ts'

type HoursDialogProps = {
  member: Member
  availability: Availability
  business: Business
  onClose: () => void
}

const weekText = (week: Week | null): string =>
  week
    ? Object.entries(weekdayLabels)
        .map(([day, label]) => `${label}: ${hoursText(week[day as keyof Week])}`)
        .join(', ')
    : 'the hours of the business'

/** The hours of a member: those of the business, or a week of their own. */
export function HoursDialog({ member, availability, business, onClose }: HoursDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm(MemberHours, {
    defaults: { week: availability.week },
    record: { etag: availability.etag, reload: () => queryClient.refetchQueries(availabilityQuery()) },
    send: (values, { ifMatch }) => setHours(member.id, values, ifMatch),
    ...afterChange,
    success: () => `The hours of ${member.name} are set.`,
    onDone: onClose,
  })
  const week = form.watch('week')
  const usual: Week = availability.week ?? business.hours.weekdays
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Hours of ${member.name}`}
      submitLabel="Save"
      labels={{ week: 'Hours' }}
      format={(_, stored) => weekText(stored as Week | null)}
    >
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

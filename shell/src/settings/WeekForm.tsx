import { type Hours, WeekForm as Week, weekdayLabels } from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { changeHours, useSaved } from './businessCalls.ts'
import { FirstDayField } from './FirstDayField.tsx'
import { Planned } from './Planned.tsx'
import { describeWeek, hoursText } from './planned.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'
import { WeekFields } from './WeekFields.tsx'

/** The hours of the weekdays. */
export function WeekForm({ business, record }: SectionProps) {
  const { hours, calendar, changed } = business
  const form = useForm(Week, {
    defaults: { ...hours.weekdays, from: '' },
    record,
    send: (_, { changes: { from, ...weekdays }, ifMatch }) =>
      changeHours({ weekdays, from: from || undefined }, ifMatch),
    ...useSaved(),
    success: 'The working hours are set.',
  })
  return (
    <SectionForm
      form={form}
      title="Working hours"
      labels={weekdayLabels}
      format={(_, value) => hoursText(value as Hours | null)}
      changed={changed.hours}
    >
      <Planned
        business={business}
        describe={describeWeek}
        withdraw={({ from, before }) => changeHours({ weekdays: before.hours.weekdays, from }, record.etag)}
      />
      <WeekFields
        first={calendar.weekStartsOn}
        usual={hours.weekdays}
        hoursOf={(day) => form.watch(day)}
        errorOf={(day) => form.error(`${day}.opens`).error ?? form.error(`${day}.closes`).error}
        onChange={(day, value) => form.set(day, value)}
        off="Closed"
      />
      <FirstDayField form={form} />
    </SectionForm>
  )
}

import { CalendarForm as Calendar, calendarLabels, weekdayLabels, weekdays } from '@plumbline/business/api'
import { call } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { listAppointments } from '@plumbline/scheduling/api'
import { Button, Combobox, confirm, Field, FieldRow, Select, space } from '@plumbline/ui'
import { changeCalendar, useSaved } from './businessCalls.ts'
import { FirstDayField } from './FirstDayField.tsx'
import { Planned } from './Planned.tsx'
import { describeCalendar } from './planned.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'
import { deviceTimeZone, findTimeZones, formatIn, timeZoneOption } from './timeZones.ts'

const maxExamples = 3

/** Asks, with the next appointments as they read before and after. */
async function confirmTimeZone(before: string, after: string, from: string): Promise<boolean> {
  const since = from || new Date().toISOString()
  const query = { from: since, limit: String(maxExamples) }
  // the question is asked without examples where they cannot be loaded
  const next = await call(listAppointments, { query }).catch(() => [])
  return confirm({
    title: 'Change the time zone?',
    text: (
      <>
        What is planned stays at its moment: appointments keep it, and read differently.
        {next.map(({ id, title, scheduledDate }) => (
          <span key={id} css={{ display: 'block', marginTop: space(2) }}>
            <b>{title}</b>: {formatIn(before, scheduledDate)} → {formatIn(after, scheduledDate)}
          </span>
        ))}
      </>
    ),
    action: 'Change time zone',
  })
}

/** The time zone and the first day of the week. */
export function CalendarForm({ business, record }: SectionProps) {
  const { calendar, changed } = business
  const form = useForm(Calendar, {
    defaults: { ...calendar, from: '' },
    record,
    confirmSend: async ({ timeZone, from }) =>
      timeZone === calendar.timeZone || confirmTimeZone(calendar.timeZone, timeZone, from),
    send: (_, { changes: { from, ...changes }, ifMatch }) =>
      changeCalendar({ ...changes, from: from || undefined }, ifMatch),
    ...useSaved(),
    success: () => ({
      description: 'The time zone and the week are set. Pages show it once they are loaded again.',
      action: { label: 'Reload', onSelect: () => location.reload() },
    }),
  })
  const timeZone = form.watch('timeZone')
  const ofDevice = deviceTimeZone()
  return (
    <SectionForm form={form} title="Time zone and week" labels={calendarLabels} changed={changed.calendar}>
      <Planned
        business={business}
        describe={describeCalendar}
        withdraw={({ from, before }) => changeCalendar({ ...before.calendar, from }, record.etag)}
      />
      <Field
        label={calendarLabels.timeZone}
        hint="Days and times are of this zone, wherever people are."
        {...form.error('timeZone')}
      >
        <Combobox
          value={timeZone ? timeZoneOption(timeZone) : null}
          onChange={(option) => form.set('timeZone', option?.value ?? '')}
          search={async (text) => findTimeZones(text)}
          empty="No such time zone"
        />
      </Field>
      {ofDevice && ofDevice !== timeZone && (
        <div>
          <Button size="sm" onClick={() => form.set('timeZone', ofDevice)}>
            Use this device's zone ({timeZoneOption(ofDevice).label})
          </Button>
        </div>
      )}
      <FieldRow>
        <Field label={calendarLabels.weekStartsOn} {...form.error('weekStartsOn')}>
          <Select
            {...form.register('weekStartsOn')}
            options={weekdays.map((value) => ({ value, label: weekdayLabels[value] }))}
          />
        </Field>
        <FirstDayField form={form} />
      </FieldRow>
    </SectionForm>
  )
}

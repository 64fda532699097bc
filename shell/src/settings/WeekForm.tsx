import { css } from '@emotion/react'
import {
  defaultWeek,
  type Hours,
  WeekForm as Week,
  type Weekday,
  weekdayLabels,
} from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { Checkbox, color, phone, space, TimeField, text } from '@plumbline/ui'
import { useId } from 'react'
import { changeHours, useSaved } from './businessCalls.ts'
import { FirstDayField } from './FirstDayField.tsx'
import { Planned } from './Planned.tsx'
import { describeWeek, hoursText, weekFrom } from './planned.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'

const row = css`
  display: grid;
  grid-template-columns: 140px minmax(0, 1fr) auto minmax(0, 1fr);
  gap: ${space(1)} ${space(3)};
  align-items: center;
  min-height: 44px;
  > span { color: ${color.muted}; }
  > [data-closed] { grid-column: 2 / -1; }
  > p { grid-column: 2 / -1; color: ${color.red}; font-size: ${text.sm}; }
  ${phone} {
    grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
    > label { grid-column: 1 / -1; }
    > label:has(+ [data-closed]) { grid-column: 1 / 3; }
    > [data-closed] { grid-column: 3; }
    > p { grid-column: 1 / -1; }
    /* there the whole field opens the clock of the device */
    input[type='time'] { padding: 0 ${space(2)}; }
    input[type='time']::-webkit-calendar-picker-indicator { display: none; }
  }
`

/** The hours of the weekdays. */
export function WeekForm({ business, record }: SectionProps) {
  const { hours, calendar, changed } = business
  const form = useForm(Week, {
    defaults: { ...hours.weekdays, from: '' },
    record,
    send: (_, { changes: { from, ...weekdays }, ifMatch }) =>
      changeHours({ weekdays, ...(from && { from }) }, ifMatch),
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
      <div>
        {weekFrom(calendar.weekStartsOn).map((day) => (
          <WeekdayHours
            key={day}
            label={weekdayLabels[day]}
            usual={hours.weekdays[day] ?? defaultWeek[day] ?? defaultWeek.monday}
            value={form.watch(day)}
            error={form.error(`${day}.opens`).error ?? form.error(`${day}.closes`).error}
            onChange={(value) => form.set(day as Weekday, value)}
          />
        ))}
      </div>
      <FirstDayField form={form} />
    </SectionForm>
  )
}

type WeekdayHoursProps = {
  label: string
  /** What a day that opens again begins with. */
  usual: Hours | null
  value: Hours | null
  error: string | undefined
  onChange: (value: Hours | null) => void
}

function WeekdayHours({ label, usual, value, error, onChange }: WeekdayHoursProps) {
  const id = useId()
  const described = error && { 'aria-invalid': true as const, 'aria-describedby': id }
  const time = (name: keyof Hours, what: string) => (
    <TimeField
      aria-label={`${label} ${what}`}
      step={15 * 60}
      value={value?.[name] ?? ''}
      onChange={(clock) => value && onChange({ ...value, [name]: clock })}
      {...described}
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend
    <div role="group" aria-label={label} css={row}>
      <Checkbox
        label={label}
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? usual : null)}
      />
      {value ? (
        <>
          {time('opens', 'from')}
          <span aria-hidden>–</span>
          {time('closes', 'to')}
        </>
      ) : (
        <span data-closed>Closed</span>
      )}
      {error && <p id={id}>{error}</p>}
    </div>
  )
}

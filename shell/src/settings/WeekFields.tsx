import { css } from '@emotion/react'
import { defaultWeek, type Hours, type Week, type Weekday, weekdayLabels } from '@plumbline/business/api'
import { Checkbox, color, phone, space, TimeField, text } from '@plumbline/ui'
import { useId } from 'react'
import { weekFrom } from './planned.ts'

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

type WeekFieldsProps = {
  /** The day that the week begins with. */
  first: Weekday
  /** What a day that opens again begins with. */
  usual: Readonly<Week>
  hoursOf: (day: Weekday) => Hours | null
  errorOf: (day: Weekday) => string | undefined
  onChange: (day: Weekday, value: Hours | null) => void
  /** What a day without hours is called. */
  off: string
}

/** The hours of each weekday. */
export const WeekFields = ({ first, usual, hoursOf, errorOf, onChange, off }: WeekFieldsProps) => (
  <div>
    {weekFrom(first).map((day) => (
      <WeekdayHours
        key={day}
        label={weekdayLabels[day]}
        usual={usual[day] ?? defaultWeek[day] ?? defaultWeek.monday}
        value={hoursOf(day)}
        error={errorOf(day)}
        off={off}
        onChange={(value) => onChange(day, value)}
      />
    ))}
  </div>
)

type WeekdayHoursProps = {
  label: string
  /** What a day that opens again begins with. */
  usual: Hours | null
  value: Hours | null
  error: string | undefined
  off: string
  onChange: (value: Hours | null) => void
}

function WeekdayHours({ label, usual, value, error, off, onChange }: WeekdayHoursProps) {
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
        <span data-closed>{off}</span>
      )}
      {error && <p id={id}>{error}</p>}
    </div>
  )
}

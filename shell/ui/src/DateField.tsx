import { css } from '@emotion/react'
import type { ComponentProps } from 'react'
import { inputStyle, useField } from './fieldContext.ts'
import { color, phone } from './tokens.ts'

const clock = css`
  font-variant-numeric: tabular-nums;
  &::-webkit-calendar-picker-indicator { cursor: pointer; opacity: 0.6; }
  &::-webkit-calendar-picker-indicator:hover { opacity: 1; }
  &::-webkit-date-and-time-value { text-align: left; }
  &::-webkit-datetime-edit { color: ${color.ink}; }
  ${phone} { appearance: none; line-height: 42px; }
`

type PlainInput = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  value?: string
  onChange?: (value: string) => void
}

const picker = (type: 'date' | 'time') =>
  function Picker({ onChange, ...rest }: PlainInput) {
    return (
      <input
        type={type}
        css={[inputStyle, clock]}
        {...useField()}
        onChange={onChange && ((event) => onChange(event.target.value))}
        {...rest}
      />
    )
  }

/** A day as `YYYY-MM-DD`, or nothing; `min` and `max` are days too. No time zone plays a part. */
export const DateField = picker('date')

/** A time of day as `HH:mm`, or nothing; `step` counts seconds. No time zone plays a part. */
export const TimeField = picker('time')

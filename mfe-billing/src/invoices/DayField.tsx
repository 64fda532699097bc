import { css } from '@emotion/react'
import { readTime } from '@plumbline/contract'
import { color, DateField, phone, space, text } from '@plumbline/ui'
import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useState } from 'react'

const field = css`
  display: grid;
  grid-template-columns: auto 150px;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  color: ${color.muted};
  font-size: ${text.sm};
  white-space: nowrap;
  small { grid-column: 2; color: ${color.muted}; white-space: normal; }
  p { grid-column: 1 / -1; display: flex; align-items: center; gap: ${space(1.5)}; color: ${color.red}; }
  ${phone} { justify-content: space-between; }
`

type DayFieldProps = {
  label: string
  day: string | undefined
  /** The last day that can be chosen. */
  today: string
  onChange: (day: string | null) => void
  hint?: string
}

/** A day that a view depends on. It counts once it is typed completely; a day in the future is refused and kept, anything else that does not count gives way to the day that does. */
export function DayField({ label, day, today, onChange, hint }: DayFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(day ?? '')
  useEffect(() => setTyped(day ?? ''), [day])
  const isFuture = readTime(typed) !== null && typed > today
  const change = (next: string) => {
    setTyped(next)
    const isComplete = readTime(next) !== null && next > '1900' && next <= today
    if (next === '' || isComplete) onChange(next || null)
  }
  return (
    <div css={field}>
      <label htmlFor={id}>{label}</label>
      <DateField
        id={id}
        max={today}
        value={typed}
        {...(isFuture && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        onChange={change}
        onBlur={() => !isFuture && setTyped(day ?? '')}
      />
      {hint && <small>{hint}</small>}
      {isFuture && (
        <p id={`${id}-error`} role="alert">
          <CircleAlert size={14} aria-hidden />
          Choose today or an earlier date
        </p>
      )}
    </div>
  )
}

import { css } from '@emotion/react'
import { dayInNewYork, formatDay, readTime, useParam } from '@plumbline/contract'
import { Button, color, DateField, phone, radius, space, text } from '@plumbline/ui'
import { CircleAlert, History } from 'lucide-react'
import { useEffect, useId, useState } from 'react'

const isDay = (day: string) => day.length === 10 && readTime(day) !== null
const isPast = (day: string, today: string) => isDay(day) && day < today

/** The past day that invoices are shown as of, in the URL; undefined for today. */
export function useAsOf(): [day: string | undefined, setDay: (day: string | null) => void] {
  const [day, setDay] = useParam('asOf')
  return [day && isPast(day, dayInNewYork(new Date())) ? day : undefined, setDay]
}

const field = css`
  display: grid;
  grid-template-columns: auto 150px;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  color: ${color.muted};
  font-size: ${text.sm};
  white-space: nowrap;
  p { grid-column: 1 / -1; display: flex; align-items: center; gap: ${space(1.5)}; color: ${color.red}; }
  ${phone} { justify-content: space-between; }
`

/** Chooses the day that invoices are shown as of; empty, or today, for now. */
export function AsOfField({
  day,
  onChange,
}: {
  day: string | undefined
  onChange: (day: string | null) => void
}) {
  const id = useId()
  const today = dayInNewYork(new Date())
  // a day that is half typed does not count yet
  const [typed, setTyped] = useState(day ?? '')
  useEffect(() => setTyped(day ?? ''), [day])
  const isInFuture = isDay(typed) && typed > today
  return (
    <div css={field}>
      <label htmlFor={id}>As of</label>
      <DateField
        id={id}
        max={today}
        value={typed}
        {...(isInFuture && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        onChange={(next) => {
          setTyped(next)
          if (isPast(next, today)) onChange(next)
          else if (next === '' || next === today) onChange(null)
        }}
      />
      {isInFuture && (
        <p id={`${id}-error`} role="alert">
          <CircleAlert size={14} aria-hidden />
          Choose today or an earlier date
        </p>
      )}
    </div>
  )
}

const notice = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  margin-bottom: ${space(5)};
  padding: ${space(2)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.amberTint};
  color: ${color.amber};
  font-weight: 600;
  span { flex: 1 1 180px; }
  svg { flex: none; }
`

/** Says that a past day is shown. */
export const AsOfNotice = ({ day, onToday }: { day: string; onToday: () => void }) => (
  <div css={notice} role="note">
    <History size={18} aria-hidden />
    <span>Showing invoices as of {formatDay(day)} (read-only).</span>
    <Button size="sm" onClick={onToday}>
      Back to today
    </Button>
  </div>
)

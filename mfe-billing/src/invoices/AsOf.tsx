import { css } from '@emotion/react'
import { dayInNewYork, formatDay, readTime, useParam } from '@plumbline/contract'
import { Button, color, DateField, phone, radius, space, text } from '@plumbline/ui'
import { History } from 'lucide-react'
import { useEffect, useState } from 'react'

const isPast = (day: string, today: string) => day.length === 10 && readTime(day) !== null && day < today

/** The past day that is looked at, in the URL; nothing for today. */
export function useAsOf(): [day: string | undefined, look: (day: string | null) => void] {
  const [day, setDay] = useParam('asOf')
  return [day && isPast(day, dayInNewYork(new Date())) ? day : undefined, setDay]
}

const field = css`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  color: ${color.muted};
  font-size: ${text.sm};
  white-space: nowrap;
  input { width: 150px; }
  ${phone} { justify-content: space-between; }
`

/** Looks back to a day, and forward again when it is emptied. */
export function AsOfField({
  day,
  onChange,
}: {
  day: string | undefined
  onChange: (day: string | null) => void
}) {
  const today = dayInNewYork(new Date())
  // a day that is half typed is none yet
  const [typed, setTyped] = useState(day ?? '')
  useEffect(() => setTyped(day ?? ''), [day])
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is within
    <label css={field}>
      As of
      <DateField
        max={today}
        value={typed}
        onChange={(next) => {
          setTyped(next)
          if (isPast(next, today)) onChange(next)
          else if (next === '' || next === today) onChange(null)
        }}
      />
    </label>
  )
}

const note = css`
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

/** Says that this is not now. */
export const PastNote = ({ day, onToday }: { day: string; onToday: () => void }) => (
  <div css={note} role="note">
    <History size={18} aria-hidden />
    <span>As it was at the end of {formatDay(day)}. Nothing can be changed here.</span>
    <Button size="sm" onClick={onToday}>
      Back to today
    </Button>
  </div>
)

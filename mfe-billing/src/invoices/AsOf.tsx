import { css } from '@emotion/react'
import { dayAt, formatDay, readTime, useParam } from '@plumbline/contract'
import { Button, color, radius, space } from '@plumbline/ui'
import { History } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { DayField } from './DayField.tsx'

type SetDay = (day: string | null) => void

/** The past day that invoices are shown as of, in the URL; undefined for today. */
export function useAsOf(): [day: string | undefined, setDay: SetDay] {
  const [day, setDay] = useParam('asOf')
  const isPast = day !== null && readTime(day) !== null && day < dayAt(new Date())
  return [isPast ? day : undefined, setDay]
}

type AsOfFieldProps = { day: string | undefined; onChange: SetDay; hint?: string }

/** Chooses the day that invoices are shown as of; empty, or today, for now. */
export function AsOfField({ day, onChange, hint }: AsOfFieldProps) {
  const today = dayAt(new Date())
  const change: SetDay = (next) => onChange(next === today ? null : next)
  return <DayField label="As of" day={day} today={today} onChange={change} hint={hint} />
}

/** The same above a list, where it is rarely needed: there while a past day is shown, and once it is asked for, with the focus. */
export function AsOfLine({ isAsked, ...field }: AsOfFieldProps & { isAsked: boolean }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAsked) line.current?.querySelector('input')?.focus()
  }, [isAsked])
  return isAsked || field.day ? (
    <div ref={line} css={{ display: 'flex', marginBottom: space(4) }}>
      <AsOfField {...field} />
    </div>
  ) : null
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

import { css } from '@emotion/react'
import { dayInNewYork, formatDay, readTime, useParam } from '@plumbline/contract'
import { Button, color, IconButton, Menu, radius, space } from '@plumbline/ui'
import { History, MoreHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DayField } from './DayField.tsx'

type SetDay = (day: string | null) => void

/** The past day that invoices are shown as of, in the URL; undefined for today. */
export function useAsOf(): [day: string | undefined, setDay: SetDay] {
  const [day, setDay] = useParam('asOf')
  const isPast = day !== null && readTime(day) !== null && day < dayInNewYork(new Date())
  return [isPast ? day : undefined, setDay]
}

/** Chooses the day that invoices are shown as of; empty, or today, for now. */
export function AsOfField({ day, onChange }: { day: string | undefined; onChange: SetDay }) {
  const today = dayInNewYork(new Date())
  const change: SetDay = (next) => onChange(next === today ? null : next)
  return <DayField label="As of" day={day} today={today} onChange={change} />
}

/** The same behind a menu, for it is rarely needed; while a past day is shown it stays open. */
export function AsOfTool({ day, onChange }: { day: string | undefined; onChange: SetDay }) {
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.querySelector('input')?.focus()
  }, [isOpen])
  if (isOpen || day)
    return (
      <div ref={field}>
        <AsOfField day={day} onChange={onChange} />
      </div>
    )
  return (
    <Menu
      label="More"
      trigger={<IconButton icon={MoreHorizontal} label="More" tone="secondary" />}
      items={[{ label: 'As of a date…', icon: History, onSelect: () => setOpen(true) }]}
    />
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

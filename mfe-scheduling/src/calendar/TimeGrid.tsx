import { css } from '@emotion/react'
import type { Appointment } from '@plumbline/scheduling/api'
import { color, layer, phone, radius, space, text } from '@plumbline/ui'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { DayColumn, type Draft } from './DayColumn.tsx'
import { DayHead } from './DayHead.tsx'
import { Hint } from './Hint.tsx'
import { minutesOfDay, type Slot } from './moving.ts'
import { partsOn } from './parts.ts'
import { useDrag } from './useDrag.ts'
import { useKeys } from './useKeys.ts'

const frame = css`
  --hour: 56px;
  --gutter: 56px;
  position: relative;
  height: clamp(420px, calc(100dvh - 330px), 900px);
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  overflow: hidden auto;
  scroll-padding: 72px 0 ${space(4)};
  ${phone} { --hour: 88px; --gutter: 52px; height: clamp(420px, calc(100dvh - 200px), 900px); }
`
const row = css`
  display: grid;
  grid-template-columns: var(--gutter) repeat(var(--days), minmax(0, 1fr));
`
const heads = css`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
`
const gutter = css`
  position: relative;
  span {
    position: absolute;
    right: ${space(2)};
    color: ${color.muted};
    font-size: ${text.xs};
    line-height: 16px;
    white-space: nowrap;
    transform: translateY(-50%);
    font-variant-numeric: tabular-nums;
  }
`

const hours = Array.from({ length: 23 }, (_, i) => i + 1)
const hourName = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
const usualStart = 8 * 60
const lead = 40

type TimeGridProps = {
  label: string
  appointments: readonly Appointment[]
  clashing: ReadonlySet<number>
  days: readonly string[]
  today: string
  onOpen: (day: string) => void
  /** Shows another day in the same view. */
  onDay: (day: string) => void
  onMove: (appointment: Appointment, slot: Slot) => void
  onSay: (words: string) => void
}

/** Days side by side, hours from top to bottom; what is planned can be moved about. */
export function TimeGrid(props: TimeGridProps) {
  const { label, appointments, clashing, days, today, onOpen, onDay, onMove, onSay } = props
  const hint = useId()
  const grid = useRef<HTMLElement>(null)
  const [draft, setDraft] = useState<Draft | null>(null)
  const drop = (appointment: Appointment, slot: Slot) => {
    setDraft(null)
    onMove(appointment, slot)
  }
  const press = useDrag(grid, {
    onDraft: (appointment, slot) => setDraft({ appointment, slot, by: 'pointer' }),
    onDrop: drop,
    onAbort: () => setDraft(null),
  })
  const keys = useKeys(grid, { appointments, days, draft, setDraft, onDrop: drop, onDay, onSay })
  useFirstScroll(grid, appointments, days)
  const carried = draft?.by === 'keys' ? draft : null
  const shown = useMemo(
    () =>
      carried
        ? appointments.map((it) => (it.id === carried.appointment.id ? { ...it, ...carried.slot } : it))
        : appointments,
    [appointments, carried],
  )
  return (
    <>
      <section
        ref={grid}
        css={frame}
        style={{ '--days': days.length } as React.CSSProperties}
        aria-label={label}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        onKeyDown={keys}
      >
        {days.length > 1 && (
          <div css={[row, heads]}>
            <span />
            {days.map((day) => (
              <DayHead key={day} day={day} today={today} onDay={onOpen} />
            ))}
          </div>
        )}
        <div css={row} style={{ height: 'calc(24 * var(--hour))' }}>
          <div css={gutter} aria-hidden>
            {hours.map((hour) => (
              <span key={hour} style={{ top: `calc(${hour} * var(--hour))` }}>
                {hourName(hour)}
              </span>
            ))}
          </div>
          {days.map((day) => (
            <DayColumn
              key={day}
              day={day}
              today={today}
              appointments={shown}
              clashing={clashing}
              draft={draft}
              onPress={press}
            />
          ))}
        </div>
      </section>
      <Hint id={hint} />
    </>
  )
}

/** Opens where work begins, not at midnight. */
function useFirstScroll(
  grid: React.RefObject<HTMLElement | null>,
  appointments: readonly Appointment[],
  days: readonly string[],
) {
  const opened = useRef({ appointments, days })
  useLayoutEffect(() => {
    const { appointments, days } = opened.current
    const begins = days.flatMap((day) => partsOn(appointments, day).filter((it) => !it.continues))
    const first = Math.min(usualStart, ...begins.map(({ from }) => from))
    const body = grid.current?.lastElementChild as HTMLElement
    if (grid.current) grid.current.scrollTop = (Math.max(0, first - lead) / minutesOfDay) * body.offsetHeight
  }, [grid])
}

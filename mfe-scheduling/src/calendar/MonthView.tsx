import { css } from '@emotion/react'
import type { Appointment } from '@plumbline/scheduling/api'
import { color, radius, space, text } from '@plumbline/ui'
import type { KeyboardEvent } from 'react'
import { hoursOn, isClosedDay, type WorkingHours } from '../appointments/workingHours.ts'
import { type Overlaps, segmentsOn } from './daySegments.ts'
import { monthGrid, weekdayOf, weekOf } from './days.ts'
import { MonthDay } from './MonthDay.tsx'
import { narrowQuery } from './useView.ts'

const table = css`
  width: 100%;
  border: 1px solid ${color.line};
  border-spacing: 0;
  border-radius: ${radius.surface};
  background: ${color.surface};
  overflow: hidden;
  table-layout: fixed;
  th { padding: ${space(2)} 0; color: ${color.muted}; font-size: ${text.xs}; font-weight: 600; }
  td { position: relative; height: 120px; padding: ${space(1)}; border-top: 1px solid ${color.line}; vertical-align: top; }
  td + td { border-left: 1px solid ${color.line}; }
  td[data-off] { background: ${color.sunken}; }
  td[data-other] { background: ${color.paper}; }
  ${narrowQuery} { td { height: 64px; padding: 0; } }
`

const dayOffsets: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const days = [...event.currentTarget.querySelectorAll<HTMLElement>('button[data-day]')]
  const next = days[days.indexOf(event.target as HTMLElement) + (dayOffsets[event.key] ?? 0)]
  if (!next || !days.includes(event.target as HTMLElement) || !(event.key in dayOffsets)) return
  event.preventDefault()
  next.focus()
}

type MonthViewProps = {
  business: WorkingHours | undefined
  appointments: readonly Appointment[]
  overlaps: Overlaps
  day: string
  today: string
  onDay: (day: string) => void
}

/** A month at a glance; a click on a day opens it. */
export const MonthView = ({ business, appointments, overlaps, day, today, onDay }: MonthViewProps) => (
  <table css={table} aria-label="Month" onKeyDown={moveFocus}>
    <thead>
      <tr>
        {weekOf(day).map((it) => (
          <th key={it} scope="col">
            {weekdayOf(it)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {monthGrid(day).map((week) => (
        <tr key={week[0]}>
          {week.map((it) => (
            <td
              key={it}
              data-other={it.slice(0, 7) !== day.slice(0, 7) || undefined}
              data-off={(business && hoursOn(it, business) === null) || undefined}
            >
              <MonthDay
                day={it}
                isClosed={business !== undefined && isClosedDay(it, business)}
                isToday={it === today}
                isChosen={it === day}
                segments={segmentsOn(appointments, it)}
                overlaps={overlaps}
                onOpen={() => onDay(it)}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

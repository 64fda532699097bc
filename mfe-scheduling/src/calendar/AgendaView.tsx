import { css } from '@emotion/react'
import { formatMoney } from '@plumbline/contract/money'
import { formatEnd, formatHours } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { color, EmptyState, radius, space, text } from '@plumbline/ui'
import { MapPin, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { AppointmentBadge } from '../appointments/AppointmentBadge.tsx'
import { customerName } from '../appointments/appointment.ts'
import { HoursMark, useOutsideHours } from '../appointments/HoursMark.tsx'
import { isClosedDay, type WorkingHours } from '../appointments/workingHours.ts'
import { useTeam } from '../team/team.ts'
import { type Overlaps, segmentsOn } from './daySegments.ts'
import { longDay } from './days.ts'

const daySection = css`
  & + & { margin-top: ${space(6)}; }
  > header { display: flex; gap: ${space(2)}; align-items: center; justify-content: space-between; margin-bottom: ${space(2)}; }
  h3 { display: flex; gap: ${space(2)}; align-items: center; font-size: ${text.md}; }
  header button { margin-block: -${space(2)}; }
  ul:empty { display: none; }
  h3 small { color: ${color.accent}; font-size: ${text.sm}; }
  ul { container-type: inline-size; margin: 0; padding: 0; border: 1px solid ${color.line}; border-radius: ${radius.surface}; background: ${color.surface}; list-style: none; }
  li + li { border-top: 1px solid ${color.line}; }
`
const entry = css`
  display: grid;
  grid-template-columns: 150px minmax(0, 1fr) auto minmax(100px, auto);
  gap: ${space(1)} ${space(5)};
  align-items: center;
  min-height: 56px;
  padding: ${space(2)} ${space(5)};
  color: inherit;
  text-decoration: none;
  font-variant-numeric: tabular-nums;
  &:hover b { text-decoration: underline; }
  &:focus-visible { outline-offset: -2px; border-radius: ${radius.surface}; }
  &[data-status='cancelled'] { color: ${color.muted}; [data-service] { text-decoration: line-through; } }
  [data-price] { font-weight: 600; text-align: right; }
  p { color: ${color.muted}; overflow-wrap: anywhere; }
  p svg { margin-right: ${space(1)}; vertical-align: -2px; }
  /* a container query: beside the sidebar a tablet has little room */
  @container (max-width: 559px) { grid-template-columns: minmax(0, 1fr) auto; padding: ${space(3)} ${space(4)}; > div { grid-row: 2; grid-column: 1 / -1; } [data-price] { display: none; } }
`

type AgendaViewProps = {
  business: WorkingHours | undefined
  appointments: readonly Appointment[]
  overlaps: Overlaps
  days: readonly string[]
  today: string
  /** Beside the heading of each day. */
  action?: ReactNode
}

const describe = (it: Appointment) => `${it.serviceType}, ${customerName(it)}, ${formatHours(it)}`

/** The coming weeks, day by day. */
export function AgendaView({ business, appointments, overlaps, days, today, action }: AgendaViewProps) {
  const team = useTeam()
  const outside = useOutsideHours()
  const busyDays = days
    .map((day) => ({ day, segments: segmentsOn(appointments, day) }))
    .filter(({ segments }) => segments.length > 0 || days.length === 1)
  if (busyDays.length === 0)
    return <EmptyState title="No appointments in this period">Use the arrows to see others.</EmptyState>
  return busyDays.map(({ day, segments }) => (
    <section key={day} css={daySection}>
      <header>
        <h3>
          {longDay(day)}
          {day === today && <small>Today</small>}
          {business && isClosedDay(day, business) && <small>Closed</small>}
        </h3>
        {action}
      </header>
      {segments.length === 0 && <p css={{ color: color.muted }}>No appointments this day.</p>}
      <ul>
        {segments.map(({ appointment, continues }) => {
          const overlapping = overlaps.get(appointment.id)
          return (
            <li key={appointment.id}>
              <Link to={`/appointments/${appointment.id}`} css={entry} data-status={appointment.status}>
                <span>{continues ? `until ${formatEnd(appointment)}` : formatHours(appointment)}</span>
                <div>
                  <b css={{ fontWeight: 600 }}>{customerName(appointment)}</b>,{' '}
                  <span data-service>{appointment.serviceType}</span>
                  {team && `, ${team.crewText(appointment.assigneeIds)} `}
                  <HoursMark reasons={outside(appointment)} />
                  {appointment.address && (
                    <p>
                      <MapPin size={14} aria-hidden />
                      {appointment.address}
                    </p>
                  )}
                  {overlapping && (
                    <p css={{ '&&': { color: color.amber } }}>
                      <TriangleAlert size={14} aria-hidden />
                      Overlaps {overlapping.map(describe).join('; ')}
                    </p>
                  )}
                </div>
                <span data-price>
                  {appointment.totalAmount !== null && formatMoney(appointment.totalAmount)}
                </span>
                <AppointmentBadge appointment={appointment} />
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  ))
}

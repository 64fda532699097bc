import { css } from '@emotion/react'
import { formatTime } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { color, EmptyState, radius, StatusBadge, space, text } from '@plumbline/ui'
import { MapPin, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { customerName, endOf } from '../appointments/appointment.ts'
import { longDay } from './days.ts'
import { partsOn } from './parts.ts'
import { hoursOf } from './words.ts'

const dayOf = css`
  & + & { margin-top: ${space(6)}; }
  h3 { display: flex; gap: ${space(2)}; align-items: center; margin-bottom: ${space(2)}; font-size: ${text.md}; }
  h3 small { color: ${color.accent}; font-size: ${text.sm}; }
  ul { container-type: inline-size; margin: 0; padding: 0; border: 1px solid ${color.line}; border-radius: ${radius.surface}; background: ${color.surface}; list-style: none; }
  li + li { border-top: 1px solid ${color.line}; }
`
const entry = css`
  display: grid;
  grid-template-columns: 150px minmax(0, 1fr) auto;
  gap: ${space(1)} ${space(5)};
  align-items: center;
  min-height: 56px;
  padding: ${space(2)} ${space(5)};
  color: inherit;
  text-decoration: none;
  font-variant-numeric: tabular-nums;
  &:hover b { text-decoration: underline; }
  &:focus-visible { outline-offset: -2px; border-radius: ${radius.surface}; }
  &[data-status='cancelled'] { color: ${color.muted}; b { text-decoration: line-through; } }
  p { color: ${color.muted}; overflow-wrap: anywhere; }
  p svg { margin-right: ${space(1)}; vertical-align: -2px; }
  /* by the room there is: beside the sidebar a tablet has little */
  @container (max-width: 559px) { grid-template-columns: minmax(0, 1fr) auto; padding: ${space(3)} ${space(4)}; > div { grid-row: 2; grid-column: 1 / -1; } }
`

type AgendaViewProps = {
  appointments: readonly Appointment[]
  clashing: ReadonlySet<number>
  days: readonly string[]
  today: string
}

/** What is planned in the weeks to come, day by day. */
export function AgendaView({ appointments, clashing, days, today }: AgendaViewProps) {
  const planned = days
    .map((day) => ({ day, parts: partsOn(appointments, day) }))
    .filter(({ parts }) => parts.length > 0)
  if (planned.length === 0)
    return <EmptyState title="Nothing is planned in these weeks">Go back or forth to see others.</EmptyState>
  return planned.map(({ day, parts }) => (
    <section key={day} css={dayOf}>
      <h3>
        {longDay(day)}
        {day === today && <small>Today</small>}
      </h3>
      <ul>
        {parts.map(({ appointment, continues }) => (
          <li key={appointment.id}>
            <Entry appointment={appointment} continues={continues} clashes={clashing.has(appointment.id)} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

type EntryProps = { appointment: Appointment; continues: boolean; clashes: boolean }

const Entry = ({ appointment, continues, clashes }: EntryProps) => (
  <Link to={`/appointments/${appointment.id}`} css={entry} data-status={appointment.status}>
    <span>{continues ? `until ${formatTime(endOf(appointment).toISOString())}` : hoursOf(appointment)}</span>
    <div>
      <b css={{ fontWeight: 600 }}>{appointment.serviceType}</b>, {customerName(appointment)}
      {appointment.address && (
        <p>
          <MapPin size={14} aria-hidden />
          {appointment.address}
        </p>
      )}
      {clashes && (
        <p css={{ '&&': { color: color.amber } }}>
          <TriangleAlert size={14} aria-hidden />
          Overlaps another appointment
        </p>
      )}
    </div>
    <StatusBadge status={appointment.status} />
  </Link>
)

import { css } from '@emotion/react'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, CardGrid, color, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { dayName } from '../calendar/days.ts'
import { toAgenda } from './agenda.ts'
import { pastAppointmentsQuery } from './queries.ts'

// so few do not hide today
const maxEarlier = 6

const section = css`
  margin-bottom: ${space(6)};
  h2 { margin-bottom: ${space(3)}; font-size: ${text.lg}; }
  p { color: ${color.muted}; }
`

type AgendaListProps = {
  /** What is not over, soonest first. */
  appointments: readonly Appointment[]
  today: string
  card: (appointment: Appointment) => ReactNode
}

/** Appointments by day from today on; what is over is above where it is little, and behind a link where it is much. */
export function AgendaList({ appointments, today, card }: AgendaListProps) {
  const { data: past } = useQuery(pastAppointmentsQuery(maxEarlier))
  const { days, later } = toAgenda(appointments, today)
  const grid = (label: string, items: readonly Appointment[]) => (
    <CardGrid label={label} items={items} itemKey={({ id }) => id} estimate={210}>
      {card}
    </CardGrid>
  )
  const hasToday = days.some(({ day }) => day === today)
  const earlierCount = past?.total ?? 0
  return (
    <>
      {past && earlierCount > maxEarlier && (
        <p css={{ marginBottom: space(5) }}>
          <Link to="/appointments?period=past&sort=latest" css={buttonStyle('secondary')}>
            <History size={16} aria-hidden />
            {earlierCount.toLocaleString('en-US')} earlier appointments
          </Link>
        </p>
      )}
      {past && earlierCount > 0 && earlierCount <= maxEarlier && (
        <Day title="Earlier">{grid('Earlier appointments', past.items.toReversed())}</Day>
      )}
      {!hasToday && (
        <Day title="Today">
          <p>No appointments today.</p>
        </Day>
      )}
      {days.map(({ day, appointments: ofDay }) => (
        <Day key={day} title={dayName(day, today)}>
          {grid(`Appointments, ${dayName(day, today)}`, ofDay)}
        </Day>
      ))}
      {later.length > 0 && <Day title="Later">{grid('Later appointments', later)}</Day>}
    </>
  )
}

function Day({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section css={section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

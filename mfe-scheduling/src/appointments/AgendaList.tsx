import { css } from '@emotion/react'
import { dayName } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, CardGrid, color, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { toAgenda } from './agenda.ts'
import { pastAppointmentsQuery } from './appointmentList.ts'

// so few do not hide today
const maxEarlier = 6

const section = css`
  margin-bottom: ${space(6)};
  header { display: flex; align-items: center; justify-content: space-between; gap: ${space(3)}; margin-bottom: ${space(3)}; }
  h2 { font-size: ${text.lg}; }
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
  const earlierLink = earlierCount > maxEarlier && (
    <Link to="/appointments?period=past&sort=latest" css={buttonStyle('quiet', 'sm')}>
      <History size={15} aria-hidden />
      {earlierCount.toLocaleString('en-US')} earlier appointments
    </Link>
  )
  return (
    <>
      {past && earlierCount > 0 && earlierCount <= maxEarlier && (
        <Day title="Earlier">{grid('Earlier appointments', past.items.toReversed())}</Day>
      )}
      {!hasToday && (
        <Day title="Today" aside={earlierLink}>
          <p>No appointments today.</p>
        </Day>
      )}
      {days.map(({ day, appointments: ofDay }, index) => (
        <Day key={day} title={dayName(day, today)} aside={hasToday && index === 0 && earlierLink}>
          {grid(`Appointments, ${dayName(day, today)}`, ofDay)}
        </Day>
      ))}
      {later.length > 0 && <Day title="Later">{grid('Later appointments', later)}</Day>}
    </>
  )
}

type DayProps = { title: string; aside?: ReactNode; children: ReactNode }

function Day({ title, aside, children }: DayProps) {
  const id = useId()
  return (
    <section css={section} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

import { css } from '@emotion/react'
import { dayAt } from '@plumbline/contract'
import { dayName } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, CardGrid, color, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { AppointmentRows } from './AppointmentRows.tsx'
import { toAgenda } from './agenda.ts'
import { pastAppointmentsQuery } from './appointmentList.ts'

// so few do not hide today
const maxEarlier = 6

const section = css`
  margin-bottom: ${space(5)};
  header { display: flex; align-items: center; justify-content: space-between; gap: ${space(3)}; min-height: 28px; margin-bottom: ${space(2)}; }
  header a { margin-block: -${space(1)}; }
  h2 { font-size: ${text.lg}; }
  p { color: ${color.muted}; }
`

/** What is over, where it is little, soonest first; and a link to it where it is much. */
function useEarlier() {
  const { data: past } = useQuery(pastAppointmentsQuery(maxEarlier))
  const count = past?.total ?? 0
  return {
    earlier: past && count <= maxEarlier ? past.items.toReversed() : [],
    link: count > maxEarlier && (
      <Link to="/appointments?period=past&sort=latest" css={buttonStyle('quiet', 'sm')}>
        <History size={15} aria-hidden />
        {count.toLocaleString('en-US')} earlier appointments
      </Link>
    ),
  }
}

type AgendaProps = {
  /** What is not over, soonest first. */
  appointments: readonly Appointment[]
  now: Date
}

type AgendaCardsProps = AgendaProps & {
  /** `day`: under the heading of its day. */
  card: (appointment: Appointment, under?: 'day') => ReactNode
}

/** Appointments by day from today on; what is over is above where it is little, and behind a link where it is much. */
export function AgendaCards({ appointments, now, card }: AgendaCardsProps) {
  const { earlier, link } = useEarlier()
  const today = dayAt(now)
  const { days, later } = toAgenda(appointments, today)
  const grid = (label: string, items: readonly Appointment[], under?: 'day') => (
    <CardGrid label={label} items={items} itemKey={({ id }) => id} estimate={160}>
      {(it) => card(it, under)}
    </CardGrid>
  )
  const hasToday = days.some(({ day }) => day === today)
  return (
    <>
      {earlier.length > 0 && <Day title="Earlier">{grid('Earlier appointments', earlier)}</Day>}
      {!hasToday && (
        <Day title="Today" aside={link}>
          <p>No appointments today.</p>
        </Day>
      )}
      {days.map(({ day, appointments: ofDay }, index) => (
        <Day key={day} title={dayName(day, today)} aside={hasToday && index === 0 && link}>
          {grid(`Appointments, ${dayName(day, today)}`, ofDay, 'day')}
        </Day>
      ))}
      {later.length > 0 && <Day title="Later">{grid('Later appointments', later)}</Day>}
    </>
  )
}

/** The same as one table. */
export function AgendaRows({ appointments, now }: AgendaProps) {
  const { earlier, link } = useEarlier()
  return (
    <>
      {link && <p css={{ margin: `-${space(2)} 0 ${space(2)}`, textAlign: 'right' }}>{link}</p>}
      <AppointmentRows appointments={[...earlier, ...appointments]} now={now} />
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

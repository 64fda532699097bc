import { css } from '@emotion/react'
import { useParam } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { Button, CardGrid, color, space, text } from '@plumbline/ui'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { dayName } from '../calendar/days.ts'
import { toAgenda } from './agenda.ts'

// so few do not hide today
const maxOpenEarlier = 6

const section = css`
  margin-bottom: ${space(6)};
  h2 { margin-bottom: ${space(3)}; font-size: ${text.lg}; }
  p { color: ${color.muted}; }
`

type AgendaListProps = {
  appointments: readonly Appointment[]
  today: string
  card: (appointment: Appointment) => ReactNode
}

/** Appointments by day from today on; what is over is above, closed where it is much. */
export function AgendaList({ appointments, today, card }: AgendaListProps) {
  const [earlierParam, setEarlier] = useParam('earlier')
  const { earlier, days, later } = toAgenda(appointments, today)
  const isFew = earlier.length <= maxOpenEarlier
  const isOpen = isFew || earlierParam === 'shown'
  const count = earlier.length === 1 ? '1 earlier appointment' : `${earlier.length} earlier appointments`
  const Icon = isOpen ? ChevronDown : ChevronRight
  const grid = (label: string, items: readonly Appointment[]) => (
    <CardGrid label={label} items={items} itemKey={({ id }) => id} estimate={210}>
      {card}
    </CardGrid>
  )
  const hasToday = days.some(({ day }) => day === today)
  return (
    <>
      {earlier.length > 0 && (
        <section css={section} aria-label="Earlier appointments">
          <h2>
            {isFew ? (
              'Earlier'
            ) : (
              <Button
                aria-expanded={isOpen}
                onClick={() => setEarlier(isOpen ? null : 'shown', { replace: true })}
              >
                <Icon size={16} aria-hidden />
                {count}
              </Button>
            )}
          </h2>
          {isOpen && grid('Earlier appointments', earlier)}
        </section>
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

import { css } from '@emotion/react'
import { dayInNewYork, formatDay, formatTime, useParam } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import {
  Button,
  buttonStyle,
  CardGrid,
  EmptyState,
  PageHeader,
  Skeleton,
  space,
  Tabs,
  text,
} from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { AppointmentCard } from './AppointmentCard.tsx'
import { after, customerName, onDay } from './appointment.ts'
import { newAppointment } from './ListPage.tsx'
import { onlyIcon } from './onlyIcon.ts'
import { appointmentsQuery } from './queries.ts'

const Calendar = lazy(async () => ({ default: (await import('../calendar/Calendar.tsx')).Calendar }))
const FeedsDialog = lazy(async () => ({ default: (await import('../feeds/FeedsDialog.tsx')).FeedsDialog }))

const upcomingShown = 5
const remembered = 'plumbline:scheduler'

const section = css`
  & + & { margin-top: ${space(8)}; }
  h2 { margin-bottom: ${space(4)}; font-size: ${text.xl}; }
`

/** `/scheduler`: today and what is next, or the calendar. */
export function SchedulerPage() {
  const { data: appointments } = useSuspenseQuery(appointmentsQuery())
  const [view, setView] = useParam('view')
  const shown = view ?? localStorage.getItem(remembered) ?? 'list'
  const [feeds, setFeeds] = useState(false)
  const now = new Date()
  const choose = (value: string) => {
    localStorage.setItem(remembered, value)
    setView(value)
  }
  return (
    <>
      <title>Scheduler</title>
      <PageHeader
        title="Scheduler"
        actions={
          <>
            <Button css={onlyIcon} onClick={() => setFeeds(true)}>
              <Smartphone size={16} aria-hidden />
              <span>Calendar on your phone</span>
            </Button>
            <Link to="/appointments" css={buttonStyle()}>
              View All Appointments
            </Link>
            {newAppointment()}
          </>
        }
      />
      <Tabs
        label="Scheduler"
        value={shown === 'calendar' ? 'calendar' : 'list'}
        onChange={choose}
        tabs={[
          { value: 'list', label: 'Lists', content: <Lists appointments={appointments} now={now} /> },
          {
            value: 'calendar',
            label: 'Calendar',
            content: (
              <Suspense fallback={<Skeleton height={560} />}>
                <Calendar appointments={appointments} />
              </Suspense>
            ),
          },
        ]}
      />
      <Suspense>{feeds && <FeedsDialog open onClose={() => setFeeds(false)} />}</Suspense>
    </>
  )
}

function Lists({ appointments, now }: { appointments: readonly Appointment[]; now: Date }) {
  const upcoming = after(appointments, now)
  return (
    <>
      <Section
        title="Today's Appointments"
        appointments={onDay(appointments, dayInNewYork(now))}
        when={({ scheduledDate }) => formatTime(scheduledDate)}
        empty="No appointments scheduled for today"
      />
      <Section
        title="Upcoming Appointments"
        appointments={upcoming.slice(0, upcomingShown)}
        when={({ scheduledDate }) => `${formatDay(scheduledDate)}, ${formatTime(scheduledDate)}`}
        empty="No upcoming appointments"
      >
        {upcoming.length > upcomingShown && (
          <Link to="/appointments" css={[buttonStyle(), { marginTop: space(4) }]}>
            View All {upcoming.length} Appointments
          </Link>
        )}
      </Section>
    </>
  )
}

type SectionProps = {
  title: string
  appointments: readonly Appointment[]
  when: (appointment: Appointment) => string
  empty: string
  children?: ReactNode
}

function Section({ title, appointments, when, empty, children }: SectionProps) {
  const id = useId()
  return (
    <section css={section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {appointments.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <CardGrid label={title} items={appointments} itemKey={({ id }) => id} estimate={150}>
          {(appointment) => (
            <AppointmentCard
              appointment={appointment}
              when={when(appointment)}
              customer={customerName(appointment)}
            />
          )}
        </CardGrid>
      )}
      {children}
    </section>
  )
}

import { css } from '@emotion/react'
import { dayInNewYork, formatTime, useParam } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, CardGrid, EmptyState, Skeleton, space, Tabs, text, useIsPhone } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useNow } from '../useNow.ts'
import { AppointmentCard } from './AppointmentCard.tsx'
import { appointmentsAfter, appointmentsOn, customerName, formatDayAndTime } from './appointment.ts'
import { appointmentsQuery } from './queries.ts'
import { SchedulerHeader } from './SchedulerHeader.tsx'

const Calendar = lazy(async () => ({ default: (await import('../calendar/Calendar.tsx')).Calendar }))
const CalendarLinksDialog = lazy(async () => ({
  default: (await import('../feeds/CalendarLinksDialog.tsx')).CalendarLinksDialog,
}))

const maxUpcoming = 5
const tabKey = 'plumbline:scheduler'

const section = css`
  & + & { margin-top: ${space(8)}; }
  h2 { margin-bottom: ${space(4)}; font-size: ${text.xl}; }
`

// above the tabs is a row for the days and the buttons, both placed over it
const folded = css`
  position: relative;
  margin-top: -${space(2)};
  padding-top: 44px;
  [role='tablist'] { gap: ${space(3)}; }
  [role='tabpanel'] { padding-top: ${space(1)}; }
  @media (max-width: 359px) { [role='tablist'] { gap: ${space(2)}; } [role='tab'] { font-size: ${text.md}; } }
`

/** `/scheduler`: today and what is next, or the calendar. */
export function SchedulerPage() {
  const { data: appointments } = useSuspenseQuery(appointmentsQuery())
  const [view, setView] = useParam('view')
  const tab = (view ?? localStorage.getItem(tabKey)) === 'calendar' ? 'calendar' : 'list'
  // a calendar needs the height of a phone for its hours
  const isFolded = useIsPhone() && tab === 'calendar'
  const [showsLinks, setShowsLinks] = useState(false)
  const changeTab = (value: string) => {
    localStorage.setItem(tabKey, value)
    setView(value)
  }
  return (
    <div css={isFolded && folded}>
      <title>Scheduler</title>
      <SchedulerHeader isFolded={isFolded} onSync={() => setShowsLinks(true)} />
      <Tabs
        label="Scheduler"
        value={tab}
        onChange={changeTab}
        tabs={[
          { value: 'list', label: 'Lists', content: <Lists appointments={appointments} /> },
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
      <Suspense>{showsLinks && <CalendarLinksDialog onClose={() => setShowsLinks(false)} />}</Suspense>
    </div>
  )
}

function Lists({ appointments }: { appointments: readonly Appointment[] }) {
  const now = useNow()
  const upcoming = appointmentsAfter(appointments, now)
  return (
    <>
      <Section
        title="Today's Appointments"
        appointments={appointmentsOn(appointments, dayInNewYork(now))}
        when={({ scheduledDate }) => formatTime(scheduledDate)}
        empty="No appointments scheduled for today"
      />
      <Section
        title="Upcoming Appointments"
        appointments={upcoming.slice(0, maxUpcoming)}
        when={formatDayAndTime}
        empty="No upcoming appointments"
      >
        {upcoming.length > maxUpcoming && (
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
              heading="h3"
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

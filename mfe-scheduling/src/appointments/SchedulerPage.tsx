import { css } from '@emotion/react'
import { dayAt, useParam } from '@plumbline/contract'
import { formatHours, formatSlot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, CardGrid, EmptyState, Skeleton, space, Tabs, text, useIsPhone } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useNow } from '../useNow.ts'
import { AppointmentCard } from './AppointmentCard.tsx'
import { appointmentsAfter, appointmentsOn, customerName } from './appointment.ts'
import { useOutsideHours } from './HoursMark.tsx'
import { appointmentsBetweenQuery, upcomingQuery } from './queries.ts'
import { SchedulerHeader } from './SchedulerHeader.tsx'
import { rememberTab, schedulerTab } from './schedulerTab.ts'

const Calendar = lazy(async () => ({ default: (await import('../calendar/Calendar.tsx')).Calendar }))
const CalendarLinksDialog = lazy(async () => ({
  default: (await import('../feeds/CalendarLinksDialog.tsx')).CalendarLinksDialog,
}))

const maxUpcoming = 5

const section = css`
  & + & { margin-top: ${space(8)}; }
  h2 { margin-bottom: ${space(4)}; font-size: ${text.xl}; }
`

// above the tabs is a row for the days and the buttons, both placed over it
const folded = css`
  position: relative;
  padding-top: 44px;
  [role='tablist'] { gap: ${space(3)}; }
  [role='tabpanel'] { padding-top: ${space(1)}; }
  @media (max-width: 359px) { [role='tablist'] { gap: ${space(2)}; } [role='tab'] { font-size: ${text.md}; } }
`

// the tabs and what chooses the days share a row
const oneRow = css`
  @media screen and (min-width: 1024px) { position: relative; [role='tabpanel'] { padding-top: ${space(3)}; } }
`

/** `/scheduler`: today and what is next, or the calendar. */
export function SchedulerPage() {
  const [view, setView] = useParam('view')
  const tab = schedulerTab(view)
  // a calendar needs the height of a phone for its hours
  const isFolded = useIsPhone() && tab === 'calendar'
  const [showsLinks, setShowsLinks] = useState(false)
  const changeTab = (value: string) => {
    rememberTab(value)
    setView(value)
  }
  return (
    <div css={isFolded && folded}>
      <title>Scheduler</title>
      <SchedulerHeader isFolded={isFolded} onSync={() => setShowsLinks(true)} />
      <div css={!isFolded && tab === 'calendar' && oneRow}>
        <Tabs
          label="Scheduler"
          value={tab}
          onChange={changeTab}
          tabs={[
            { value: 'list', label: 'List', content: <Lists /> },
            {
              value: 'calendar',
              label: 'Calendar',
              content: (
                <Suspense fallback={<Skeleton height={560} />}>
                  <Calendar />
                </Suspense>
              ),
            },
          ]}
        />
      </div>
      <Suspense>{showsLinks && <CalendarLinksDialog onClose={() => setShowsLinks(false)} />}</Suspense>
    </div>
  )
}

function Lists() {
  const now = useNow()
  const today = dayAt(now)
  const { data: ofToday } = useSuspenseQuery(appointmentsBetweenQuery(today, today))
  const { data: next } = useSuspenseQuery(upcomingQuery())
  const upcoming = appointmentsAfter(next.appointments, now)
  const upcomingCount = next.count - (next.appointments.length - upcoming.length)
  return (
    <>
      <Section
        title="Today's Appointments"
        appointments={appointmentsOn(ofToday, today)}
        when={formatHours}
        empty="No appointments scheduled for today"
      />
      <Section
        title="Upcoming Appointments"
        appointments={upcoming.slice(0, maxUpcoming)}
        when={(it) => formatSlot(it, today)}
        empty="No upcoming appointments"
      >
        {upcomingCount > maxUpcoming && (
          <Link to="/appointments" css={[buttonStyle(), { marginTop: space(4) }]}>
            View All {upcomingCount} Appointments
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
  const outside = useOutsideHours()
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
              outside={outside(appointment)}
            />
          )}
        </CardGrid>
      )}
      {children}
    </section>
  )
}

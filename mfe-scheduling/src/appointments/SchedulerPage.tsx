import { css } from '@emotion/react'
import { dayInNewYork, formatTime, useParam } from '@plumbline/contract'
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
import { CalendarSync } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { AppointmentCard } from './AppointmentCard.tsx'
import { appointmentsAfter, appointmentsOn, customerName, formatDayAndTime } from './appointment.ts'
import { collapsedLabel, NewAppointmentLink } from './pageActions.tsx'
import { appointmentsQuery } from './queries.ts'

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

/** `/scheduler`: today and what is next, or the calendar. */
export function SchedulerPage() {
  const { data: appointments } = useSuspenseQuery(appointmentsQuery())
  const [view, setView] = useParam('view')
  const tab = view ?? localStorage.getItem(tabKey) ?? 'list'
  const [showsLinks, setShowsLinks] = useState(false)
  const changeTab = (value: string) => {
    localStorage.setItem(tabKey, value)
    setView(value)
  }
  return (
    <>
      <title>Scheduler</title>
      <PageHeader
        title="Scheduler"
        actions={
          <>
            <Button css={collapsedLabel} onClick={() => setShowsLinks(true)}>
              <CalendarSync size={16} aria-hidden />
              <span>Sync to your calendar</span>
            </Button>
            <Link to="/appointments" css={buttonStyle()}>
              View All Appointments
            </Link>
            <NewAppointmentLink />
          </>
        }
      />
      <Tabs
        label="Scheduler"
        value={tab === 'calendar' ? 'calendar' : 'list'}
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
    </>
  )
}

function Lists({ appointments }: { appointments: readonly Appointment[] }) {
  const now = new Date()
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

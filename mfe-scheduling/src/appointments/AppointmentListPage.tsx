import { dayInNewYork, formatMoney, formatTime, useParam } from '@plumbline/contract'
import { ExportButton, ListView, type Sort, useList } from '@plumbline/contract/list'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, CardGrid, EmptyState, PageHeader, Select, space } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { dateName } from '../calendar/days.ts'
import { useNow } from '../useNow.ts'
import { AgendaList } from './AgendaList.tsx'
import { AppointmentCard } from './AppointmentCard.tsx'
import { dayOf, isInPeriod, type Period } from './agenda.ts'
import { byDate, customerName, formatDayAndTime, searchedText, statuses } from './appointment.ts'
import { appointmentColumns } from './appointmentCsv.ts'
import { collapsedLabel, NewAppointmentLink } from './pageActions.tsx'
import { appointmentsQuery } from './queries.ts'

const sorts: readonly Sort<Appointment>[] = [
  { value: 'date', label: 'Earliest first', compare: byDate },
  { value: 'latest', label: 'Latest first', compare: (a, b) => byDate(b, a) },
  {
    value: 'customer',
    label: 'By customer',
    compare: (a, b) => customerName(a).localeCompare(customerName(b)) || byDate(a, b),
  },
]

const periods = [
  { value: '', label: 'All dates' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
] as const

const isPeriod = (text: string | null): text is Period => text === 'upcoming' || text === 'past'

/** Which days are listed, in the URL, and a way back to all. */
function usePeriod() {
  const [inUrl, setPeriod] = useParam('period')
  const [, setParams] = useSearchParams()
  const clearFilters = () =>
    setParams(
      (old) => {
        for (const name of ['q', 'status', 'period']) old.delete(name)
        return old
      },
      { replace: true, preventScrollReset: true },
    )
  return { period: isPeriod(inUrl) ? inUrl : null, setPeriod, clearFilters }
}

/** `/appointments`: by day from today on, as long as nothing is searched or sorted. */
export function AppointmentListPage() {
  const { data } = useSuspenseQuery(appointmentsQuery())
  const { period, setPeriod, clearFilters } = usePeriod()
  const today = dayInNewYork(useNow())
  const list = useList(data, {
    text: searchedText,
    statuses: [{ value: '', label: 'All Statuses' }, ...statuses],
    filter: period ? (it) => isInPeriod(it, period, today) : undefined,
    sorts,
    csv: { name: 'appointments.csv', columns: () => appointmentColumns },
  })
  const isAgenda =
    list.search === '' && list.status === '' && period !== 'past' && list.sort === sorts[0]?.value
  const card = (appointment: Appointment) => (
    <AppointmentCard
      appointment={appointment}
      heading={isAgenda ? 'h3' : 'h2'}
      when={`${dateName(dayOf(appointment), today)}, ${formatTime(appointment.scheduledDate)}`}
      customer={customerName(appointment)}
      footer={<CardFooter appointment={appointment} />}
    />
  )
  return (
    <>
      <title>Appointments</title>
      <PageHeader
        title="Appointments"
        back={<Link to="/scheduler">Scheduler</Link>}
        actions={
          <>
            <ExportButton list={list} css={collapsedLabel} />
            <NewAppointmentLink />
          </>
        }
      />
      <ListView
        list={{ ...list, reset: clearFilters }}
        noun={['appointment', 'appointments']}
        tools={
          <Select
            aria-label="Dates"
            value={period ?? ''}
            onChange={({ target }) => setPeriod(target.value || null, { replace: true })}
            options={periods}
          />
        }
        empty={
          <EmptyState title="No appointments yet" action={<NewAppointmentLink />}>
            Appointments you schedule will appear here.
          </EmptyState>
        }
      >
        {(appointments) =>
          isAgenda ? (
            <AgendaList appointments={appointments} today={today} card={card} />
          ) : (
            <CardGrid label="Appointments" items={appointments} itemKey={({ id }) => id} estimate={210}>
              {card}
            </CardGrid>
          )
        }
      </ListView>
    </>
  )
}

function CardFooter({ appointment }: { appointment: Appointment }) {
  const { id, serviceType, status, totalAmount } = appointment
  const name = `${serviceType}, ${formatDayAndTime(appointment)}`
  return (
    <>
      <b css={{ fontVariantNumeric: 'tabular-nums' }}>{formatMoney(totalAmount)}</b>
      <span css={{ display: 'flex', gap: space(2) }}>
        {status === 'scheduled' && (
          <Link to={`/appointments/${id}/edit`} css={buttonStyle('quiet', 'sm')} aria-label={`Edit ${name}`}>
            Edit
          </Link>
        )}
        <Link
          to={`/appointments/${id}`}
          css={buttonStyle('secondary', 'sm')}
          aria-label={`View Details of ${name}`}
        >
          View Details
        </Link>
      </span>
    </>
  )
}

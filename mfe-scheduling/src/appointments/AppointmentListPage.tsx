import { formatMoney } from '@plumbline/contract'
import { ExportButton, ListView, type Sort, useList } from '@plumbline/contract/list'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, CardGrid, EmptyState, PageHeader, space } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { AppointmentCard } from './AppointmentCard.tsx'
import { customerName, formatDayAndTime, searchedText, statuses } from './appointment.ts'
import { appointmentColumns } from './appointmentCsv.ts'
import { collapsedLabel, NewAppointmentLink } from './pageActions.tsx'
import { appointmentsQuery } from './queries.ts'

const byDate = (a: Appointment, b: Appointment) => Date.parse(a.scheduledDate) - Date.parse(b.scheduledDate)

const sorts: readonly Sort<Appointment>[] = [
  { value: 'date', label: 'Earliest first', compare: byDate },
  { value: 'latest', label: 'Latest first', compare: (a, b) => byDate(b, a) },
  {
    value: 'customer',
    label: 'By customer',
    compare: (a, b) => customerName(a).localeCompare(customerName(b)) || byDate(a, b),
  },
]

/** `/appointments`. */
export function AppointmentListPage() {
  const { data } = useSuspenseQuery(appointmentsQuery())
  const list = useList(data, {
    text: searchedText,
    statuses: [{ value: '', label: 'All Statuses' }, ...statuses],
    sorts,
    csv: { name: 'appointments.csv', columns: () => appointmentColumns },
  })
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
        list={list}
        noun={['appointment', 'appointments']}
        empty={
          <EmptyState title="No appointments yet" action={<NewAppointmentLink />}>
            Appointments you schedule will appear here.
          </EmptyState>
        }
      >
        {(appointments) => (
          <CardGrid label="Appointments" items={appointments} itemKey={({ id }) => id} estimate={210}>
            {(appointment) => (
              <AppointmentCard
                appointment={appointment}
                heading="h2"
                when={formatDayAndTime(appointment)}
                customer={customerName(appointment)}
                footer={<CardFooter appointment={appointment} />}
              />
            )}
          </CardGrid>
        )}
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

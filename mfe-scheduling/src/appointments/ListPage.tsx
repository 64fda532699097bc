import { formatDay, formatMoney, formatTime, useFilter } from '@plumbline/contract'
import { download } from '@plumbline/contract/csv'
import { Button, buttonStyle, CardGrid, EmptyState, FilterBar, PageHeader, space } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { useDeferredValue } from 'react'
import { Link } from 'react-router-dom'
import { AppointmentCard } from './AppointmentCard.tsx'
import { customerName, matching, statuses } from './appointment.ts'
import { appointmentsToCsv } from './appointmentCsv.ts'
import { onlyIcon } from './onlyIcon.ts'
import { appointmentsQuery } from './queries.ts'

export const newAppointment = (to = '/appointments/new', label = 'New Appointment') => (
  <Link to={to} css={buttonStyle('primary')}>
    <Plus size={16} aria-hidden />
    {label}
  </Link>
)

/** `/appointments`: all of them, by date. */
export function ListPage() {
  const { data: appointments } = useSuspenseQuery(appointmentsQuery())
  const [filter, change] = useFilter()
  const search = useDeferredValue(filter.search)
  const shown = matching(appointments, { ...filter, search })
  return (
    <>
      <title>Appointments</title>
      <PageHeader
        title="Appointments"
        back={<Link to="/scheduler">Scheduler</Link>}
        actions={
          <>
            <Button
              css={onlyIcon}
              disabled={shown.length === 0}
              onClick={() => download('appointments.csv', appointmentsToCsv(shown))}
            >
              <Download size={16} aria-hidden />
              <span>Export as CSV</span>
            </Button>
            {newAppointment()}
          </>
        }
      />
      {appointments.length > 0 && (
        <FilterBar
          label="Search appointments"
          {...filter}
          statuses={[{ value: '', label: 'All Statuses' }, ...statuses]}
          onChange={change}
        />
      )}
      {appointments.length === 0 ? (
        <EmptyState title="No appointments yet" action={newAppointment()}>
          What you have agreed to do, and when, stands here.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState title="No appointments found">
          Nothing matches this search. Change it to see more.
        </EmptyState>
      ) : (
        <CardGrid label="Appointments" items={shown} itemKey={({ id }) => id} estimate={210}>
          {(appointment) => (
            <AppointmentCard
              appointment={appointment}
              when={`${formatDay(appointment.scheduledDate)}, ${formatTime(appointment.scheduledDate)}`}
              customer={customerName(appointment)}
              footer={
                <>
                  <b css={{ fontVariantNumeric: 'tabular-nums' }}>{formatMoney(appointment.totalAmount)}</b>
                  <span css={{ display: 'flex', gap: space(2) }}>
                    {appointment.status === 'scheduled' && (
                      <Link to={`/appointments/${appointment.id}/edit`} css={buttonStyle('quiet', 'sm')}>
                        Edit
                      </Link>
                    )}
                    <Link to={`/appointments/${appointment.id}`} css={buttonStyle('secondary', 'sm')}>
                      View Details
                    </Link>
                  </span>
                </>
              }
            />
          )}
        </CardGrid>
      )}
    </>
  )
}

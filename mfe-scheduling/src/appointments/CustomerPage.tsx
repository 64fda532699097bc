import { formatDay, formatMoney, formatTime } from '@plumbline/contract'
import { buttonStyle, CardGrid, color, EmptyState, IconButton, PageHeader, space } from '@plumbline/ui'
import { useSuspenseQueries } from '@tanstack/react-query'
import { CalendarX, Pencil } from 'lucide-react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { AppointmentCard } from './AppointmentCard.tsx'
import { newAppointment } from './ListPage.tsx'
import { NotFound } from './NotFound.tsx'
import { customerAppointmentsQuery, customerQuery } from './queries.ts'
import { useCancel } from './useCancel.ts'

/** `/customers/{id}/appointments`. */
export function CustomerPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { cancel } = useCancel()
  const [{ data: customer }, { data: appointments }] = useSuspenseQueries({
    queries: [customerQuery(id), customerAppointmentsQuery(id)],
  })
  if (!customer || !appointments) return <NotFound what="Customer" />
  const name = `${customer.firstName} ${customer.lastName}`
  const add = `/appointments/new?customerId=${id}`
  return (
    <>
      <title>{`Appointments of ${name}`}</title>
      <PageHeader
        title={name}
        text="Appointments"
        back={<Link to="/customers">Customers</Link>}
        actions={newAppointment(add)}
      />
      {appointments.length === 0 ? (
        <EmptyState title="No Appointments Yet" action={newAppointment(add, 'Schedule Appointment')}>
          Nothing has been agreed with {name} so far.
        </EmptyState>
      ) : (
        <CardGrid label="Appointments" items={appointments} itemKey={({ id }) => id} estimate={230}>
          {(appointment) => (
            <AppointmentCard
              appointment={appointment}
              when={`${formatDay(appointment.scheduledDate)}, ${formatTime(appointment.scheduledDate)} (${appointment.duration} min)`}
              footer={
                <>
                  <b css={{ fontVariantNumeric: 'tabular-nums' }}>
                    {appointment.estimatedPrice === null
                      ? 'No price yet'
                      : formatMoney(appointment.estimatedPrice)}
                  </b>
                  {appointment.status === 'scheduled' && (
                    <span css={{ display: 'flex', gap: space(1) }}>
                      <IconButton
                        label="Edit appointment"
                        icon={Pencil}
                        onClick={() => void navigate(`/appointments/${appointment.id}/edit`)}
                      />
                      <IconButton
                        label="Cancel appointment"
                        icon={CalendarX}
                        onClick={() => void cancel(appointment)}
                      />
                    </span>
                  )}
                </>
              }
            >
              {appointment.description && <p css={{ overflowWrap: 'anywhere' }}>{appointment.description}</p>}
              {appointment.notes && (
                <p css={{ color: color.muted, overflowWrap: 'anywhere' }}>Notes: {appointment.notes}</p>
              )}
            </AppointmentCard>
          )}
        </CardGrid>
      )}
      <p css={{ marginTop: space(6) }}>
        <Link to={`/customers/${id}/invoices`} css={buttonStyle('quiet')}>
          Invoices of {name}
        </Link>
      </p>
    </>
  )
}

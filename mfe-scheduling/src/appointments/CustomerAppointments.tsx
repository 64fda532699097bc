import { formatSlot } from '@plumbline/contract/when'
import { buttonStyle, EmptyState, ErrorState, LinkList, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { AppointmentBadge } from './AppointmentBadge.tsx'
import { appointmentsAfter } from './appointment.ts'
import { customerAppointmentsQuery } from './queries.ts'

const maxPast = 5

/** A customer's coming appointments and the latest ones before; a widget of their profile. */
export function CustomerAppointments({ customerId }: { customerId: number }) {
  const { data, isLoadingError, refetch } = useQuery(customerAppointmentsQuery(String(customerId)))
  if (isLoadingError)
    return <ErrorState title="The appointments could not be loaded" onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={160} />
  const appointments = data ?? []
  const coming = appointmentsAfter(appointments, new Date())
  const past = appointments.filter((it) => !coming.includes(it)).toReversed()
  const rows = [...coming, ...past.slice(0, maxPast)]
  if (rows.length === 0)
    return <EmptyState title="No Appointments Yet">Appointments of this customer appear here.</EmptyState>
  return (
    <div css={{ display: 'grid', gap: space(4) }}>
      <LinkList
        label="Appointments"
        items={rows.map((appointment) => ({
          key: appointment.id,
          link: <Link to={`/appointments/${appointment.id}`}>{appointment.title}</Link>,
          detail: formatSlot(appointment),
          aside: <AppointmentBadge appointment={appointment} />,
        }))}
      />
      <Link
        to={`/customers/${customerId}/appointments`}
        css={[...buttonStyle('quiet'), { width: 'fit-content' }]}
      >
        All appointments
      </Link>
    </div>
  )
}

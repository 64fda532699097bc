import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import { formatArrivalOn, formatSlot } from '@plumbline/contract/when'
import { fullName } from '@plumbline/crm/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, CardGrid, color, EmptyState, IconButton, PageHeader, space } from '@plumbline/ui'
import { useSuspenseQueries } from '@tanstack/react-query'
import { CalendarX, Pencil } from 'lucide-react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useNow } from '../useNow.ts'
import { AppointmentCard } from './AppointmentCard.tsx'
import { isOpen } from './appointment.ts'
import { useCancelAppointment } from './appointmentActions.ts'
import { customerQuery } from './crmQueries.ts'
import { useOutsideHours } from './HoursMark.tsx'
import { NotFound } from './NotFound.tsx'
import { NewAppointmentLink } from './pageActions.tsx'
import { customerAppointmentsQuery } from './queries.ts'

/** What comes next stands first, then what was, newest first; the server answers by date. */
function nextFirst(appointments: readonly Appointment[], now: Date): Appointment[] {
  const isAhead = (it: Appointment) =>
    it.status === 'in_progress' || (isOpen(it) && Date.parse(it.scheduledDate) >= now.getTime())
  return [...appointments.filter(isAhead), ...appointments.filter((it) => !isAhead(it)).toReversed()]
}

function Price({ appointment: { estimatedPrice, actualPrice } }: { appointment: Appointment }) {
  // absent for who may not see prices
  if (estimatedPrice === undefined) return <b>—</b>
  const prices = [
    estimatedPrice !== null && `Estimated ${formatMoney(estimatedPrice)}`,
    actualPrice !== null && `Actual ${formatMoney(actualPrice)}`,
  ].filter(Boolean)
  return <b css={{ fontVariantNumeric: 'tabular-nums' }}>{prices.join(' · ') || 'No price yet'}</b>
}

// the button that was pressed goes with the status
const focusCard = (id: number) =>
  document.querySelector<HTMLElement>(`article a[href="/appointments/${id}"]`)?.focus()

/** `/customers/{id}/appointments`. */
export function CustomerAppointmentListPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { cancel } = useCancelAppointment(focusCard)
  const [{ data: customer }, { data: appointments }] = useSuspenseQueries({
    queries: [customerQuery(id), customerAppointmentsQuery(id)],
  })
  const now = useNow()
  const { may } = useRights()
  const outside = useOutsideHours()
  if (!customer || !appointments) return <NotFound what="Customer" />
  const name = fullName(customer)
  const formUrl = `/appointments/new?customerId=${id}`
  return (
    <>
      <title>{`Appointments of ${name}`}</title>
      <PageHeader
        title={name}
        text="Appointments"
        back={<Link to="/customers">Customers</Link>}
        primary={<NewAppointmentLink to={formUrl} />}
      />
      {appointments.length === 0 ? (
        <EmptyState
          title="No Appointments Yet"
          action={<NewAppointmentLink to={formUrl} label="Schedule Appointment" />}
        >
          The jobs of {name} appear here.
        </EmptyState>
      ) : (
        <CardGrid
          label="Appointments"
          items={nextFirst(appointments, now)}
          itemKey={({ id }) => id}
          estimate={230}
        >
          {(appointment) => (
            <AppointmentCard
              appointment={appointment}
              heading="h2"
              when={`${formatArrivalOn(appointment)} (${appointment.duration}\u00a0min)`}
              outside={outside(appointment)}
              footer={
                <>
                  <Price appointment={appointment} />
                  {appointment.status === 'scheduled' && may('schedule.own.edit') && (
                    <span css={{ display: 'flex', gap: space(1) }}>
                      <IconButton
                        label={`Edit appointment on ${formatSlot(appointment)}`}
                        icon={Pencil}
                        onClick={() => void navigate(`/appointments/${appointment.id}/edit`)}
                      />
                      {may('schedule.all.edit') && (
                        <IconButton
                          label={`Cancel appointment on ${formatSlot(appointment)}`}
                          icon={CalendarX}
                          onClick={() => void cancel(appointment)}
                        />
                      )}
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
      {may('invoices.view') && (
        <p css={{ marginTop: space(6) }}>
          <Link to={`/customers/${id}/invoices`} css={[...buttonStyle('quiet'), { whiteSpace: 'normal' }]}>
            Invoices of {name}
          </Link>
        </p>
      )}
    </>
  )
}

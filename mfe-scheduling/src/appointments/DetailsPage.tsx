import { css } from '@emotion/react'
import { formatLongDay, formatMoney, formatTime } from '@plumbline/contract'
import { telephoneLink } from '@plumbline/contract/phone'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { Button, buttonStyle, Card, PageHeader, phone, StatusBadge, space } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { facts } from './factsStyle.ts'
import { NotFound } from './NotFound.tsx'
import { OnSite } from './OnSite.tsx'
import { appointmentQuery } from './queries.ts'
import { useDelete } from './useCancel.ts'

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  gap: ${space(6)};
  align-items: start;
  > div { display: grid; gap: ${space(6)}; }
  @media (max-width: 1000px) { grid-template-columns: minmax(0, 1fr); }
`

const words = css`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

/** `/appointments/{id}`. */
export function DetailsPage() {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(appointmentQuery(id))
  return data ? <Details appointment={data.value} /> : <NotFound what="Appointment" />
}

function Details({ appointment }: { appointment: AppointmentDetails }) {
  const navigate = useNavigate()
  const { remove, removing } = useDelete(() => void navigate('/scheduler', { replace: true }))
  const { id, title, status, scheduledDate, duration, description, notes } = appointment
  return (
    <>
      <title>{title}</title>
      <PageHeader
        title={title}
        badge={<StatusBadge status={status} />}
        text={`${formatLongDay(scheduledDate)} at ${formatTime(scheduledDate)}`}
        back={<Link to="/scheduler">Scheduler</Link>}
        actions={
          <>
            <Button onClick={() => void remove(appointment)} busy={removing}>
              <Trash2 size={16} aria-hidden />
              Delete
            </Button>
            <Link to={`/appointments/${id}/edit`} css={buttonStyle('primary')}>
              <Pencil size={16} aria-hidden />
              Edit
            </Link>
          </>
        }
      />
      <OnSite appointment={appointment} />
      <div css={columns}>
        <div>
          <Card title="Job">
            <dl css={facts}>
              <dt>Date</dt>
              <dd>{formatLongDay(scheduledDate)}</dd>
              <dt>Time</dt>
              <dd>
                {formatTime(scheduledDate)} ({duration} min)
              </dd>
              <dt>Estimated price</dt>
              <dd>
                {appointment.estimatedPrice === null ? 'Not set' : formatMoney(appointment.estimatedPrice)}
              </dd>
              <dt>Actual price</dt>
              <dd>{appointment.actualPrice === null ? 'Not set' : formatMoney(appointment.actualPrice)}</dd>
            </dl>
          </Card>
          <Card title="Work description">
            <p css={words}>{description || 'Nothing written down.'}</p>
          </Card>
          <Card title="Internal notes">
            <p css={words}>{notes || 'Nothing written down.'}</p>
          </Card>
        </div>
        <Customer appointment={appointment} />
      </div>
    </>
  )
}

function Customer({ appointment }: { appointment: AppointmentDetails }) {
  const { customerId, customerName, customerEmail, customerPhone, address } = appointment
  return (
    <Card title="Customer">
      <dl css={[facts, { [phone]: { gridTemplateColumns: 'minmax(0, 1fr)' } }]}>
        <dt>Name</dt>
        <dd>{customerName ?? 'Unknown Customer'}</dd>
        <dt>Email</dt>
        <dd>{customerEmail ? <a href={`mailto:${customerEmail}`}>{customerEmail}</a> : 'Not known'}</dd>
        <dt>Phone</dt>
        <dd>{customerPhone ? <a href={telephoneLink(customerPhone)}>{customerPhone}</a> : 'Not known'}</dd>
        <dt>Address</dt>
        <dd>{address ?? 'Not known'}</dd>
      </dl>
      <Link to={`/customers?customer=${customerId}`} css={[buttonStyle(), { marginTop: space(5) }]}>
        View Customer Profile
      </Link>
    </Card>
  )
}

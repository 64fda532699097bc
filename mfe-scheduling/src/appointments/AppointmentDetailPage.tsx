import { css } from '@emotion/react'
import { formatDay, formatLongDay, formatMoney, formatTime } from '@plumbline/contract'
import { mailtoLink, telephoneLink } from '@plumbline/contract/contact'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { Button, buttonStyle, Card, color, PageHeader, phone, StatusBadge, space, text } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { useDeleteAppointment } from './appointmentActions.ts'
import { NotFound } from './NotFound.tsx'
import { OnSiteActions } from './OnSiteActions.tsx'
import { appointmentQuery } from './queries.ts'

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  gap: ${space(6)};
  align-items: start;
  > div { display: grid; gap: ${space(6)}; }
  @media (max-width: 1000px) { grid-template-columns: minmax(0, 1fr); }
  /* the job sheet: one page with what is needed on site */
  @media print {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    gap: ${space(4)};
    > div { gap: ${space(4)}; }
  }
`

const facts = css`
  display: grid;
  grid-template-columns: minmax(110px, auto) minmax(0, 1fr);
  gap: ${space(2)} ${space(5)};
  margin: 0;
  dt { color: ${color.muted}; }
  dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
`

const contact = css`
  ${phone} { grid-template-columns: minmax(0, 1fr); dd a { display: inline-block; min-height: 44px; line-height: 44px; } }
  @media print { grid-template-columns: minmax(0, 1fr); gap: ${space(0.5)}; dd { margin-bottom: ${space(2)}; } }
`

const longText = css`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

const signature = css`
  display: none;
  grid-template-columns: 2fr 1fr;
  gap: ${space(8)};
  margin-top: ${space(16)};
  break-inside: avoid;
  font-size: ${text.sm};
  > span { padding-top: ${space(1)}; border-top: 1px solid; }
  @media print { display: grid; }
`

/** `/appointments/{id}`. */
export function AppointmentDetailPage() {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(appointmentQuery(id))
  return data ? <AppointmentDetail appointment={data.value} /> : <NotFound what="Appointment" />
}

function AppointmentDetail({ appointment }: { appointment: AppointmentDetails }) {
  const navigate = useNavigate()
  const { remove, pending } = useDeleteAppointment(() => navigate('/scheduler', { replace: true }))
  const { id, title, status, scheduledDate, duration, description, notes } = appointment
  return (
    <>
      <title>{`${title}, ${formatDay(scheduledDate)}`}</title>
      <PageHeader
        title={title}
        badge={<StatusBadge status={status} />}
        text={`${formatLongDay(scheduledDate)} at ${formatTime(scheduledDate)}`}
        back={<Link to="/scheduler">Scheduler</Link>}
        actions={
          <>
            <Button onClick={() => void remove(appointment)} busy={pending}>
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
      <OnSiteActions appointment={appointment} />
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
            <p css={longText}>{description || 'No description.'}</p>
          </Card>
          <Card title="Internal notes">
            <p css={longText}>{notes || 'No notes.'}</p>
          </Card>
        </div>
        <CustomerCard appointment={appointment} />
      </div>
      <div css={signature}>
        <span>Customer signature</span>
        <span>Date</span>
      </div>
    </>
  )
}

function CustomerCard({ appointment }: { appointment: AppointmentDetails }) {
  const { customerId, customerName, customerEmail, customerPhone, address } = appointment
  return (
    <Card title="Customer">
      <dl css={[facts, contact]}>
        <dt>Name</dt>
        <dd>{customerName ?? 'Unknown Customer'}</dd>
        <dt>Email</dt>
        <dd>{customerEmail ? <a href={mailtoLink(customerEmail)}>{customerEmail}</a> : '—'}</dd>
        <dt>Phone</dt>
        <dd>{customerPhone ? <a href={telephoneLink(customerPhone)}>{customerPhone}</a> : '—'}</dd>
        <dt>Address</dt>
        <dd>{address ?? '—'}</dd>
      </dl>
      <Link
        to={`/customers?customer=${customerId}`}
        css={[buttonStyle(), { marginTop: space(5), '@media print': { display: 'none' } }]}
      >
        View Customer Profile
      </Link>
    </Card>
  )
}

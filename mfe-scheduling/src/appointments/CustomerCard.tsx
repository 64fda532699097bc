import { css } from '@emotion/react'
import { mailtoLink, telephoneLink } from '@plumbline/contract/contact'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { buttonStyle, Card, color, phone, space } from '@plumbline/ui'
import { Link } from 'react-router-dom'

export const facts = css`
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

/** Whose appointment it is, and how to reach them. */
export function CustomerCard({ appointment }: { appointment: AppointmentDetails }) {
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

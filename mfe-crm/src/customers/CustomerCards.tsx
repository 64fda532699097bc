import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import { telephoneLink } from '@plumbline/contract/phone'
import type { Customer } from '@plumbline/crm/api'
import { Avatar, buttonStyle, CardGrid, color, phone, radius, StatusBadge, space, text } from '@plumbline/ui'
import { Mail, MapPin, Phone } from 'lucide-react'
import { Link } from 'react-router-dom'
import { fullName, mail } from './customer.ts'

const card = css`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: ${space(4)} ${space(5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  &:hover { border-color: ${color.control}; }
  h2 { font-size: ${text.lg}; overflow-wrap: anywhere; }
  h2 a { color: inherit; text-decoration: none; }
  h2 a::after { content: ''; position: absolute; inset: 0; border-radius: ${radius.surface}; }
  h2 a:focus-visible { outline: none; }
  h2 a:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: 2px; }
  ul { display: grid; gap: ${space(1)}; margin: 0; padding: 0; list-style: none; }
  li { display: flex; gap: ${space(2)}; align-items: baseline; min-width: 0; overflow-wrap: anywhere; }
  li svg { flex: none; color: ${color.muted}; transform: translateY(2px); }
  li a, footer a { position: relative; z-index: 1; }
  li a { color: inherit; text-decoration: none; font-variant-numeric: tabular-nums; }
  li a:hover { text-decoration: underline; }
  footer { display: flex; gap: ${space(2)}; margin-top: auto; }
  footer a { flex: 1; }
  ${phone} { padding: ${space(4)}; }
`

const note = css`
  display: -webkit-box;
  -webkit-line-clamp: 2;
  -webkit-box-orient: vertical;
  overflow: hidden;
  color: ${color.muted};
  font-size: ${text.sm};
`

function CustomerCard({ customer }: { customer: Customer }) {
  const { id, firstName, lastName, email, phone: number, address, status, notes, createdAt } = customer
  return (
    <article css={card}>
      <header css={{ display: 'flex', gap: space(3), alignItems: 'center' }}>
        <Avatar firstName={firstName} lastName={lastName} />
        <div css={{ flex: 1, minWidth: 0 }}>
          <h2>
            <Link to={`?customer=${id}`} preventScrollReset>
              {fullName(customer)}
            </Link>
          </h2>
          <p css={{ color: color.muted, fontSize: text.sm }}>Customer since {formatDay(createdAt)}</p>
        </div>
        <StatusBadge status={status} />
      </header>
      <ul>
        <li>
          <Phone size={14} aria-label="Phone" />
          <a href={telephoneLink(customer.phone)}>{number}</a>
        </li>
        <li>
          <Mail size={14} aria-label="Email" />
          <a href={mail(customer)}>{email}</a>
        </li>
        {address && (
          <li>
            <MapPin size={14} aria-label="Address" />
            {address}
          </li>
        )}
      </ul>
      {notes && <p css={note}>{notes}</p>}
      <footer>
        <Link
          to={`/customers/${id}/appointments`}
          css={buttonStyle('secondary', 'sm')}
          aria-label={`Appointments of ${fullName(customer)}`}
        >
          Appointments
        </Link>
        <Link
          to={`/customers/${id}/invoices`}
          css={buttonStyle('secondary', 'sm')}
          aria-label={`Invoices of ${fullName(customer)}`}
        >
          Invoices
        </Link>
      </footer>
    </article>
  )
}

export const CustomerCards = ({ customers }: { customers: readonly Customer[] }) => (
  <CardGrid label="Customers" items={customers} itemKey={({ id }) => id} estimate={230}>
    {(customer) => <CustomerCard customer={customer} />}
  </CardGrid>
)

import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import type { Customer } from '@plumbline/crm/api'
import { Avatar, buttonStyle, CardGrid, color, phone, radius, space, text } from '@plumbline/ui'
import { Link } from 'react-router-dom'
import { RecordLink } from '../RecordLink.tsx'
import { ContactList } from './ContactLinks.tsx'
import { CustomerBadge } from './CustomerBadge.tsx'
import { fullName } from './customer.ts'

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
  ul a, footer a { position: relative; z-index: 1; }
  footer { display: flex; gap: ${space(2)}; margin-top: auto; }
  footer a { flex: 1; }
  ${phone} {
    padding: ${space(4)};
    h2 a { display: flex; align-items: center; min-height: 44px; margin-block: -12px; }
  }
`

const note = css`
  display: -webkit-box;
  -webkit-line-clamp: 2;
  -webkit-box-orient: vertical;
  overflow: hidden;
  color: ${color.muted};
  font-size: ${text.sm};
`

function CustomerListCard({ customer }: { customer: Customer }) {
  const { id, firstName, lastName, status, notes, createdAt } = customer
  const name = fullName(customer)
  return (
    <article css={card}>
      <header css={{ display: 'flex', gap: space(3), alignItems: 'center' }}>
        <Avatar firstName={firstName} lastName={lastName} />
        <div css={{ flex: 1, minWidth: 0 }}>
          <h2>
            <RecordLink noun="customer" id={id}>
              {name}
            </RecordLink>
          </h2>
          <p css={{ color: color.muted, fontSize: text.sm }}>Customer since {formatDay(createdAt)}</p>
        </div>
        <CustomerBadge status={status} />
      </header>
      <ContactList person={customer} />
      {notes && <p css={note}>{notes}</p>}
      <footer>
        {['Appointments', 'Invoices'].map((label) => (
          <Link
            key={label}
            to={`/customers/${id}/${label.toLowerCase()}`}
            css={buttonStyle('secondary', 'sm')}
            aria-label={`${label} of ${name}`}
          >
            {label}
          </Link>
        ))}
      </footer>
    </article>
  )
}

type CustomerCardsProps = { customers: readonly Customer[]; total: number | undefined }

export const CustomerCards = ({ customers, total }: CustomerCardsProps) => (
  <CardGrid label="Customers" items={customers} total={total} itemKey={({ id }) => id} estimate={230}>
    {(customer) => <CustomerListCard customer={customer} />}
  </CardGrid>
)

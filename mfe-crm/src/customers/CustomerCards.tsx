import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import type { CustomerWithWork } from '@plumbline/crm/api'
import { Avatar, buttonStyle, CardGrid, color, phone, radius, space, text } from '@plumbline/ui'
import { Link } from 'react-router-dom'
import { RecordLink } from '../RecordLink.tsx'
import { ContactList } from './ContactLinks.tsx'
import { CustomerBadge } from './CustomerBadge.tsx'
import { fullName, owesMoney } from './customer.ts'
import { formatJobStart } from './jobs.ts'

const card = css`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  &:hover { border-color: ${color.control}; }
  h2 { font-size: ${text.lg}; overflow-wrap: anywhere; }
  h2 a { color: inherit; text-decoration: none; }
  h2 a::after { content: ''; position: absolute; inset: 0; border-radius: ${radius.surface}; }
  h2 a:focus-visible { outline: none; }
  h2 a:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: 2px; }
  ul { gap: 0; }
  li a { display: block; overflow: hidden; line-height: 24px; text-overflow: ellipsis; white-space: nowrap; }
  li wbr { display: none; }
  ul a, footer a { position: relative; z-index: 1; }
  footer { display: flex; gap: ${space(2)}; margin-top: auto; }
  footer a { flex: 1; }
  header { display: flex; gap: ${space(3)}; align-items: center; }
  header > div:first-of-type { flex: 1; min-width: 0; }
  header > div:last-of-type { display: grid; justify-items: end; align-self: start; line-height: 18px; }
  ${phone} {
    gap: ${space(1)};
    li a { line-height: 44px; }
    /* number and address of a mailbox beside each other */
    ul { display: flex; flex-wrap: wrap; column-gap: ${space(4)}; font-size: ${text.md}; }
    li:has(a[href^='mailto:']) { flex: 1 1 0; }
    li:has(a[target]) { flex: 1 0 100%; }
    ul + p { margin-bottom: ${space(2)}; }
    h2 a { display: flex; align-items: center; min-height: 44px; margin-block: -12px; }
  }
`

const small = css`
  color: ${color.muted};
  font-size: ${text.sm};
`

const owes = css`
  color: ${color.amber};
  font-size: ${text.sm};
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`

const line = css`
  overflow: hidden;
  color: ${color.muted};
  font-size: ${text.sm};
  text-overflow: ellipsis;
  white-space: nowrap;
  b { color: ${color.ink}; font-weight: 500; }
`

type CustomerListCardProps = { customer: CustomerWithWork; pages: readonly string[] }

function CustomerListCard({ customer, pages }: CustomerListCardProps) {
  const { id, firstName, lastName, status, notes, createdAt, work } = customer
  const name = fullName(customer)
  const next = work?.nextJob
  return (
    <article css={card}>
      <header>
        <Avatar firstName={firstName} lastName={lastName} />
        <div>
          <h2>
            <RecordLink noun="customer" id={id}>
              {name}
            </RecordLink>
          </h2>
          <p css={small}>
            Customer since <span css={{ whiteSpace: 'nowrap' }}>{formatDay(createdAt)}</span>
          </p>
        </div>
        <div>
          <CustomerBadge status={status} />
          {owesMoney(work) && <span css={owes}>Owes {formatMoney(work.balance)}</span>}
        </div>
      </header>
      <ContactList person={customer} />
      {(next || notes) && (
        <p css={line} title={notes ?? undefined}>
          {next && <b>Next: {formatJobStart(next)}</b>}
          {next && notes && ' · '}
          {notes}
        </p>
      )}
      <footer>
        {pages.map((label) => (
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

type CustomerCardsProps = { customers: readonly CustomerWithWork[]; total: number | undefined }

export function CustomerCards({ customers, total }: CustomerCardsProps) {
  const { may } = useRights()
  const pages = may('invoices.view') ? ['Appointments', 'Invoices'] : ['Appointments']
  return (
    <CardGrid label="Customers" items={customers} total={total} itemKey={({ id }) => id} estimate={212}>
      {(customer) => <CustomerListCard customer={customer} pages={pages} />}
    </CardGrid>
  )
}

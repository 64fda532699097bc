import { css } from '@emotion/react'
import { formatYear } from '@plumbline/contract'
import { telephoneLink } from '@plumbline/contract/phone'
import type { Customer } from '@plumbline/crm/api'
import { Avatar, type Column, color, DataTable, IconButton, StatusBadge, space } from '@plumbline/ui'
import { MessageSquare, Pencil } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { fullName, mail, sourceLabel } from './customer.ts'

const contact = css`
  display: block;
  width: fit-content;
  color: inherit;
  text-decoration: none;
  font-variant-numeric: tabular-nums;
  &:hover { text-decoration: underline; }
`

type CustomerTableProps = {
  customers: readonly Customer[]
  onEdit: (customer: Customer) => void
  /** The address that opens one. */
  to: (customer: Customer) => string
  empty: ReactNode
}

/** Everybody on the books, a line each. */
export function CustomerTable({ customers, onEdit, to, empty }: CustomerTableProps) {
  const columns: Column<Customer>[] = [
    { key: 'customer', label: 'Customer', cell: (it) => <Who customer={it} /> },
    {
      key: 'contact',
      label: 'Contact',
      card: 'row',
      cell: (it) => <Contact customer={it} />,
    },
    { key: 'status', label: 'Status', card: 'end', cell: (it) => <Status status={it.status} /> },
    { key: 'source', label: 'Source', cell: sourceLabel },
    {
      key: 'actions',
      label: 'Actions',
      card: 'row',
      cell: (it) => <Actions customer={it} onEdit={onEdit} />,
    },
  ]
  return (
    <DataTable
      label="Customers"
      columns={columns}
      rows={customers}
      rowKey={(it) => it.id}
      link={(it, content) => (
        <Link to={to(it)} preventScrollReset>
          {content}
        </Link>
      )}
      empty={empty}
    />
  )
}

// a long table draws its rows with every step of scrolling: what is in them is drawn once
const Who = memo(({ customer }: { customer: Customer }) => (
  <span css={{ display: 'flex', gap: space(3), alignItems: 'center' }}>
    <Avatar firstName={customer.firstName} lastName={customer.lastName} />
    <span>
      <span css={{ display: 'block' }}>{fullName(customer)}</span>
      <span css={{ color: color.muted, fontWeight: 400, fontSize: 13 }}>
        Customer since {formatYear(customer.createdAt)}
      </span>
    </span>
  </span>
))

const Contact = memo(({ customer }: { customer: Customer }) => (
  <div css={{ minWidth: 0, overflowWrap: 'anywhere' }}>
    <a css={contact} href={mail(customer)}>
      {customer.email}
    </a>
    <a css={contact} href={telephoneLink(customer.phone)}>
      {customer.phone}
    </a>
  </div>
))

const Status = memo(StatusBadge)

const Actions = memo(({ customer, onEdit }: { customer: Customer; onEdit: CustomerTableProps['onEdit'] }) => {
  const navigate = useNavigate()
  const name = fullName(customer)
  return (
    <span css={{ display: 'inline-flex', gap: space(1) }}>
      <IconButton
        label={`Message ${name}`}
        icon={MessageSquare}
        onClick={() => void navigate(`/messages?customer=${customer.id}`)}
      />
      <IconButton label={`Edit ${name}`} icon={Pencil} onClick={() => onEdit(customer)} />
    </span>
  )
})

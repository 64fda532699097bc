import { css } from '@emotion/react'
import { formatYear } from '@plumbline/contract'
import type { Customer } from '@plumbline/crm/api'
import { Avatar, type Column, color, DataTable, IconButton, StatusBadge, space } from '@plumbline/ui'
import { MessageSquare, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { fullName, mail, sourceLabel, telephone } from './customer.ts'

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
  const navigate = useNavigate()
  const columns: Column<Customer>[] = [
    { key: 'customer', label: 'Customer', cell: (it) => <Who customer={it} /> },
    {
      key: 'contact',
      label: 'Contact',
      card: 'row',
      cell: (it) => (
        <div css={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <a css={contact} href={mail(it)}>
            {it.email}
          </a>
          <a css={contact} href={telephone(it)}>
            {it.phone}
          </a>
        </div>
      ),
    },
    { key: 'status', label: 'Status', card: 'end', cell: (it) => <StatusBadge status={it.status} /> },
    { key: 'source', label: 'Source', cell: sourceLabel },
    {
      key: 'actions',
      label: 'Actions',
      card: 'row',
      cell: (it) => (
        <span css={{ display: 'inline-flex', gap: space(1) }}>
          <IconButton
            label={`Message ${fullName(it)}`}
            icon={MessageSquare}
            onClick={() => void navigate(`/messages?customer=${it.id}`)}
          />
          <IconButton label={`Edit ${fullName(it)}`} icon={Pencil} onClick={() => onEdit(it)} />
        </span>
      ),
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

const Who = ({ customer }: { customer: Customer }) => (
  <span css={{ display: 'flex', gap: space(3), alignItems: 'center' }}>
    <Avatar firstName={customer.firstName} lastName={customer.lastName} />
    <span>
      <span css={{ display: 'block' }}>{fullName(customer)}</span>
      <span css={{ color: color.muted, fontWeight: 400, fontSize: 13 }}>
        Customer since {formatYear(customer.createdAt)}
      </span>
    </span>
  </span>
)

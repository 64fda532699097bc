import { formatYear } from '@plumbline/contract'
import { useRights } from '@plumbline/contract/rights'
import type { Customer } from '@plumbline/crm/api'
import { Avatar, type Column, color, DataTable, IconButton, space, text } from '@plumbline/ui'
import { MessageSquare, Pencil } from 'lucide-react'
import { memo } from 'react'
import { useNavigate } from 'react-router-dom'
import { RecordLink } from '../RecordLink.tsx'
import { ContactLinks } from './ContactLinks.tsx'
import { CustomerBadge } from './CustomerBadge.tsx'
import { fullName } from './customer.ts'
import { SourceCell } from './SourceCell.tsx'

type CustomerTableProps = {
  customers: readonly Customer[]
  total: number | undefined
  onEdit: (customer: Customer) => void
}

/** All customers, a row each. */
export function CustomerTable({ customers, total, onEdit }: CustomerTableProps) {
  const columns: Column<Customer>[] = [
    { key: 'customer', label: 'Customer', cell: (it) => <NameCell customer={it} /> },
    { key: 'contact', label: 'Contact', card: 'row', cell: (it) => <ContactLinks person={it} /> },
    { key: 'status', label: 'Status', card: 'end', cell: (it) => <CustomerBadge status={it.status} /> },
    { key: 'source', label: 'Source', card: 'end', cell: SourceCell },
    {
      key: 'actions',
      label: 'Actions',
      card: 'plain',
      cell: (it) => <ActionsCell customer={it} onEdit={onEdit} />,
    },
  ]
  return (
    <DataTable
      label="Customers"
      columns={columns}
      rows={customers}
      total={total}
      rowKey={(it) => it.id}
      link={(it, content) => (
        <RecordLink noun="customer" id={it.id}>
          {content}
        </RecordLink>
      )}
    />
  )
}

// a long table draws its rows with every step of scrolling: what is in them is drawn once
const NameCell = memo(({ customer }: { customer: Customer }) => (
  <span css={{ display: 'flex', gap: space(3), alignItems: 'center' }}>
    <Avatar firstName={customer.firstName} lastName={customer.lastName} />
    <span>
      <span css={{ display: 'block' }}>{fullName(customer)}</span>
      <span css={{ color: color.muted, fontWeight: 400, fontSize: text.sm }}>
        Customer since {formatYear(customer.createdAt)}
      </span>
    </span>
  </span>
))

type ActionsCellProps = Pick<CustomerTableProps, 'onEdit'> & { customer: Customer }
const ActionsCell = memo(({ customer, onEdit }: ActionsCellProps) => {
  const navigate = useNavigate()
  const { may } = useRights()
  const name = fullName(customer)
  return (
    <span css={{ display: 'inline-flex', gap: space(1) }}>
      {may('messages.own') && (
        <IconButton
          label={`Message ${name}`}
          icon={MessageSquare}
          onClick={() => void navigate(`/messages?customer=${customer.id}`)}
        />
      )}
      {may('customers.edit') && (
        <IconButton label={`Edit ${name}`} icon={Pencil} onClick={() => onEdit(customer)} />
      )}
    </span>
  )
})

import { useRights } from '@plumbline/contract/rights'
import { buttonStyle } from '@plumbline/ui'
import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'

/** Leads to the form for a new invoice, for a customer where one is given; for members who may write one. */
export function NewInvoiceLink({ customerId, label }: { customerId?: string; label: string }) {
  const { may } = useRights()
  if (!may('invoices.edit')) return null
  return (
    <Link
      to={customerId === undefined ? '/invoices/new' : `/invoices/new?customerId=${customerId}`}
      css={buttonStyle('primary')}
    >
      <Plus size={16} aria-hidden />
      {label}
    </Link>
  )
}

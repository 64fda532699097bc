import { buttonStyle } from '@plumbline/ui'
import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'

/** Leads to the form for a new invoice, for a customer where one is given. */
export const NewInvoiceLink = ({ customerId, label }: { customerId?: string; label: string }) => (
  <Link
    to={customerId === undefined ? '/invoices/new' : `/invoices/new?customerId=${customerId}`}
    css={buttonStyle('primary')}
  >
    <Plus size={16} aria-hidden />
    {label}
  </Link>
)

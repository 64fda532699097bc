import { buttonStyle } from '@plumbline/ui'
import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'

export const createLink = (to = '/invoices/new', label = 'Create Invoice') => (
  <Link to={to} css={buttonStyle('primary')}>
    <Plus size={16} aria-hidden />
    {label}
  </Link>
)

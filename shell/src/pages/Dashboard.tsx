import { css } from '@emotion/react'
import { buttonStyle, phone, space } from '@plumbline/ui'
import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Widget } from '../remotes/Widget.tsx'
import { Page } from './Page.tsx'

const actions = [
  { label: 'New Customer', to: '/customers/new' },
  { label: 'New Appointment', to: '/appointments/new' },
  { label: 'New Invoice', to: '/invoices/new' },
]

const action = [
  ...buttonStyle('secondary'),
  css`
    ${phone} { flex: 1 1 0; flex-direction: column; gap: ${space(1)}; padding: ${space(2)}; font-size: 13px; }
  `,
]

export const Dashboard = () => (
  <Page
    title="Business Dashboard"
    actions={actions.map(({ label, to }) => (
      <Link key={to} to={to} css={action}>
        <Plus size={16} aria-hidden />
        {label}
      </Link>
    ))}
  >
    <Widget remote="crm" name="NewLeads" />
  </Page>
)

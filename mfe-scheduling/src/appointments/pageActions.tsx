import { css } from '@emotion/react'
import { useRights } from '@plumbline/contract/rights'
import { buttonStyle } from '@plumbline/ui'
import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'

/** For a button beside a more important one: only its icon is visible where there is little room. */
export const collapsedLabel = css`
  @media (max-width: 999px) {
    && { position: relative; flex: none; min-width: 44px; padding: 0; }
    span { position: absolute; clip-path: inset(50%); }
  }
`

type NewAppointmentLinkProps = { to?: string; label?: string }

export const NewAppointmentLink = ({
  to = '/appointments/new',
  label = 'New Appointment',
}: NewAppointmentLinkProps) => {
  const { may } = useRights()
  if (!may('schedule.all.edit')) return null
  return (
    <Link to={to} css={buttonStyle('primary')}>
      <Plus size={16} aria-hidden />
      {label}
    </Link>
  )
}

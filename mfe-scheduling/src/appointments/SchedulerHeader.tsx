import { css } from '@emotion/react'
import { useRights } from '@plumbline/contract/rights'
import { Button, buttonStyle, IconButton, Menu, PageHeader, space, VisuallyHidden } from '@plumbline/ui'
import { CalendarSync, Ellipsis, List, Plus } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { collapsedLabel, NewAppointmentLink } from './pageActions.tsx'

const corner = css`
  position: absolute;
  inset: 0 0 auto auto;
  display: flex;
  gap: ${space(1)};
`

type SchedulerHeaderProps = {
  /** Only two buttons; the navigation says which page it is. */
  isFolded: boolean
  onSync: () => void
}

export function SchedulerHeader({ isFolded, onSync }: SchedulerHeaderProps) {
  const navigate = useNavigate()
  const { may } = useRights()
  if (!isFolded)
    return (
      <PageHeader
        title="Scheduler"
        actions={
          <>
            <Button css={collapsedLabel} onClick={onSync}>
              <CalendarSync size={16} aria-hidden />
              <span>Sync to your calendar</span>
            </Button>
            <Link to="/appointments" css={buttonStyle()}>
              View All Appointments
            </Link>
          </>
        }
        primary={<NewAppointmentLink />}
      />
    )
  return (
    <>
      <VisuallyHidden as="h1">Scheduler</VisuallyHidden>
      <div css={corner}>
        {may('schedule.all.edit') && (
          <Link
            to="/appointments/new"
            aria-label="New Appointment"
            data-primary
            css={[buttonStyle('primary'), { minWidth: 44, padding: 0 }]}
          >
            <Plus size={18} aria-hidden />
          </Link>
        )}
        <Menu
          label="More actions"
          trigger={<IconButton label="More actions" icon={Ellipsis} tone="secondary" />}
          items={[
            { label: 'View All Appointments', icon: List, onSelect: () => void navigate('/appointments') },
            { label: 'Sync to your calendar', icon: CalendarSync, onSelect: onSync },
          ]}
        />
      </div>
    </>
  )
}

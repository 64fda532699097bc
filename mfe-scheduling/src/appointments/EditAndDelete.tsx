import { css } from '@emotion/react'
import type { Appointment } from '@plumbline/scheduling/api'
import { Button, buttonStyle, IconButton, Menu } from '@plumbline/ui'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import { useDeleteAppointment } from './appointmentActions.ts'

// in the line of the link back
const menuCorner = css`
  position: absolute;
  inset: 0 0 auto auto;
`

type EditAndDeleteProps = { appointment: Appointment; isPhone: boolean }

/** Two buttons; on a phone a menu, because there the steps of the job matter more. */
export function EditAndDelete({ appointment, isPhone }: EditAndDeleteProps) {
  const navigate = useNavigate()
  const { remove, pending } = useDeleteAppointment(() => navigate('/scheduler', { replace: true }))
  const form = `/appointments/${appointment.id}/edit`
  if (isPhone)
    return (
      <span css={menuCorner}>
        <Menu
          label="More actions"
          trigger={<IconButton label="More actions" icon={Ellipsis} tone="secondary" />}
          items={[
            { label: 'Edit', icon: Pencil, onSelect: () => void navigate(form) },
            {
              label: 'Delete',
              icon: Trash2,
              danger: true,
              disabled: pending,
              onSelect: () => void remove(appointment),
            },
          ]}
        />
      </span>
    )
  return (
    <>
      <Button onClick={() => void remove(appointment)} busy={pending}>
        <Trash2 size={16} aria-hidden />
        Delete
      </Button>
      <Link to={form} css={buttonStyle()}>
        <Pencil size={16} aria-hidden />
        Edit
      </Link>
    </>
  )
}

import { usePageNavigate } from '@plumbline/contract/action'
import { useRights } from '@plumbline/contract/rights'
import type { Appointment } from '@plumbline/scheduling/api'
import { Button, buttonStyle } from '@plumbline/ui'
import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useDeleteAppointment } from './appointmentActions.ts'

export function EditAndDelete({ appointment }: { appointment: Appointment }) {
  const navigate = usePageNavigate()
  const { remove, pending } = useDeleteAppointment(() => navigate('/scheduler', { replace: true }))
  const { may } = useRights()
  return (
    <>
      {may('schedule.all.delete') && (
        <Button tone="quiet" onClick={() => void remove(appointment)} busy={pending}>
          <Trash2 size={16} aria-hidden />
          Delete
        </Button>
      )}
      {may('schedule.own.edit') && (
        <Link to={`/appointments/${appointment.id}/edit`} css={buttonStyle()}>
          <Pencil size={16} aria-hidden />
          Edit
        </Link>
      )}
    </>
  )
}

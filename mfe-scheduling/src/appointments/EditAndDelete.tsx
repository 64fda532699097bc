import { call } from '@plumbline/contract'
import { useAction, usePageNavigate } from '@plumbline/contract/action'
import { useRights } from '@plumbline/contract/rights'
import { customerViewPath, linkAppointment } from '@plumbline/crm/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { Button, buttonStyle, copyText } from '@plumbline/ui'
import { Eye, Link2, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useDeleteAppointment } from './appointmentActions.ts'

function copyCustomerLink(id: number): Promise<void> {
  const issued = call(linkAppointment, { params: { id } })
  return copyText(issued.then(({ path }) => location.origin + path))
}

export function EditAndDelete({ appointment }: { appointment: Appointment }) {
  const navigate = usePageNavigate()
  const { remove, pending } = useDeleteAppointment(() => navigate('/scheduler', { replace: true }))
  const { may } = useRights()
  const copying = useAction(copyCustomerLink, {
    success: 'Copied. With this link the customer sees this appointment, for 30 days.',
    failure: 'Failed to copy the link. Please try again.',
  })
  return (
    <>
      {may('schedule.all.delete') && (
        <Button tone="quiet" onClick={() => void remove(appointment)} busy={pending}>
          <Trash2 size={16} aria-hidden />
          Delete
        </Button>
      )}
      {may('schedule.all.edit') && (
        <Button onClick={() => copying.run(appointment.id)} busy={copying.pending}>
          <Link2 size={16} aria-hidden />
          Copy customer link
        </Button>
      )}
      {may('schedule.all.edit') && (
        <a
          css={buttonStyle()}
          href={customerViewPath('appointment', appointment.id)}
          target="_blank"
          rel="noreferrer"
        >
          <Eye size={16} aria-hidden />
          View as customer
        </a>
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

import { formatSlot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { type ButtonTone, buttonStyle, space } from '@plumbline/ui'
import { Link } from 'react-router-dom'

type AppointmentLinksProps = { appointment: Appointment; mayEdit: boolean; tone?: ButtonTone }

/** Where an appointment of a list leads; a scheduled one to its form as well. */
export function AppointmentLinks({ appointment, mayEdit, tone = 'secondary' }: AppointmentLinksProps) {
  const { id, serviceType, status } = appointment
  const name = `${serviceType}, ${formatSlot(appointment)}`
  return (
    <span css={{ display: 'inline-flex', gap: space(1) }}>
      {mayEdit && status === 'scheduled' && (
        <Link to={`/appointments/${id}/edit`} css={buttonStyle('quiet', 'sm')} aria-label={`Edit ${name}`}>
          Edit
        </Link>
      )}
      <Link to={`/appointments/${id}`} css={buttonStyle(tone, 'sm')} aria-label={`View Details of ${name}`}>
        View Details
      </Link>
    </span>
  )
}

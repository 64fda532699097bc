import { formatInSentence } from '@plumbline/contract/when'
import { newTimeContent } from '@plumbline/messaging/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { TextCustomerDialog } from './TextCustomerDialog.tsx'

type NewTimeDialogProps = {
  appointment: Pick<Appointment, 'customerId' | 'scheduledDate'>
  onClose: () => void
}

/** Texts the customer when an appointment is now. */
export const NewTimeDialog = ({ appointment, onClose }: NewTimeDialogProps) => (
  <TextCustomerDialog
    title="Text the new time"
    customerId={appointment.customerId}
    compose={(firstName, business) =>
      newTimeContent({ firstName, business, when: formatInSentence(appointment.scheduledDate) })
    }
    onClose={onClose}
  />
)

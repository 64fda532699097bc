import { composeText } from '@plumbline/business/api'
import { formatInSentence } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { TextCustomerDialog } from './TextCustomerDialog.tsx'

type NewTimeDialogProps = {
  appointment: Pick<Appointment, 'customerId' | 'scheduledDate' | 'arrivalWindow' | 'anytime'>
  onClose: () => void
}

/** Texts the customer when an appointment is now. */
export const NewTimeDialog = ({ appointment, onClose }: NewTimeDialogProps) => (
  <TextCustomerDialog
    title="Text the new time"
    customerId={appointment.customerId}
    compose={({ texts, ...writing }) =>
      composeText(texts, ['newTime', 'sms'], {
        ...writing,
        time: formatInSentence(appointment),
      })
    }
    onClose={onClose}
  />
)

import { formatLongDay, formatTime } from '@plumbline/contract'
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
      newTimeContent({ firstName, business, when: formatDayAndTime(appointment.scheduledDate) })
    }
    onClose={onClose}
  />
)

/** @example 'Thursday, November 26 at 10:30 AM' */
const formatDayAndTime = (timestamp: string): string =>
  `${formatLongDay(timestamp).replace(/, \d{4}$/, '')} at ${formatTime(timestamp)}`

import { greet, runningLateText } from '@plumbline/messaging/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { useState } from 'react'
import { withDelay } from '../texts/arrival.ts'
import { TextCustomerDialog } from '../texts/TextCustomerDialog.tsx'
import { delays } from './jobSteps.ts'
import { MinutesChoice } from './MinutesChoice.tsx'

type RunningLateDialogProps = { appointment: Appointment; minutes: number; onClose: () => void }

/** Sends an SMS about a delay, over the page that it is opened from. */
export function RunningLateDialog({ appointment, minutes: chosen, onClose }: RunningLateDialogProps) {
  const [minutes, setMinutes] = useState(chosen)
  return (
    <TextCustomerDialog
      title="Running late"
      customerId={appointment.customerId}
      compose={(firstName, business) =>
        greet('sms', firstName, `${runningLateText(chosen)} ${business.name}`)
      }
      onClose={onClose}
    >
      {({ text, setText }) => (
        <MinutesChoice
          label="Delay"
          minutes={delays}
          value={minutes}
          onChoose={(next) => {
            setText(withDelay(text, minutes, next))
            setMinutes(next)
          }}
        />
      )}
    </TextCustomerDialog>
  )
}

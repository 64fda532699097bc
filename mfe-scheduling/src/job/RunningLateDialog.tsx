import { composeText } from '@plumbline/business/api'
import { runningLateText } from '@plumbline/messaging/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { useState } from 'react'
import { withMinutes } from '../texts/arrival.ts'
import { TextCustomerDialog, type Writing } from '../texts/TextCustomerDialog.tsx'
import { delays } from './jobSteps.ts'
import { MinutesChoice } from './MinutesChoice.tsx'

const compose = ({ texts, ...writing }: Writing, minutes: number | null) =>
  composeText(texts, ['runningLate', 'sms'], { ...writing, minutes: String(minutes) })

type RunningLateDialogProps = { appointment: Appointment; minutes: number; onClose: () => void }

/** Sends an SMS about a delay, over the page that it is opened from. */
export function RunningLateDialog({ appointment, minutes: chosen, onClose }: RunningLateDialogProps) {
  const [minutes, setMinutes] = useState(chosen)
  return (
    <TextCustomerDialog
      title="Running late"
      customerId={appointment.customerId}
      compose={(writing) => compose(writing, chosen)}
      onClose={onClose}
    >
      {({ text, setText, ...writing }) => (
        <MinutesChoice
          label="Delay"
          minutes={delays}
          value={minutes}
          onChoose={(next) => {
            setText(
              withMinutes(text, [minutes, next], {
                compose: (it) => compose(writing, it),
                said: runningLateText,
              }),
            )
            setMinutes(next)
          }}
        />
      )}
    </TextCustomerDialog>
  )
}

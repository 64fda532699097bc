import { composeText } from '@plumbline/business/api'
import { arrivalText } from '@plumbline/messaging/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { useState } from 'react'
import { withMinutes } from '../texts/arrival.ts'
import { TextCustomerDialog, type Writing } from '../texts/TextCustomerDialog.tsx'
import { MinutesChoice } from './MinutesChoice.tsx'

const arrivals = [10, 20, 30]

const compose = ({ texts, ...writing }: Writing, minutes: number | null) =>
  composeText(texts, ['onMyWay', 'sms'], {
    ...writing,
    arrival: minutes === null ? '' : arrivalText(minutes),
  })

type OnMyWayDialogProps = { appointment: Appointment; onSent: () => void; onClose: () => void }

/** Sends an SMS about the arrival, over the page that it is opened from. */
export function OnMyWayDialog({ appointment: { customerId }, onSent, onClose }: OnMyWayDialogProps) {
  const [minutes, setMinutes] = useState<number | null>(null)
  return (
    <TextCustomerDialog
      title="On my way"
      customerId={customerId}
      compose={(writing) => compose(writing, null)}
      onSent={onSent}
      onClose={onClose}
    >
      {({ text, setText, ...writing }) => (
        <MinutesChoice
          label="Arrival"
          minutes={arrivals}
          value={minutes}
          onChoose={(chosen) => {
            const next = chosen === minutes ? null : chosen
            setText(
              withMinutes(text, [minutes, next], {
                compose: (it) => compose(writing, it),
                said: arrivalText,
              }),
            )
            setMinutes(next)
          }}
        />
      )}
    </TextCustomerDialog>
  )
}

import { greet, onMyWayText } from '@plumbline/messaging/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { useState } from 'react'
import { withArrival } from '../texts/arrival.ts'
import { TextCustomerDialog } from '../texts/TextCustomerDialog.tsx'
import { markAnnounced } from './jobSteps.ts'
import { MinutesChoice } from './MinutesChoice.tsx'

const arrivals = [10, 20, 30]

type OnMyWayDialogProps = { appointment: Appointment; onClose: () => void }

/** Sends an SMS about the arrival, over the page that it is opened from. */
export function OnMyWayDialog({ appointment: { id, customerId }, onClose }: OnMyWayDialogProps) {
  const [minutes, setMinutes] = useState<number | null>(null)
  return (
    <TextCustomerDialog
      title="On my way"
      customerId={customerId}
      compose={(firstName, business) => greet('sms', firstName, `${onMyWayText} ${business.name}`)}
      onSent={() => markAnnounced(id)}
      onClose={onClose}
    >
      {({ text, setText }) => (
        <MinutesChoice
          label="Arrival"
          minutes={arrivals}
          value={minutes}
          onChoose={(chosen) => {
            const next = chosen === minutes ? null : chosen
            setText(withArrival(text, minutes, next))
            setMinutes(next)
          }}
        />
      )}
    </TextCustomerDialog>
  )
}

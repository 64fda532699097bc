import { greet, onMyWayText } from '@plumbline/messaging/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { Button, color, space } from '@plumbline/ui'
import { useState } from 'react'
import { withArrival } from '../texts/arrival.ts'
import { TextCustomerDialog } from '../texts/TextCustomerDialog.tsx'
import { markAnnounced } from './jobSteps.ts'

const arrivals = [10, 20, 30]

const pressed = {
  '&[aria-pressed="true"]': {
    borderColor: color.accent,
    background: color.accentTint,
    color: color.accent,
  },
  flex: 1,
  minHeight: 44,
  padding: 0,
}

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
      {({ text, setText }) => {
        const choose = (chosen: number) => {
          const next = chosen === minutes ? null : chosen
          setText(withArrival(text, minutes, next))
          setMinutes(next)
        }
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend
          <div role="group" aria-label="Arrival" css={{ display: 'flex', gap: space(2) }}>
            {arrivals.map((it, index) => (
              // not the text: it would open a phone's keyboard over the buttons
              <Button
                key={it}
                css={pressed}
                data-autofocus={index === 0 || undefined}
                aria-pressed={it === minutes}
                onClick={() => choose(it)}
              >
                {it} min
              </Button>
            ))}
          </div>
        )
      }}
    </TextCustomerDialog>
  )
}

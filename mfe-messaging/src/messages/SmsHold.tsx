import { useAction } from '@plumbline/contract/action'
import { useRights } from '@plumbline/contract/rights'
import type { ConsentForm } from '@plumbline/messaging/api'
import { Button } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { refusal } from './conversationStyles.ts'
import { changeConsent, consentQuery, messagesKey } from './queries.ts'

/** Asks staff whether a customer wants no more SMS, where their words leave a doubt. */
export function SmsDoubt({ customerId }: { customerId: number }) {
  const queryClient = useQueryClient()
  const { may } = useRights()
  const deciding = useAction((form: ConsentForm) => changeConsent(customerId, form), {
    refetch: [messagesKey],
    failure: 'Failed to save contact preferences. Please try again.',
    onDone: (consent) => queryClient.setQueryData(consentQuery(customerId).queryKey, consent),
  })
  return (
    <p role="status" css={refusal}>
      <BellOff size={16} aria-hidden />
      {may('messages.all') ? (
        <>
          <span>This customer may have asked for no more SMS. Automatic SMS pause until you decide.</span>
          <Button size="sm" tone="quiet" busy={deciding.pending} onClick={() => deciding.run({ sms: false })}>
            Stop SMS
          </Button>
          <Button size="sm" tone="quiet" busy={deciding.pending} onClick={() => deciding.run({ sms: true })}>
            Keep SMS
          </Button>
        </>
      ) : (
        <span>
          This customer may have asked for no more SMS. Automatic SMS pause until the office decides.
        </span>
      )}
    </p>
  )
}

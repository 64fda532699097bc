import { css } from '@emotion/react'
import { useParam } from '@plumbline/contract'
import { telephoneLink } from '@plumbline/contract/contact'
import { type Customer, fullName } from '@plumbline/crm/api'
import type { Consent, MessageType } from '@plumbline/messaging/api'
import { Badge, Button, color, IconButton, phone, space, text, useMediaQuery } from '@plumbline/ui'
import { ArrowLeft, BellOff, Info, Mail, MessageSquare, UserCog } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { channelLabels } from './conversations.ts'
import { listIsCovered } from './layout.ts'
import { fillsScreen, showsDetails } from './media.ts'

export const conversationHead = css`
  display: flex;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  padding: ${space(3)} ${space(5)};
  border-bottom: 1px solid ${color.line};
  h2 { min-height: 1.2em; font-size: ${text.lg}; overflow-wrap: anywhere; }
  h2:focus { outline: none; }
  ${phone} { gap: ${space(1)}; padding: ${space(1)}; }
`

const who = css`
  flex: 1;
  min-width: 0;
  > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0 ${space(2)}; }
  a { color: ${color.muted}; font-variant-numeric: tabular-nums; }
  /* the number below the name is as tall as a finger */
  ${phone} { padding-top: ${space(2)}; > div { min-height: 44px; } a { display: inline-flex; align-items: center; min-height: 44px; font-size: ${text.sm}; } }
  /* a phone held sideways has no height for two lines */
  @media (max-height: 480px) { display: flex; flex-wrap: wrap; align-items: center; gap: 0 ${space(4)}; }
`

const iconAlone = css`
  ${phone} { && { width: 44px; padding: 0; } span { display: none; } }
`

/** Leads back to the list where that is not beside the conversation. */
export const BackToList = ({ onBack }: { onBack: () => void }) => (
  <span css={{ display: 'none', [listIsCovered]: { display: 'block' } }}>
    <IconButton label="Back to conversations" icon={ArrowLeft} onClick={onBack} />
  </span>
)

type ConversationHeaderProps = {
  /** Null when there is none with this id. */
  customer: Customer | null | undefined
  channel: MessageType
  consent: Consent | undefined
  /** Loads the customer again, where that has failed. */
  onRetry: (() => void) | undefined
  onBack: () => void
}

/** The customer's name and number, the channel, and the way to their details. */
export function ConversationHeader({ customer, channel, consent, onRetry, onBack }: ConversationHeaderProps) {
  const [, setPanel] = useParam('panel')
  const hasDetailsBeside = useMediaQuery(showsDetails)
  const PreferencesIcon = consent?.sms === false || consent?.email === false ? BellOff : UserCog
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // the list is covered, and the row that was pressed with it
    if (matchMedia(fillsScreen).matches) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header css={conversationHead}>
      <BackToList onBack={onBack} />
      <div css={who}>
        <h2 ref={heading} tabIndex={-1}>
          {customer
            ? fullName(customer)
            : customer === null
              ? 'Unknown Customer'
              : onRetry
                ? 'The customer could not be loaded'
                : ' '}
        </h2>
        <div>
          {customer && <a href={telephoneLink(customer.phone)}>{customer.phone}</a>}
          <Badge tone="blue" icon={channel === 'sms' ? MessageSquare : Mail}>
            {channelLabels[channel]}
          </Badge>
        </div>
      </div>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
      {customer && (
        <>
          <Button
            tone="quiet"
            css={iconAlone}
            aria-label="Contact preferences"
            onClick={() => setPanel('consent')}
          >
            <PreferencesIcon size={18} aria-hidden />
            <span>Preferences</span>
          </Button>
          {!hasDetailsBeside && (
            <IconButton label="Customer details" icon={Info} onClick={() => setPanel('customer')} />
          )}
        </>
      )}
    </header>
  )
}

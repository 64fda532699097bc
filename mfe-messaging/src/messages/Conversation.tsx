import { useParam } from '@plumbline/contract'
import { fullName } from '@plumbline/crm/api'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, EmptyState, ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Bubble } from './Bubble.tsx'
import { ByDay } from './ByDay.tsx'
import { Composer } from './Composer.tsx'
import { ConsentDrawer } from './ConsentDrawer.tsx'
import { ConsoleNote } from './ConsoleNote.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { CustomerDrawer } from './CustomerDetails.tsx'
import { pane, refusal, stream } from './conversationStyles.ts'
import { channelsQuery, consentQuery, conversationQuery, customerQuery } from './queries.ts'
import { SmsDoubt } from './SmsHold.tsx'
import { useMarkRead } from './useMarkRead.ts'

type ConversationProps = { customerId: number | null; channel: MessageType; onBack: () => void }

/** One conversation, and the composer of the next message. */
export const Conversation = ({ customerId, channel, onBack }: ConversationProps) => (
  <section css={pane} aria-label="Conversation">
    {customerId === null ? (
      <>
        <div css={{ margin: 'auto' }} data-card-body>
          <EmptyState title="Select a customer to view conversation" />
        </div>
        <ConsoleNote channel={channel} css={{ padding: `0 ${space(5)} ${space(4)}` }} />
      </>
    ) : (
      <OpenConversation customerId={customerId} channel={channel} onBack={onBack} />
    )}
  </section>
)

function OpenConversation({ customerId, channel, onBack }: ConversationProps & { customerId: number }) {
  const customerRead = useQuery(customerQuery(customerId))
  const { data: customer } = customerRead
  const { data: messages, isLoadingError, refetch } = useQuery(conversationQuery(customerId))
  const { data: channels } = useQuery(channelsQuery())
  const { data: consent } = useQuery(consentQuery(customerId))
  const [panel, setPanel] = useParam('panel')
  const end = useRef<HTMLLIElement>(null)
  useMarkRead(messages)
  const count = messages?.length ?? 0
  const isUnknown = customer === null
  const notesBelow = `${channels?.sms} ${consent?.[channel]} ${consent?.smsHold}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note below the messages leaves less room
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'end' })
  }, [count, notesBelow])
  return (
    <>
      <ConversationHeader
        customer={customer}
        channel={channel}
        consent={consent}
        onRetry={customerRead.isLoadingError ? () => void customerRead.refetch() : undefined}
        onBack={onBack}
      />
      {isUnknown && !messages?.length ? (
        <div css={{ flex: 1, display: 'grid', alignContent: 'center' }} data-card-body>
          <EmptyState title="Customer Not Found">There is no customer with number {customerId}.</EmptyState>
        </div>
      ) : isLoadingError ? (
        <ErrorState title="The conversation could not be loaded" onRetry={() => void refetch()} />
      ) : !messages ? (
        <div css={{ flex: 1, padding: space(5) }}>
          <Skeleton height={160} />
        </div>
      ) : messages.length === 0 ? (
        <div css={{ flex: 1, display: 'grid', alignContent: 'center' }} data-card-body>
          <EmptyState title="No messages yet. Start a conversation!" />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
        <ul css={stream} aria-label="Messages" aria-live="polite" tabIndex={0}>
          <ByDay messages={messages}>{(message) => <Bubble key={message.id} message={message} />}</ByDay>
          <li ref={end} aria-hidden />
        </ul>
      )}
      {!isUnknown && <ConsoleNote channel={channel} css={{ padding: `${space(2)} ${space(5)} 0` }} />}
      {consent?.[channel] === false && (
        <p role="status" css={refusal}>
          <BellOff size={16} aria-hidden />
          <span>
            This customer has opted out of {channel === 'sms' ? 'SMS' : 'email'}. Your messages will not be
            sent.
          </span>
          <Button size="sm" tone="quiet" onClick={() => setPanel('consent')}>
            Review
          </Button>
        </p>
      )}
      {channel === 'sms' && consent?.smsHold === 'doubt' && <SmsDoubt customerId={customerId} />}
      {channel === 'sms' && consent?.smsHold === 'unreachable' && (
        <p role="status" css={refusal}>
          <BellOff size={16} aria-hidden />
          <span>{consent.blocked?.sms} No SMS will be sent until the number is changed.</span>
        </p>
      )}
      {!isUnknown && <Composer key={`${customerId} ${channel}`} customerId={customerId} channel={channel} />}
      <ConsentDrawer
        customerId={customerId}
        name={customer ? fullName(customer) : undefined}
        open={panel === 'consent'}
        onClose={() => setPanel(null)}
      />
      <CustomerDrawer customerId={customerId} open={panel === 'customer'} onClose={() => setPanel(null)} />
    </>
  )
}

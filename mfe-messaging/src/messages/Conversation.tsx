import { css } from '@emotion/react'
import { useParam } from '@plumbline/contract'
import { telephoneLink } from '@plumbline/contract/contact'
import type { MessageType } from '@plumbline/messaging/api'
import {
  Badge,
  Button,
  color,
  EmptyState,
  ErrorState,
  IconButton,
  phone,
  Skeleton,
  space,
  text,
} from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, BellOff, Mail, MessageSquare, UserCog } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Bubble } from './Bubble.tsx'
import { Composer } from './Composer.tsx'
import { ConsentDrawer } from './ConsentDrawer.tsx'
import { channelLabels } from './conversations.ts'
import { channelsQuery, consentQuery, conversationQuery, customerQuery } from './queries.ts'

export const pane = css`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  > header { display: flex; flex-wrap: wrap; align-items: center; gap: ${space(2)} ${space(3)}; padding: ${space(3)} ${space(5)}; border-bottom: 1px solid ${color.line}; }
  > header > div { flex: 1; min-width: 0; }
  h2 { font-size: ${text.lg}; overflow-wrap: anywhere; }
  ${phone} { > header { gap: ${space(1)} ${space(2)}; padding: ${space(2)} ${space(2)}; } }
`

export const stream = css`
  flex: 1;
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  min-height: 0;
  margin: 0;
  padding: ${space(5)};
  overflow-y: auto;
  overscroll-behavior: contain;
  list-style: none;
`

export const refusal = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin: 0;
  padding: ${space(2)} ${space(5)};
  border-top: 1px solid ${color.line};
  background: ${color.amberTint};
  color: ${color.amber};
  font-size: ${text.sm};
  > span { flex: 1 1 200px; }
`

const phoneLink = css`
  color: ${color.muted};
  ${phone} { display: inline-flex; align-items: center; min-height: 44px; }
`

type ConversationProps = { customerId: number | null; channel: MessageType; onBack: () => void }

/** One conversation, and the composer of the next message. */
export const Conversation = ({ customerId, ...rest }: ConversationProps) => (
  <section css={pane} aria-label="Conversation">
    {customerId === null ? (
      <div css={{ margin: 'auto' }} data-card-body>
        <EmptyState title="Select a customer to view conversation" />
      </div>
    ) : (
      <OpenConversation customerId={customerId} {...rest} />
    )}
  </section>
)

function OpenConversation({ customerId, channel, onBack }: ConversationProps & { customerId: number }) {
  const { data: customer } = useQuery(customerQuery(customerId))
  const { data: messages, error, refetch } = useQuery(conversationQuery(customerId))
  const { data: channels } = useQuery(channelsQuery())
  const { data: consent } = useQuery(consentQuery(customerId))
  const [panel, setPanel] = useParam('panel')
  const end = useRef<HTMLLIElement>(null)
  const count = messages?.length ?? 0
  const isUnknown = customer === null
  const notesBelow = `${channels?.sms} ${consent?.[channel]}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note below the messages leaves less room
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'end' })
  }, [count, notesBelow])
  return (
    <>
      <header>
        <span css={{ display: 'none', '@media (max-width: 900px)': { display: 'block' } }}>
          <IconButton label="Back to conversations" icon={ArrowLeft} onClick={onBack} />
        </span>
        <div>
          <h2>
            {customer ? `${customer.firstName} ${customer.lastName}` : isUnknown ? 'Unknown Customer' : ' '}
          </h2>
          {customer && (
            <a href={telephoneLink(customer.phone)} css={phoneLink}>
              {customer.phone}
            </a>
          )}
        </div>
        <Badge tone="blue" icon={channel === 'sms' ? MessageSquare : Mail}>
          {channelLabels[channel]}
        </Badge>
        {customer && (
          <IconButton
            label="Contact preferences"
            icon={consent?.sms === false || consent?.email === false ? BellOff : UserCog}
            onClick={() => setPanel('consent')}
          />
        )}
      </header>
      {isUnknown && !messages?.length ? (
        <div css={{ flex: 1, display: 'grid', alignContent: 'center' }} data-card-body>
          <EmptyState title="Customer Not Found">There is no customer with number {customerId}.</EmptyState>
        </div>
      ) : error ? (
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
          {messages.map((message) => (
            <Bubble key={message.id} message={message} />
          ))}
          <li ref={end} aria-hidden />
        </ul>
      )}
      {!isUnknown && channel === 'sms' && channels?.sms === 'console' && (
        <p css={{ padding: `${space(2)} ${space(5)} 0`, color: color.muted, fontSize: text.sm }}>
          SMS will log to the console for the MVP.
        </p>
      )}
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
      {!isUnknown && <Composer key={`${customerId} ${channel}`} customerId={customerId} channel={channel} />}
      <ConsentDrawer customerId={customerId} open={panel === 'consent'} onClose={() => setPanel(null)} />
    </>
  )
}

import { css } from '@emotion/react'
import { formatDateTime, newKey, toast } from '@plumbline/contract'
import type { Message, MessageType } from '@plumbline/messaging/api'
import {
  Badge,
  Button,
  color,
  EmptyState,
  ErrorState,
  IconButton,
  radius,
  Skeleton,
  space,
  text,
} from '@plumbline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Check, CheckCheck, Mail, MessageSquare, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Composer } from './Composer.tsx'
import { channelLabels } from './conversations.ts'
import { channelsQuery, conversationQuery, customerQuery, refresh, retry } from './queries.ts'
import type { Draft } from './useInsert.tsx'

const pane = css`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  > header { display: flex; flex-wrap: wrap; align-items: center; gap: ${space(2)} ${space(3)}; padding: ${space(3)} ${space(5)}; border-bottom: 1px solid ${color.line}; }
  > header > div { flex: 1; min-width: 0; }
  h2 { font-size: ${text.lg}; overflow-wrap: anywhere; }
`

const stream = css`
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

const bubble = css`
  max-width: min(80%, 56ch);
  &[data-direction='outbound'] { align-self: flex-end; }
  > p { padding: ${space(2.5)} ${space(4)}; border-radius: ${radius.surface}; white-space: pre-wrap; overflow-wrap: anywhere; background: ${color.sunken}; }
  &[data-direction='outbound'] > p { background: ${color.accentTint}; }
  > div { display: flex; flex-wrap: wrap; align-items: center; gap: ${space(1)} ${space(2)}; margin-top: ${space(1)}; color: ${color.muted}; font-size: ${text.sm}; }
  &[data-direction='outbound'] > div { justify-content: flex-end; }
`

type ConversationProps = {
  customerId: number | null
  channel: MessageType
  /** What a template put there. */
  draft: Draft | null
  onBack: () => void
}

/** One conversation, and where the next message is written. */
export const Conversation = ({ customerId, ...rest }: ConversationProps) => (
  <section css={pane} aria-label="Conversation">
    {customerId === null ? (
      <div css={{ margin: 'auto' }} data-card-body>
        <EmptyState title="Select a customer to view conversation" />
      </div>
    ) : (
      <Open customerId={customerId} {...rest} />
    )}
  </section>
)

function Open({ customerId, channel, draft, onBack }: ConversationProps & { customerId: number }) {
  const { data: customer } = useQuery(customerQuery(customerId))
  const { data: messages, error, refetch } = useQuery(conversationQuery(customerId))
  const { data: channels } = useQuery(channelsQuery())
  const end = useRef<HTMLLIElement>(null)
  const count = messages?.length ?? 0
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'end' })
  }, [count])
  return (
    <>
      <header>
        <span css={{ display: 'none', '@media (max-width: 900px)': { display: 'block' } }}>
          <IconButton label="Back to the conversations" icon={ArrowLeft} onClick={onBack} />
        </span>
        <div>
          <h2>
            {customer
              ? `${customer.firstName} ${customer.lastName}`
              : customer === null
                ? 'Unknown Customer'
                : ' '}
          </h2>
          {customer && (
            <a href={`tel:${customer.phone.replace(/[^\d+]/g, '')}`} css={{ color: color.muted }}>
              {customer.phone}
            </a>
          )}
        </div>
        <Badge tone="blue" icon={channel === 'sms' ? MessageSquare : Mail}>
          {channelLabels[channel]}
        </Badge>
      </header>
      {error ? (
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
      {channel === 'sms' && channels?.sms === 'console' && (
        <p css={{ padding: `${space(2)} ${space(5)} 0`, color: color.muted, fontSize: text.sm }}>
          SMS will log to the console for the MVP.
        </p>
      )}
      <Composer customerId={customerId} channel={channel} draft={draft} />
    </>
  )
}

const marks = {
  sent: { icon: Check, label: 'Sent' },
  delivered: { icon: CheckCheck, label: 'Delivered' },
  failed: { icon: X, label: 'Failed' },
}

function Bubble({ message }: { message: Message }) {
  const queryClient = useQueryClient()
  const again = useMutation({
    mutationFn: () => retry(message.id, newKey()),
    onSuccess: () => refresh(queryClient),
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  const { direction, type, subject, content, status, reason, createdAt } = message
  const { icon: Mark, label } = marks[status]
  const failed = status === 'failed'
  return (
    <li css={bubble} data-direction={direction}>
      <p>
        {subject && <b css={{ display: 'block' }}>{subject}</b>}
        {content}
      </p>
      <div>
        <span>{channelLabels[type]}</span>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        {direction === 'outbound' && (
          <span css={{ display: 'inline-flex', color: failed ? color.red : undefined }}>
            <Mark size={15} role="img" aria-label={label} />
          </span>
        )}
        {failed && <span css={{ color: color.red }}>{reason ?? 'Not delivered'}</span>}
        {failed && (
          <Button size="sm" tone="quiet" busy={again.isPending} onClick={() => again.mutate()}>
            Send again
          </Button>
        )}
      </div>
    </li>
  )
}

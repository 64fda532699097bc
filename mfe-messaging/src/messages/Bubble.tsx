import { css } from '@emotion/react'
import { newKey } from '@plumbline/contract'
import { reasonOf } from '@plumbline/contract/action'
import { fullName } from '@plumbline/crm/api'
import type { ConversationMessage } from '@plumbline/messaging/api'
import { color, phone, radius, space, text } from '@plumbline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CheckCheck, Paperclip, X } from 'lucide-react'
import { Fragment } from 'react'
import { MessageTime } from './ByDay.tsx'
import { channelLabels } from './conversations.ts'
import { drafts } from './drafts.ts'
import { MessageButton } from './MessageButton.tsx'
import { customerQuery, messagesKey, retryMessage } from './queries.ts'
import { notifyFailure } from './useSend.ts'
import { CancelledMessage, WaitingMessage } from './WaitingMessage.tsx'

export const bubble = css`
  max-width: min(80%, 56ch);
  &[data-direction='outbound'] { align-self: flex-end; }
  > p { padding: ${space(2.5)} ${space(4)}; border-radius: ${radius.surface}; white-space: pre-wrap; overflow-wrap: anywhere; background: ${color.sunken}; }
  &[data-direction='outbound'] > p { background: ${color.accentTint}; }
  > div { display: flex; flex-wrap: wrap; align-items: center; gap: ${space(1)} ${space(2)}; margin-top: ${space(1)}; color: ${color.muted}; font-size: ${text.sm}; }
  &[data-direction='outbound'] > div { justify-content: flex-end; }
`

const file = css`
  display: flex;
  align-items: center;
  gap: ${space(1.5)};
  width: fit-content;
  max-width: 100%;
  min-height: 36px;
  ${phone} { min-height: 44px; }
  margin-top: ${space(2)};
  padding: 0 ${space(3)};
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.ink};
  font-weight: 600;
  text-decoration: none;
  &:hover { border-color: ${color.control}; }
  svg { flex: none; color: ${color.muted}; }
`

const marks = {
  sent: { icon: Check, label: 'Sent' },
  delivered: { icon: CheckCheck, label: 'Delivered' },
  failed: { icon: X, label: 'Failed' },
}

const addressOf = (attachment: NonNullable<ConversationMessage['attachment']>) =>
  'invoiceId' in attachment
    ? `/api/invoices/${attachment.invoiceId}/pdf`
    : `/api/quotes/${attachment.quoteId}/pdf`

/** A message, with its time and its delivery. */
export function Bubble({ message }: { message: ConversationMessage }) {
  const { direction, type, subject, content, attachment, goesOutAt, createdAt, sharedWith } = message
  return (
    <li css={bubble} data-direction={direction} tabIndex={-1}>
      <p>
        {subject && <b css={{ display: 'block' }}>{subject}</b>}
        {content}
        {attachment && (
          <a css={file} href={addressOf(attachment)} download={attachment.name}>
            <Paperclip size={15} aria-label="Attached" role="img" />
            {attachment.name}
          </a>
        )}
      </p>
      <div>
        <span>{channelLabels[type]}</span>
        <MessageTime at={createdAt} />
        {sharedWith && (
          <span>
            From a number shared with{' '}
            {sharedWith.map((id, i) => (
              <Fragment key={id}>
                {i > 0 && ', '}
                <CustomerName customerId={id} />
              </Fragment>
            ))}
          </span>
        )}
        {direction === 'outbound' &&
          (goesOutAt || message.waiting ? (
            <WaitingMessage message={message} />
          ) : message.cancelled ? (
            <CancelledMessage message={message} />
          ) : (
            <Delivery message={message} />
          ))}
      </div>
    </li>
  )
}

function CustomerName({ customerId }: { customerId: number }) {
  const { data } = useQuery(customerQuery(customerId))
  return <>{data ? fullName(data) : 'another customer'}</>
}

function Delivery({ message }: { message: ConversationMessage }) {
  const { id, type, content, status, reason } = message
  const queryClient = useQueryClient()
  const retrying = useMutation({
    mutationFn: () => retryMessage(id, newKey()),
    onSuccess: (retried) => {
      if (retried.status !== 'failed')
        drafts.discardSame({ customerId: retried.customerId, channel: type }, content)
      return queryClient.invalidateQueries({ queryKey: messagesKey })
    },
    onError: notifyFailure,
  })
  const { icon: Mark, label } = marks[status]
  const failed = status === 'failed'
  return (
    <>
      <span css={{ display: 'inline-flex', color: failed ? color.red : undefined }}>
        <Mark size={15} role="img" aria-label={label} />
      </span>
      {failed && (
        <span css={{ color: color.red }}>{reasonOf(retrying.error) ?? reason ?? 'Not delivered'}</span>
      )}
      {failed && (
        <MessageButton
          label="Send again"
          message={message}
          busy={retrying.isPending}
          onPress={() => retrying.mutate()}
        />
      )}
    </>
  )
}

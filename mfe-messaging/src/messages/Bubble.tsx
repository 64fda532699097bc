import { css } from '@emotion/react'
import { formatDateTime, formatDay, formatTime, newKey } from '@plumbline/contract'
import type { ConversationMessage, Message } from '@plumbline/messaging/api'
import { Button, color, radius, space, text } from '@plumbline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CheckCheck, Clock, Paperclip, X } from 'lucide-react'
import { Fragment } from 'react'
import { channelLabels } from './conversations.ts'
import { customerQuery, refresh, retry } from './queries.ts'
import { notifyFailure, reasonOf } from './useSend.ts'

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

/** What was said, when, and how it went. */
export function Bubble({ message }: { message: ConversationMessage }) {
  const { direction, type, subject, content, attachment, goesOutAt, createdAt, sharedWith } = message
  return (
    <li css={bubble} data-direction={direction}>
      <p>
        {subject && <b css={{ display: 'block' }}>{subject}</b>}
        {content}
        {attachment && (
          <a css={file} href={`/api/invoices/${attachment.invoiceId}/pdf`} download={attachment.name}>
            <Paperclip size={15} aria-label="Attached" role="img" />
            {attachment.name}
          </a>
        )}
      </p>
      <div>
        <span>{channelLabels[type]}</span>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
        {sharedWith && (
          <span>
            From a number shared with{' '}
            {sharedWith.map((id, i) => (
              <Fragment key={id}>
                {i > 0 && ', '}
                <Name customerId={id} />
              </Fragment>
            ))}
          </span>
        )}
        {direction === 'outbound' &&
          (goesOutAt ? <Waiting until={goesOutAt} /> : <Delivery message={message} />)}
      </div>
    </li>
  )
}

function Name({ customerId }: { customerId: number }) {
  const { data } = useQuery(customerQuery(customerId))
  return <>{data ? `${data.firstName} ${data.lastName}` : 'another customer'}</>
}

const Waiting = ({ until }: { until: string }) => {
  const isToday = formatDay(until) === formatDay(new Date().toISOString())
  return (
    <span css={{ display: 'inline-flex', alignItems: 'center', gap: space(1), color: color.amber }}>
      <Clock size={14} aria-hidden />
      <time dateTime={until}>
        Goes out at {formatTime(until)}
        {!isToday && ` on ${formatDay(until)}`}
      </time>
    </span>
  )
}

function Delivery({ message: { id, status, reason } }: { message: Message }) {
  const queryClient = useQueryClient()
  const again = useMutation({
    mutationFn: () => retry(id, newKey()),
    onSuccess: () => refresh(queryClient),
    onError: notifyFailure,
  })
  const { icon: Mark, label } = marks[status]
  const failed = status === 'failed'
  return (
    <>
      <span css={{ display: 'inline-flex', color: failed ? color.red : undefined }}>
        <Mark size={15} role="img" aria-label={label} />
      </span>
      {failed && <span css={{ color: color.red }}>{reasonOf(again.error) ?? reason ?? 'Not delivered'}</span>}
      {failed && (
        <Button size="sm" tone="quiet" busy={again.isPending} onClick={() => again.mutate()}>
          Send again
        </Button>
      )}
    </>
  )
}

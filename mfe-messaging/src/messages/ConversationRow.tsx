import { css } from '@emotion/react'
import { formatDateTime } from '@plumbline/contract'
import { fullName } from '@plumbline/crm/api'
import type { ListedMessage } from '@plumbline/messaging/api'
import { Badge, color, space, VisuallyHidden } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Mail, MessageSquare, Pencil } from 'lucide-react'
import { channelLabels } from './conversations.ts'
import { customerQuery } from './queries.ts'
import { relativeTime, timeOrDay } from './relativeTime.ts'

const preview = css`
  grid-column: 1 / -1;
  overflow: hidden;
  color: ${color.muted};
  text-overflow: ellipsis;
  white-space: nowrap;
`

const dot = css`
  display: inline-block;
  width: 9px;
  height: 9px;
  margin-left: ${space(2)};
  border-radius: 50%;
  background: ${color.accent};
`

export type RowState = {
  /** By which the row of a conversation is found. */
  id: string
  isSelected: boolean
  hasDraft: boolean
  /** The time that relative times are relative to. */
  now: Date
  onSelect: () => void
}

type ConversationRowProps = RowState & {
  name: string | null
  phone: string | null
  latest?: Pick<ListedMessage, 'type' | 'content' | 'createdAt'>
  /** How many messages are unread. */
  unread?: number
}

/** A conversation in the list: name and phone, and time, channel and beginning of the latest message. */
export const ConversationRow = ({
  name,
  phone,
  latest,
  unread = 0,
  id,
  isSelected,
  hasDraft,
  now,
  onSelect,
}: ConversationRowProps) => (
  <li data-row={id} data-unread={unread > 0 || undefined}>
    <button type="button" aria-current={isSelected ? 'true' : undefined} onClick={onSelect}>
      <span css={{ overflowWrap: 'anywhere' }} data-name>
        {name ?? 'Unknown Customer'}
        {unread > 0 && (
          <>
            <i css={dot} aria-hidden />
            <VisuallyHidden> {unread} unread</VisuallyHidden>
          </>
        )}
      </span>
      <small>
        {latest && (
          <time
            dateTime={latest.createdAt}
            title={`${formatDateTime(latest.createdAt)}, ${relativeTime(latest.createdAt, now)}`}
          >
            {timeOrDay(latest.createdAt, now)}
          </time>
        )}
      </small>
      <small>{phone}</small>
      <span css={{ display: 'flex', gap: space(1.5), justifySelf: 'end' }}>
        {hasDraft && (
          <Badge tone="amber" icon={Pencil}>
            Draft
          </Badge>
        )}
        {latest && (
          <Badge tone="muted" icon={latest.type === 'sms' ? MessageSquare : Mail}>
            {channelLabels[latest.type]}
          </Badge>
        )}
      </span>
      <span css={preview}>{latest?.content ?? 'No messages yet'}</span>
    </button>
  </li>
)

/** A customer with a draft and no messages. */
export function DraftRow({ customerId, ...state }: RowState & { customerId: number }) {
  const { data } = useQuery(customerQuery(customerId))
  if (data === undefined) return null
  const name = data && fullName(data)
  return <ConversationRow name={name} phone={data?.phone ?? null} {...state} />
}

import { css } from '@emotion/react'
import { formatDateTime, formatTime } from '@plumbline/contract'
import { color, space, text } from '@plumbline/ui'
import { Fragment, type ReactNode } from 'react'
import { dayHeading } from './relativeTime.ts'

const heading = css`
  align-self: center;
  padding: ${space(1)} 0;
  color: ${color.muted};
  font-size: ${text.sm};
  font-weight: 500;
`

type ByDayProps<Message> = { messages: readonly Message[]; children: (message: Message) => ReactNode }

/** Messages in a list, with their day over the first of each day. */
export function ByDay<Message extends { id: number; createdAt: string }>({
  messages,
  children,
}: ByDayProps<Message>) {
  const now = new Date()
  const days = messages.map(({ createdAt }) => dayHeading(createdAt, now))
  return messages.map((message, i) => (
    <Fragment key={message.id}>
      {days[i] !== days[i - 1] && (
        <li css={heading} data-day>
          {days[i]}
        </li>
      )}
      {children(message)}
    </Fragment>
  ))
}

/** The time of day, whose day stands over it. */
export const MessageTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {formatTime(at)}
  </time>
)

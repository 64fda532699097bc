import { css } from '@emotion/react'
import { formatDateTime, formatDay, formatTime } from '@plumbline/contract'
import { color, space, text, VisuallyHidden } from '@plumbline/ui'
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
        <li css={heading} aria-hidden>
          {days[i]}
        </li>
      )}
      {children(message)}
    </Fragment>
  ))
}

/** The time of day. Screen readers read the day as well, which is shown once for all. */
export const MessageTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    <VisuallyHidden>{formatDay(at)}, </VisuallyHidden>
    {formatTime(at)}
  </time>
)

import { css } from '@emotion/react'
import { formatTime } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { formatStart } from '@plumbline/contract/when'
import type { PlannedReminder } from '@plumbline/messaging/api'
import { Badge, Button, color, phone, space, text, touchLink } from '@plumbline/ui'
import { BellOff, Check, Mail, MessageSquare } from 'lucide-react'
import { Link } from 'react-router-dom'
import { plannedQuery, planReminder } from './queries.ts'

const row = css`
  display: grid;
  grid-template-columns: 64px minmax(0, 1fr) auto;
  gap: ${space(1)} ${space(3)};
  align-items: start;
  padding: ${space(3)} 0;
  > time { padding-top: 7px; color: ${color.muted}; font-size: ${text.sm}; font-variant-numeric: tabular-nums; }
  a { color: inherit; text-decoration-color: ${color.control}; font-weight: 600; overflow-wrap: anywhere; }
  p { margin: ${space(0.5)} 0 0; overflow-wrap: anywhere; }
`

const muted = { color: color.muted, fontSize: text.sm }
const badges = {
  sms: { icon: MessageSquare, label: 'SMS' },
  email: { icon: Mail, label: 'Email' },
}

/** One reminder: time, customer, channels and text; or why it is not sent. */
export function ReminderRow({ reminder }: { reminder: PlannedReminder }) {
  const { appointmentId, customerName, startsAt, goesOutAt, channels, without, reason, written } = reminder
  return (
    <li css={row}>
      <time dateTime={goesOutAt}>{formatTime(goesOutAt)}</time>
      <div css={{ minWidth: 0, paddingTop: 6 }}>
        <Link css={touchLink} to={`/appointments/${appointmentId}`}>
          {customerName ?? 'Unknown Customer'}
        </Link>
        <p css={muted}>{formatStart(startsAt)}</p>
        <div css={{ display: 'flex', flexWrap: 'wrap', gap: space(1.5), margin: `${space(2)} 0` }}>
          {written && (
            <Badge tone="green" icon={Check}>
              Sent
            </Badge>
          )}
          {channels.map((channel) => (
            <Badge key={channel} tone="blue" icon={badges[channel].icon}>
              {badges[channel].label}
            </Badge>
          ))}
          {reason !== null && !written && (
            <Badge tone="amber" icon={BellOff}>
              None
            </Badge>
          )}
        </div>
        {reason !== null && !written ? (
          <p css={muted}>{reason}</p>
        ) : (
          <details css={muted}>
            <summary
              css={{ minHeight: 24, cursor: 'pointer', [phone]: { minHeight: 44, lineHeight: '44px' } }}
            >
              Show message
            </summary>
            <p css={{ whiteSpace: 'pre-wrap' }}>{reminder.content}</p>
          </details>
        )}
        {!written &&
          reason === null &&
          without.map((it) => (
            <p key={it.channel} css={muted}>
              {it.reason}
            </p>
          ))}
      </div>
      {!written && <SkipButton reminder={reminder} />}
    </li>
  )
}

function SkipButton({ reminder }: { reminder: PlannedReminder }) {
  const { appointmentId, customerName, skipped, channels } = reminder
  const planning = useAction((skip: boolean) => planReminder(appointmentId, skip), {
    refetch: [plannedQuery().queryKey],
    failure: 'Failed to change the reminder. Please try again.',
  })
  // without a channel there is nothing to skip
  if (!skipped && channels.length === 0) return null
  const label = skipped ? 'Send anyway' : 'Skip this one'
  return (
    <Button
      size="sm"
      aria-label={`${label}: ${customerName ?? 'Unknown Customer'}`}
      busy={planning.pending}
      onClick={() => planning.run(!skipped)}
    >
      {label}
    </Button>
  )
}

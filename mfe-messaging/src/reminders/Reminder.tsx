import { css } from '@emotion/react'
import { formatLongDay, formatTime, toast } from '@plumbline/contract'
import type { PlannedReminder } from '@plumbline/messaging/api'
import { Badge, Button, color, space, text } from '@plumbline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff, Check, Mail, MessageSquare } from 'lucide-react'
import { Link } from 'react-router-dom'
import { plannedQuery, skipReminder } from './queries.ts'

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

const quiet = { color: color.muted, fontSize: text.sm }
const badges = {
  sms: { icon: MessageSquare, label: 'SMS' },
  email: { icon: Mail, label: 'Email' },
}

/** One reminder: when, to whom, how, in which words; or why there is none. */
export function Reminder({ reminder }: { reminder: PlannedReminder }) {
  const { appointmentId, customerName, startsAt, goesOutAt, channels, without, reason, written } = reminder
  return (
    <li css={row}>
      <time dateTime={goesOutAt}>{formatTime(goesOutAt)}</time>
      <div css={{ minWidth: 0, paddingTop: 6 }}>
        <Link to={`/appointments/${appointmentId}`}>{customerName ?? 'Unknown Customer'}</Link>
        <p css={quiet}>
          {formatLongDay(startsAt).split(',')[0]} at {formatTime(startsAt)}
        </p>
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
          <p css={quiet}>{reason}</p>
        ) : (
          <details css={quiet}>
            <summary css={{ minHeight: 24, cursor: 'pointer' }}>The words</summary>
            <p>{reminder.content}</p>
          </details>
        )}
        {!written &&
          reason === null &&
          without.map((it) => (
            <p key={it.channel} css={quiet}>
              {it.reason}
            </p>
          ))}
      </div>
      {!written && <Skip reminder={reminder} />}
    </li>
  )
}

function Skip({ reminder: { appointmentId, skipped, channels } }: { reminder: PlannedReminder }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => skipReminder(appointmentId, !skipped),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: plannedQuery().queryKey }),
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  // there is nothing to leave out
  if (!skipped && channels.length === 0) return null
  return (
    <Button size="sm" busy={change.isPending} onClick={() => change.mutate()}>
      {skipped ? 'Send it after all' : 'Skip this one'}
    </Button>
  )
}

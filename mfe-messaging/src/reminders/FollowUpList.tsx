import { css } from '@emotion/react'
import { formatStart } from '@plumbline/contract/when'
import type { PlannedFollowUp } from '@plumbline/messaging/api'
import { Badge, color, ErrorState, space, text, touchLink } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { BellOff, Mail, MessageSquare } from 'lucide-react'
import { Link } from 'react-router-dom'
import { plannedFollowUpsQuery } from './queries.ts'

const list = css`
  h3 { margin: 0; padding-bottom: ${space(2)}; border-bottom: 1px solid ${color.line}; font-size: ${text.md}; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { padding: ${space(3)} 0; }
  li + li { border-top: 1px solid ${color.line}; }
  a { color: inherit; text-decoration-color: ${color.control}; font-weight: 600; overflow-wrap: anywhere; }
  p { margin: ${space(0.5)} 0 0; color: ${color.muted}; font-size: ${text.sm}; overflow-wrap: anywhere; }
`

const badges = {
  sms: { icon: MessageSquare, label: 'SMS' },
  email: { icon: Mail, label: 'Email' },
}

/** Quotes whose customers are asked again in the next days, or why they are not; nothing where there are none. */
export function FollowUpList() {
  const { data = [], isLoadingError, refetch } = useQuery(plannedFollowUpsQuery())
  if (isLoadingError)
    return <ErrorState title="The follow-ups could not be loaded" onRetry={() => void refetch()} />
  if (data.length === 0) return null
  return (
    <section css={list}>
      <h3>Follow-ups of quotes</h3>
      <ul aria-label="Follow-ups of quotes">
        {data.map((followUp) => (
          <FollowUp key={`${followUp.quoteId} ${followUp.goesOutAt}`} followUp={followUp} />
        ))}
      </ul>
    </section>
  )
}

function FollowUp({ followUp }: { followUp: PlannedFollowUp }) {
  const { quoteId, quoteNumber, title, customerName, goesOutAt, channel, reason } = followUp
  return (
    <li>
      <Link css={touchLink} to={`/quotes/${quoteId}`}>
        {customerName ?? 'Unknown Customer'}: {title}
      </Link>
      <p>
        {quoteNumber}, {formatStart(goesOutAt)}
      </p>
      <div css={{ margin: `${space(2)} 0` }}>
        {channel ? (
          <Badge tone="blue" icon={badges[channel].icon}>
            {badges[channel].label}
          </Badge>
        ) : (
          <Badge tone="amber" icon={BellOff}>
            None
          </Badge>
        )}
      </div>
      {reason !== null && <p>{reason}</p>}
    </li>
  )
}

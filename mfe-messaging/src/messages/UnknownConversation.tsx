import { formatDateTime } from '@plumbline/contract'
import { buttonStyle, color, EmptyState, ErrorState, IconButton, Skeleton, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, UserPlus } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { AssignButton } from './AssignButton.tsx'
import { bubble } from './Bubble.tsx'
import { pane, refusal, stream } from './Conversation.tsx'
import { channelLabels, formatNumber } from './conversations.ts'
import { unknownConversationQuery } from './queries.ts'

type UnknownConversationProps = {
  contactId: number
  /** A customer has it now. */
  onAssigned: (customerId: number) => void
  onBack: () => void
}

/** What came from a number that is no customer's, and the two ways to make it a customer's. */
export function UnknownConversation({ contactId, onAssigned, onBack }: UnknownConversationProps) {
  const { data, error, refetch } = useQuery(unknownConversationQuery(contactId))
  const customerId = data?.customerId
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each customer who gets it
  useEffect(() => {
    if (customerId) onAssigned(customerId)
  }, [customerId])
  return (
    <section css={pane} aria-label="Conversation">
      <header>
        <span css={{ display: 'none', '@media (max-width: 900px)': { display: 'block' } }}>
          <IconButton label="Back to the conversations" icon={ArrowLeft} onClick={onBack} />
        </span>
        <div>
          <h2>{data ? formatNumber(data.phone) : ' '}</h2>
          <span css={{ color: color.muted }}>Not a customer yet</span>
        </div>
        {data && (
          <span css={{ display: 'flex', flexWrap: 'wrap', gap: space(2) }}>
            <AssignButton contactId={contactId} number={formatNumber(data.phone)} onAssigned={onAssigned} />
            <Link css={buttonStyle()} to={`/customers/new?contact=${contactId}`}>
              <UserPlus size={16} aria-hidden />
              New customer
            </Link>
          </span>
        )}
      </header>
      {error ? (
        <ErrorState title="The conversation could not be loaded" onRetry={() => void refetch()} />
      ) : data === null ? (
        <div css={{ flex: 1, display: 'grid', alignContent: 'center' }} data-card-body>
          <EmptyState title="Conversation not found" />
        </div>
      ) : !data ? (
        <div css={{ flex: 1, padding: space(5) }}>
          <Skeleton height={160} />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
        <ul css={stream} aria-label="Messages" aria-live="polite" tabIndex={0}>
          {data.messages.map(({ id, type, content, createdAt }) => (
            <li key={id} css={bubble} data-direction="inbound">
              <p>{content}</p>
              <div>
                <span>{channelLabels[type]}</span>
                <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
              </div>
            </li>
          ))}
        </ul>
      )}
      {data && (
        <p role="status" css={[refusal, !data.optedOut && { background: color.paper, color: color.muted }]}>
          <span css={{ fontSize: text.sm }}>
            {data.optedOut
              ? 'This number has opted out of SMS. Customers who have it get no SMS.'
              : 'To reply, add the sender as a customer or choose who it is.'}
          </span>
        </p>
      )}
    </section>
  )
}

import { formatPhone } from '@plumbline/contract/contact'
import { Button, buttonStyle, color, EmptyState, ErrorState, Skeleton, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { AssignDialog } from './AssignDialog.tsx'
import { bubble } from './Bubble.tsx'
import { ByDay, MessageTime } from './ByDay.tsx'
import { BackToList, conversationHead } from './ConversationHeader.tsx'
import { pane, refusal, stream } from './conversationStyles.ts'
import { channelLabels } from './conversations.ts'
import { unknownConversationQuery } from './queries.ts'
import { useMarkContactRead } from './useMarkRead.ts'

type UnknownConversationProps = {
  contactId: number
  /** It belongs to a customer now. */
  onAssigned: (customerId: number) => void
  onBack: () => void
}

/** The messages from a number without a customer, and two ways to give them one. */
export function UnknownConversation({ contactId, onAssigned, onBack }: UnknownConversationProps) {
  const { data, isLoadingError, refetch } = useQuery(unknownConversationQuery(contactId))
  const [isAssigning, setAssigning] = useState(false)
  const customerId = data?.customerId
  useMarkContactRead(contactId, data?.messages.at(-1)?.id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each customer it is assigned to
  useEffect(() => {
    if (customerId) onAssigned(customerId)
  }, [customerId])
  return (
    <section css={pane} aria-label="Conversation">
      <header css={[conversationHead, { flexWrap: 'wrap' }]}>
        <BackToList onBack={onBack} />
        <div>
          <h2>{data ? formatPhone(data.phone) : ' '}</h2>
          <span css={{ color: color.muted }}>Not a customer yet</span>
        </div>
        {data && (
          <span css={{ display: 'flex', flexWrap: 'wrap', gap: space(2) }}>
            <Button onClick={() => setAssigning(true)}>This is …</Button>
            <Link css={buttonStyle()} to={`/customers/new?contact=${contactId}`}>
              <UserPlus size={16} aria-hidden />
              New customer
            </Link>
          </span>
        )}
      </header>
      {isLoadingError ? (
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
          <ByDay messages={data.messages}>
            {({ id, type, content, createdAt }) => (
              <li key={id} css={bubble} data-direction="inbound">
                <p>{content}</p>
                <div>
                  <span>{channelLabels[type]}</span>
                  <MessageTime at={createdAt} />
                </div>
              </li>
            )}
          </ByDay>
        </ul>
      )}
      {data && isAssigning && (
        <AssignDialog
          contactId={contactId}
          number={formatPhone(data.phone)}
          onAssigned={onAssigned}
          onClose={() => setAssigning(false)}
        />
      )}
      {data && (
        <p role="status" css={[refusal, !data.optedOut && { background: color.paper, color: color.muted }]}>
          <span css={{ fontSize: text.sm }}>
            {data.optedOut
              ? 'This number has opted out of SMS. Customers with this number get no SMS.'
              : 'To reply, add the sender as a customer or choose an existing one.'}
          </span>
        </p>
      )}
    </section>
  )
}

import { formatDateTime } from '@plumbline/contract'
import { excerpt } from '@plumbline/contract/text'
import { buttonStyle, ErrorState, LinkList, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { channelLabels } from './conversations.ts'
import { conversationQuery } from './queries.ts'

const maxRows = 8
const maxLength = 140

/** The latest messages with a customer; a widget of their profile. */
export function CustomerMessages({ customerId }: { customerId: number }) {
  const { data, isLoadingError, refetch } = useQuery(conversationQuery(customerId))
  if (isLoadingError)
    return <ErrorState title="The messages could not be loaded" onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={160} />
  const conversation = `/messages?customer=${customerId}`
  const latest = data.toReversed().slice(0, maxRows)
  return (
    <div css={{ display: 'grid', gap: space(4) }}>
      {latest.length === 0 ? (
        <p>No messages yet.</p>
      ) : (
        <LinkList
          label="Latest messages"
          items={latest.map(({ id, type, direction, content, createdAt }) => ({
            key: id,
            link: <Link to={conversation}>{excerpt(content, maxLength)}</Link>,
            detail: `${direction === 'inbound' ? 'From the customer' : 'Sent'} by ${channelLabels[type]} · ${formatDateTime(createdAt)}`,
          }))}
        />
      )}
      <Link to={conversation} css={[...buttonStyle(), { width: 'fit-content' }]}>
        Open conversation
      </Link>
    </div>
  )
}

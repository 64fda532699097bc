import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import type { ListedMessage } from '@plumbline/messaging/api'
import { Badge, color, EmptyState, space, text } from '@plumbline/ui'
import { Mail, MessageSquare } from 'lucide-react'
import { channelLabels } from './conversations.ts'

const list = css`
  display: flex;
  flex-direction: column;
  min-height: 0;
  h2 { padding: ${space(4)} ${space(5)} ${space(3)}; font-size: ${text.lg}; }
  ul { flex: 1; margin: 0; padding: 0; overflow-y: auto; list-style: none; }
  button {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${space(0.5)} ${space(3)};
    width: 100%;
    padding: ${space(3)} ${space(5)};
    border: 0;
    border-top: 1px solid ${color.line};
    background: none;
    color: inherit;
    font: inherit;
    text-align: left;
    cursor: pointer;
  }
  button:hover { background: ${color.paper}; }
  button:focus-visible { outline-offset: -2px; }
  button[aria-current] { background: ${color.accentTint}; }
  small { color: ${color.muted}; font-size: ${text.sm}; font-variant-numeric: tabular-nums; }
`

const preview = css`
  grid-column: 1 / -1;
  overflow: hidden;
  color: ${color.muted};
  text-overflow: ellipsis;
  white-space: nowrap;
`

type ConversationListProps = {
  /** The latest message of each. */
  conversations: readonly ListedMessage[]
  selected: number | null
  onSelect: (customerId: number) => void
}

/** 'Recent Conversations': whom we wrote with last. */
export const ConversationList = ({ conversations, selected, onSelect }: ConversationListProps) => (
  <section css={list} aria-labelledby="recent-conversations">
    <h2 id="recent-conversations">Recent Conversations</h2>
    {conversations.length === 0 ? (
      <div data-card-body>
        <EmptyState title="No conversations found" />
      </div>
    ) : (
      <ul>
        {conversations.map((latest) => (
          <li key={latest.customerId}>
            <button
              type="button"
              aria-current={latest.customerId === selected ? 'true' : undefined}
              onClick={() => onSelect(latest.customerId)}
            >
              <b css={{ overflowWrap: 'anywhere' }}>{latest.customerName ?? 'Unknown Customer'}</b>
              <small>{formatDay(latest.createdAt)}</small>
              <small>{latest.customerPhone}</small>
              <span css={{ justifySelf: 'end' }}>
                <Badge tone="muted" icon={latest.type === 'sms' ? MessageSquare : Mail}>
                  {channelLabels[latest.type]}
                </Badge>
              </span>
              <span css={preview}>{latest.content}</span>
            </button>
          </li>
        ))}
      </ul>
    )}
  </section>
)

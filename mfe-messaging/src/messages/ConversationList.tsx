import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import { formatPhone } from '@plumbline/contract/contact'
import type { ListedMessage, UnknownConversation } from '@plumbline/messaging/api'
import { Badge, color, EmptyState, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Mail, MessageSquare, Pencil } from 'lucide-react'
import { channelLabels } from './conversations.ts'
import { useDraftedCustomers } from './drafts.ts'
import { customerQuery } from './queries.ts'

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
  b + small { justify-self: end; }
`

const preview = css`
  grid-column: 1 / -1;
  overflow: hidden;
  color: ${color.muted};
  text-overflow: ellipsis;
  white-space: nowrap;
`

/** The conversation that is open: of a customer, or of a number without a customer. */
export type Selection = { kind: 'customer' | 'contact'; id: number } | null

type ConversationListProps = {
  /** The latest message of each. */
  conversations: readonly ListedMessage[]
  /** The latest message from each number without a customer. */
  unknown: readonly UnknownConversation[]
  selected: Selection
  onSelect: (selection: Selection) => void
}

/** 'Recent Conversations': customers with only a draft, then the latest messages first. */
export function ConversationList({ conversations, unknown, selected, onSelect }: ConversationListProps) {
  const drafted = useDraftedCustomers()
  const withMessages = new Set(conversations.map((it) => it.customerId))
  const latest = [...conversations, ...unknown].toSorted(
    (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  )
  const onlyDrafted = [...drafted].filter((id) => !withMessages.has(id))
  const rowOf = (customerId: number) => ({
    isSelected: selected?.kind === 'customer' && selected.id === customerId,
    hasDraft: drafted.has(customerId),
    onSelect: () => onSelect({ kind: 'customer', id: customerId }),
  })
  return (
    <section css={list} aria-labelledby="recent-conversations">
      <h2 id="recent-conversations">Recent Conversations</h2>
      {withMessages.size + onlyDrafted.length + unknown.length === 0 ? (
        <div data-card-body>
          <EmptyState title="No conversations found" />
        </div>
      ) : (
        <ul>
          {onlyDrafted.map((id) => (
            <DraftRow key={id} customerId={id} {...rowOf(id)} />
          ))}
          {latest.map((it) =>
            'phone' in it ? (
              <Row
                key={`contact ${it.id}`}
                name={formatPhone(it.phone)}
                phone="Not a customer yet"
                latest={{ type: 'sms', ...it }}
                isSelected={selected?.kind === 'contact' && selected.id === it.id}
                hasDraft={false}
                onSelect={() => onSelect({ kind: 'contact', id: it.id })}
              />
            ) : (
              <Row
                key={it.customerId}
                name={it.customerName}
                phone={it.customerPhone}
                latest={it}
                {...rowOf(it.customerId)}
              />
            ),
          )}
        </ul>
      )}
    </section>
  )
}

type RowState = { isSelected: boolean; hasDraft: boolean; onSelect: () => void }
type RowProps = RowState & {
  name: string | null
  phone: string | null
  latest?: Pick<ListedMessage, 'type' | 'content' | 'createdAt'>
}

const Row = ({ name, phone, latest, isSelected, hasDraft, onSelect }: RowProps) => (
  <li>
    <button type="button" aria-current={isSelected ? 'true' : undefined} onClick={onSelect}>
      <b css={{ overflowWrap: 'anywhere' }}>{name ?? 'Unknown Customer'}</b>
      <small>{latest && formatDay(latest.createdAt)}</small>
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

function DraftRow({ customerId, ...state }: RowState & { customerId: number }) {
  const { data } = useQuery(customerQuery(customerId))
  if (data === undefined) return null
  return <Row name={data && `${data.firstName} ${data.lastName}`} phone={data?.phone ?? null} {...state} />
}

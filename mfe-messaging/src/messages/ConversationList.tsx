import { css } from '@emotion/react'
import { formatPhone } from '@plumbline/contract/contact'
import { ListView, useList } from '@plumbline/contract/list'
import type { Conversation, UnknownConversation } from '@plumbline/messaging/api'
import { color, EmptyState, phone, space, text } from '@plumbline/ui'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { ConversationRow, DraftRow } from './ConversationRow.tsx'
import { useDraftedCustomers } from './drafts.ts'
import {
  hasInboxStatus,
  type InboxEntry,
  inboxEntries,
  inboxSearch,
  inboxStatuses,
  isOfContact,
  isSelected,
  rowName,
  type Selection,
} from './inbox.ts'
import { useMinute } from './relativeTime.ts'
import { useShownCount } from './useShownCount.ts'

const section = css`
  display: flex;
  flex-direction: column;
  min-height: 0;
  h2 { padding: ${space(4)} ${space(5)} ${space(3)}; font-size: ${text.lg}; ${phone} { padding: 2px ${space(4)} 0; } }
  > div { margin: 0 ${space(5)} ${space(3)}; gap: ${space(2)}; ${phone} { margin-bottom: ${space(1.5)}; } }
  ul { flex: 1; margin: 0; padding: 0; overflow-y: auto; list-style: none; ${phone} { overflow-y: visible; } }
  li > button {
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
  li > button:hover { background: ${color.paper}; }
  li > button:focus-visible { outline-offset: -2px; }
  li > button[aria-current] { background: ${color.accentTint}; }
  small { color: ${color.muted}; font-size: ${text.sm}; font-variant-numeric: tabular-nums; }
  [data-name] { font-weight: 500; }
  [data-name] + small { justify-self: end; }
  [data-unread] [data-name] { font-weight: 700; }
  [data-unread] time, [data-unread] button > :last-child { color: ${color.ink}; font-weight: 500; }
`

/** Brings a row into view that a link selected, also when the rows above it come later; only the list is scrolled. */
function useScrollToRow(row: string | null, isComplete: boolean): RefObject<HTMLUListElement | null> {
  const scroller = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows move it
  useEffect(() => {
    const list = scroller.current
    const selected = row && list?.querySelector(`[data-row='${row}']`)
    if (!list || !selected) return
    const [outer, inner] = [list.getBoundingClientRect(), selected.getBoundingClientRect()]
    list.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom)
  }, [row, isComplete])
  return scroller
}

type ConversationListProps = {
  conversations: readonly Conversation[]
  /** The latest message from each number without a customer; undefined while it is loaded. */
  unknown: readonly UnknownConversation[] | undefined
  selected: Selection
  /** Under the list. */
  note: ReactNode
  onSelect: (selection: Selection) => void
}

/** 'Recent Conversations', with a search and filters: customers with only a draft, then the latest messages first. */
export function ConversationList({
  conversations,
  unknown,
  selected,
  note,
  onSelect,
}: ConversationListProps) {
  const drafted = useDraftedCustomers()
  const now = useMinute()
  const entries = useMemo(() => inboxEntries(conversations, unknown ?? []), [conversations, unknown])
  const list = useList<InboxEntry>(entries, {
    ...inboxSearch,
    statuses: inboxStatuses,
    // the one that is open stays, though opening it made it read
    hasStatus: (entry, status) => isSelected(entry, selected) || hasInboxStatus(entry, status),
  })
  const withMessages = new Set(conversations.map((it) => it.customerId))
  const onlyDrafted = [...drafted].filter((id) => !withMessages.has(id))
  const stateOf = (customerId: number) => ({
    id: rowName({ kind: 'customer', id: customerId }),
    isSelected: selected?.kind === 'customer' && selected.id === customerId,
    hasDraft: drafted.has(customerId),
    now,
    onSelect: () => onSelect({ kind: 'customer', id: customerId }),
  })
  const selectedAt = list.visible?.findIndex((entry) => isSelected(entry, selected)) ?? -1
  const { count: shownCount, end } = useShownCount(selectedAt + 1)
  const scroller = useScrollToRow(
    selectedAt < 0 || !selected ? null : rowName(selected),
    unknown !== undefined,
  )
  const rows = (visible: readonly InboxEntry[]) => (
    <ul ref={scroller}>
      {!list.isFiltered && onlyDrafted.map((id) => <DraftRow key={id} customerId={id} {...stateOf(id)} />)}
      {visible
        .slice(0, shownCount)
        .map((entry) =>
          isOfContact(entry) ? (
            <ConversationRow
              key={`contact ${entry.id}`}
              id={rowName({ kind: 'contact', id: entry.id })}
              name={formatPhone(entry.phone)}
              phone="Not a customer yet"
              latest={{ type: 'sms', ...entry }}
              isSelected={isSelected(entry, selected)}
              unread={entry.unread}
              hasDraft={false}
              now={now}
              onSelect={() => onSelect({ kind: 'contact', id: entry.id })}
            />
          ) : (
            <ConversationRow
              key={entry.customerId}
              name={entry.customerName}
              phone={entry.customerPhone}
              latest={entry}
              unread={entry.unread}
              {...stateOf(entry.customerId)}
            />
          ),
        )}
      {visible.length > shownCount && <li ref={end} key={shownCount} css={{ height: 1 }} aria-hidden />}
    </ul>
  )
  return (
    <section css={section} aria-labelledby="recent-conversations" data-card-body>
      <h2 id="recent-conversations">Recent Conversations</h2>
      <ListView
        list={list}
        noun={['conversation', 'conversations']}
        empty={onlyDrafted.length > 0 ? rows([]) : <EmptyState title="No conversations found" />}
      >
        {rows}
      </ListView>
      {note}
    </section>
  )
}

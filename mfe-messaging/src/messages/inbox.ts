import { formatPhone } from '@plumbline/contract/contact'
import type { Conversation, UnknownConversation } from '@plumbline/messaging/api'

/** The conversation that is open: of a customer, or of a number without a customer. */
export type Selection = { kind: 'customer' | 'contact'; id: number } | null

/** @example rowName({ kind: 'customer', id: 7 }) // 'customer 7' */
export const rowName = ({ kind, id }: NonNullable<Selection>): string => `${kind} ${id}`

/** What the list shows: the latest message with a customer, or from a number without one. */
export type InboxEntry = Conversation | UnknownConversation

export const isOfContact = (entry: InboxEntry): entry is UnknownConversation => 'phone' in entry

export const isSelected = (entry: InboxEntry, selected: Selection): boolean =>
  isOfContact(entry)
    ? selected?.kind === 'contact' && selected.id === entry.id
    : selected?.kind === 'customer' && selected.id === entry.customerId

/** Newest first. */
export const inboxEntries = (
  conversations: readonly Conversation[],
  unknown: readonly UnknownConversation[],
): InboxEntry[] =>
  [...conversations, ...unknown].toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))

export const inboxSearch = {
  text: (entry: InboxEntry) =>
    `${isOfContact(entry) ? formatPhone(entry.phone) : (entry.customerName ?? 'Unknown Customer')} ${entry.content}`,
  phone: (entry: InboxEntry) => (isOfContact(entry) ? entry.phone : entry.customerPhone),
}

export const inboxStatuses = [
  { value: '', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'waiting', label: 'Waiting for an answer' },
]

/** Whether a number without a customer waits to be assigned to one; not after it opted out. */
export const isWaitingContact = (entry: InboxEntry): boolean => isOfContact(entry) && !entry.optedOut

/** Whether a conversation is unread, or waits for an answer. */
export const hasInboxStatus = (entry: InboxEntry, status: string): boolean =>
  status === 'unread' ? entry.unread > 0 : isOfContact(entry) ? isWaitingContact(entry) : entry.waitsForAnswer

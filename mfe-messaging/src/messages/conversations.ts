import type { ListedMessage, MessageType } from '@plumbline/messaging/api'

export const channelLabels: Record<MessageType, string> = { sms: 'SMS', email: 'Email' }

/** The latest message of every customer; the newest conversation first, as the list comes. */
export function conversationsOf(messages: readonly ListedMessage[]): ListedMessage[] {
  const latest = new Map<number, ListedMessage>()
  for (const message of messages) if (!latest.has(message.customerId)) latest.set(message.customerId, message)
  return [...latest.values()]
}

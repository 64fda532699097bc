import type { Decider } from '@plumbline/platform/event-store'
import type { ConversationRead } from '../events.ts'

/** The newest message from the customer that staff have read. */
export type ReadMark = Pick<ConversationRead['data'], 'messageId' | 'receivedAt'>

export type ReadConversation = { type: 'ReadConversation'; upTo: ReadMark }

export const isAfter = (a: ReadMark, b: ReadMark) =>
  a.receivedAt === b.receivedAt ? a.messageId > b.messageId : a.receivedAt > b.receivedAt

/** A mark only moves forward: who read less than others changes nothing. */
export const readMarkDecider: Decider<ReadMark | null, ReadConversation, ConversationRead> = {
  initialState: () => null,
  decide: ({ upTo }, mark, { id: customerId, now }) =>
    mark && !isAfter(upTo, mark)
      ? []
      : [{ type: 'ConversationRead', data: { customerId, ...upTo, readAt: now } }],
  evolve: (_mark, { data: { messageId, receivedAt } }) => ({ messageId, receivedAt }),
}

import * as z from 'zod/mini'

export const ConversationCounts = z.object({
  /** Conversations with unread messages. */
  unread: z.int(),
  /** Conversations in which staff have answered nothing since the customer wrote. */
  waiting: z.int(),
})
export type ConversationCounts = z.infer<typeof ConversationCounts>

export const countConversations = {
  method: 'GET',
  path: '/api/messages/counts',
  summary: 'How many conversations have unread messages, and how many wait for an answer',
  needs: 'messages.own',
  response: ConversationCounts,
} as const

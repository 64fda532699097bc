import { type Aggregate, type CommandContext, execute } from '@plumbline/platform/event-store'
import type { ConversationRead } from '../events.ts'
import { type ReadConversation, type ReadMark, readMarkDecider } from './decider.ts'
import { newestUnread } from './queries.ts'

const conversation: Aggregate<ReadMark | null, ReadConversation, ConversationRead, never> = {
  name: 'conversation',
  decider: readMarkDecider,
}

/** Staff have read a conversation, up to a message or all of it: every record of the customer with unread messages. */
export async function readConversation(
  ctx: CommandContext,
  customerId: number,
  upToMessageId?: number,
): Promise<void> {
  for (const { customerId: id, ...upTo } of await newestUnread(ctx.db, customerId, upToMessageId))
    await execute(ctx, conversation, id, { type: 'ReadConversation', upTo })
}

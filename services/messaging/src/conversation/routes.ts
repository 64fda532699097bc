import { rejection } from '@plumbline/platform/errors'
import { answerList, type Call, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { requireExistingCustomer } from '../customers.ts'
import { textForStaff } from '../events.ts'
import { refusedDeliveries } from '../ledger/ledger.ts'
import { readConversation } from '../readMark/commands.ts'
import { readSending } from '../senders/queries.ts'
import type { MessagingSettings } from '../settings.ts'
import { ownOf, requireVisible } from '../visibility.ts'
import { retryMessage, sendMessage } from './commands.ts'
import { conversationCounts, conversations } from './inbox.ts'
import { conversationOf, messageList } from './queries.ts'
import { cancelMessage, restoreMessage, sendMessageNow } from './waiting.ts'

export const conversationRoutes = [
  route(api.listMessages, (call) => answerList(call, api.listMessages.path, messageList)),
  route(api.listConversations, (call) => conversations(call.db, ownOf(call))),
  route(api.countConversations, (call) => conversationCounts(call.db, ownOf(call))),
  route(api.readChannels, async (call: Call<typeof api.readChannels, MessagingSettings>) => {
    const { sms, email } = await readSending(call)
    return {
      sms: sms ? ('provider' as const) : ('console' as const),
      email: email ? ('provider' as const) : ('console' as const),
      refused: await refusedDeliveries(call.db),
    }
  }),
  route(api.listConversation, async (call) => {
    const { db, params, now } = call
    await requireVisible(call, params.id)
    const messages = await conversationOf(db, params.id, now)
    if (!messages) throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
    return messages
  }),
  route(api.markConversationRead, async (call) => {
    await requireVisible(call, call.params.id)
    const customer = await requireExistingCustomer(call.db, call.params.id)
    await readConversation(call, customer.id, call.body.messageId)
    return undefined
  }),
  route(api.sendMessage, async (call: Call<typeof api.sendMessage, MessagingSettings>) => {
    await requireVisible(call, call.body.customerId)
    return sendMessage(call, call.body)
  }),
  route(api.retryMessage, (call: Call<typeof api.retryMessage, MessagingSettings>) =>
    forStaff(retryMessage(call, call.params.id)),
  ),
  route(api.cancelMessage, (call) =>
    forStaff(
      call.body.cancelled ? cancelMessage(call, call.params.id) : restoreMessage(call, call.params.id),
    ),
  ),
  route(api.sendMessageNow, (call: Call<typeof api.sendMessageNow, MessagingSettings>) =>
    forStaff(sendMessageNow(call, call.params.id)),
  ),
]

/** As lists show it. */
async function forStaff<Answer extends { content: string }>(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering
  return { ...answer, content: textForStaff(answer.content) }
}

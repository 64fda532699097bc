import { route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { requireExistingCustomer } from '../customers.ts'
import { assignContact } from './commands.ts'
import { requireExistingContact } from './decider.ts'
import { messagesOfContact } from './messages.ts'
import { contactById, unknownConversations } from './queries.ts'

export const contactRoutes = [
  route(api.listUnknownConversations, ({ db }) => unknownConversations(db)),
  route(api.readUnknownConversation, async ({ db, params }) => {
    const contact = requireExistingContact(await contactById(db, params.id))
    const { id, address: phone, optedOut, customerId } = contact
    return { id, phone, optedOut, customerId, messages: await messagesOfContact(db, id) }
  }),
  route(api.assignUnknownConversation, async (call) => {
    const customer = await requireExistingCustomer(call.db, call.body.customerId, 'invalid')
    await assignContact(call, call.params.id, customer.id)
    return undefined
  }),
]

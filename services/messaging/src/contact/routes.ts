import { route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { customers, requireExistingCustomer } from '../customers.ts'
import { assignContact, releaseContact } from './commands.ts'
import { requireExistingContact } from './decider.ts'
import { messagesOfContact } from './messages.ts'
import { contactById, numbersAssignedTo, unknownConversations } from './queries.ts'
import { readContact } from './readMark.ts'

export const contactRoutes = [
  route(api.listUnknownConversations, ({ db }) => unknownConversations(db)),
  route(api.readUnknownConversation, async ({ db, params }) => {
    const contact = requireExistingContact(await contactById(db, params.id))
    const { id, address: phone, optedOut } = contact
    const assignee = contact.customerId === null ? undefined : await customers.find(db, contact.customerId)
    const messages = assignee ? [] : await messagesOfContact(db, id)
    return { id, phone, optedOut, customerId: assignee?.id ?? null, messages }
  }),
  route(api.markUnknownConversationRead, async (call) => {
    requireExistingContact(await contactById(call.db, call.params.id))
    await readContact(call, call.params.id, call.body.messageId)
    return undefined
  }),
  route(api.assignUnknownConversation, async (call) => {
    const customer = await requireExistingCustomer(call.db, call.body.customerId, 'invalid')
    await assignContact(call, call.params.id, customer.id)
    return undefined
  }),
  route(api.listAssignedNumbers, async ({ db, params: { id } }) => {
    await requireExistingCustomer(db, id)
    return numbersAssignedTo(db, id)
  }),
  route(api.releaseNumber, async (call) => {
    const { id, contactId } = call.params
    await releaseContact(call, contactId, id)
    return undefined
  }),
]

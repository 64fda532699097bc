import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { consentOf, setConsent } from '../consent/commands.ts'
import { assignContact } from '../contact/commands.ts'
import { latestFromUnknown, messagesFrom } from '../contact/messages.ts'
import { contactById } from '../contact/projection.ts'
import { type CustomerRow, customerById } from '../customers.ts'
import type { Sender } from '../delivery/templates.ts'
import { reminderRoutes } from '../reminder/routes.ts'
import type { MessagingStore } from '../store.ts'
import * as commands from './commands.ts'
import { conversationOf, latestOfEach, listMessages, streamMessages } from './queries.ts'

export type RouteOptions = {
  store: MessagingStore
  sender: Sender
  channels: api.Channels
  limitScale: number
}

export const routes = ({ channels, ...tools }: RouteOptions): AnyRoute[] => [
  route(api.listMessages, list),
  route(api.listConversations, ({ db }) => latestOfEach(db)),
  route(api.readChannels, async () => channels),
  route(api.listConversation, async ({ db, params }) => {
    const messages = await conversationOf(db, params.id)
    if (!messages) throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
    return messages
  }),
  route(api.sendMessage, async (call) => {
    const { customerId, type, content, subject } = call.body
    const customer = await customerById(call.db, customerId)
    if (!customer) throw rejection('invalid', 'Customer not found', { mayArriveLater: true })
    return commands.writeMessage(
      { ...call, ...tools },
      { customer, channel: type, content, subject, cause: 'staff', causeId: null },
    )
  }),
  route(api.retryMessage, async (call) => {
    const row = await commands.retryMessage({ ...call, ...tools }, call.params.id)
    const customer = await customerById(call.db, row.customerId)
    return { ...row, customerId: customer?.id ?? row.customerId }
  }),
  route(api.readConsent, async ({ db, params }) => consentOf(db, (await known(db, params.id)).id)),
  route(api.changeConsent, async (call) => {
    const { id } = await known(call.db, call.params.id)
    await setConsent(call, id, call.body)
    return consentOf(call.db, id)
  }),
  route(api.listUnknownConversations, ({ db }) => latestFromUnknown(db)),
  route(api.readUnknownConversation, async ({ db, params }) => {
    const contact = await contactById(db, params.id)
    if (!contact) throw rejection('not-found', 'Conversation not found')
    const { id, address: phone, optedOut, customerId } = contact
    return { ...{ id, phone, optedOut, customerId }, messages: await messagesFrom(db, id) }
  }),
  route(api.assignUnknownConversation, async (call) => {
    const customer = await customerById(call.db, call.body.customerId)
    if (!customer) throw rejection('invalid', 'Customer not found')
    await assignContact(call, call.params.id, customer.id)
    return undefined
  }),
  ...reminderRoutes(tools.sender),
]

async function known(db: Db, id: number): Promise<CustomerRow> {
  const customer = await customerById(db, id)
  if (!customer) throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
  return customer
}

async function list({ query, db, header }: Call<typeof api.listMessages>) {
  if (query.limit === undefined) return streamMessages(db, query)
  const { rows, next } = await listMessages(db, query)
  if (next !== null) {
    const given = Object.entries(query).map(([name, value]) => [name, String(value)])
    const search = new URLSearchParams({ ...Object.fromEntries(given), cursor: next })
    header('Link', `<${api.listMessages.path}?${search}>; rel="next"`)
  }
  return rows
}

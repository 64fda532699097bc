import type { Db } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import type { EventStore, Keyring } from '@plumbline/platform/event-store'
import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import * as api from './api.ts'
import { consentOf, setConsent } from './consent.ts'
import { assignContact } from './contact.ts'
import * as commands from './messages.ts'
import type { Sender } from './notices.ts'
import { latestFromUnknown, messagesFrom } from './projections/contactMessages.ts'
import { contactById } from './projections/contacts.ts'
import { type CustomerRow, customerById } from './projections/customers.ts'
import { conversationOf, latestOfEach, listMessages } from './projections/messageQueries.ts'
import { reminderRoutes } from './reminders/routes.ts'

export type RouteOptions = {
  store: EventStore
  keyring: Keyring
  sender: Sender
  ways: api.Channels
  limitScale: number
}

export const routes = ({ ways, ...tools }: RouteOptions): AnyRoute[] => [
  route(api.listMessages, list),
  route(api.listConversations, ({ db }) => latestOfEach(db)),
  route(api.readChannels, async () => ways),
  route(api.listConversation, async ({ db, params }) => {
    const messages = await conversationOf(db, params.id)
    if (!messages) throw reject('not-found', 'Customer not found', { mayArriveLater: true })
    return messages
  }),
  route(api.sendMessage, async (call) => {
    const { customerId, type, content, subject } = call.body
    const customer = await customerById(call.db, customerId)
    if (!customer) throw reject('invalid', 'Customer not found', { mayArriveLater: true })
    return commands.writeMessage(
      { ...tools, ...call },
      { customer, channel: type, content, subject, cause: 'staff', causeId: null },
    )
  }),
  route(api.retryMessage, async (call) => {
    const row = await commands.retryMessage({ ...tools, ...call }, call.params.id)
    const customer = await customerById(call.db, row.customerId)
    return { ...row, customerId: customer?.id ?? row.customerId }
  }),
  route(api.readConsent, async ({ db, params }) => consentOf(db, (await known(db, params.id)).id)),
  route(api.changeConsent, async (call) => {
    const { id } = await known(call.db, call.params.id)
    await setConsent({ ...tools, ...call }, id, call.body)
    return consentOf(call.db, id)
  }),
  route(api.listUnknownConversations, ({ db }) => latestFromUnknown(db)),
  route(api.readUnknownConversation, async ({ db, params }) => {
    const contact = await contactById(db, params.id)
    if (!contact) throw reject('not-found', 'Conversation not found')
    const { id, address: phone, optedOut, customerId } = contact
    return { ...{ id, phone, optedOut, customerId }, messages: await messagesFrom(db, id) }
  }),
  route(api.assignUnknownConversation, async (call) => {
    const customer = await customerById(call.db, call.body.customerId)
    if (!customer) throw reject('invalid', 'Customer not found')
    await assignContact({ ...tools, ...call }, call.params.id, customer.id)
    return undefined
  }),
  ...reminderRoutes(tools),
]

async function known(db: Db, id: number): Promise<CustomerRow> {
  const customer = await customerById(db, id)
  if (!customer) throw reject('not-found', 'Customer not found', { mayArriveLater: true })
  return customer
}

async function list({ query, db, header }: Call<typeof api.listMessages>) {
  const { rows, next } = await listMessages(db, query)
  if (next !== null) {
    const given = Object.entries(query).map(([name, value]) => [name, String(value)])
    const search = new URLSearchParams({ ...Object.fromEntries(given), cursor: next })
    header('Link', `<${api.listMessages.path}?${search}>; rel="next"`)
  }
  return rows
}

import { reject } from '@plumbline/platform/errors'
import type { EventStore, Keyring } from '@plumbline/platform/event-store'
import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import * as api from './api.ts'
import * as commands from './messages.ts'
import type { Sender } from './notices.ts'
import { customerById } from './projections/customers.ts'
import { conversationWith, listMessages } from './projections/messageQueries.ts'

export type RouteOptions = { store: EventStore; keyring: Keyring; sender: Sender; ways: api.Channels }

export const routes = ({ ways, ...tools }: RouteOptions): AnyRoute[] => [
  route(api.listMessages, list),
  route(api.readChannels, async () => ways),
  route(api.listConversation, async ({ db, params }) => {
    const customer = await customerById(db, params.id)
    if (!customer) throw reject('not-found', 'Customer not found')
    return conversationWith(db, customer.id)
  }),
  route(api.sendMessage, async (call) => {
    const { customerId, type, content, subject } = call.body
    const customer = await customerById(call.db, customerId)
    if (!customer) throw reject('invalid', 'Customer not found')
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
]

async function list({ query, db, header }: Call<typeof api.listMessages>) {
  const { rows, next } = await listMessages(db, query)
  if (next !== null) {
    const given = Object.entries(query).map(([name, value]) => [name, String(value)])
    const search = new URLSearchParams({ ...Object.fromEntries(given), cursor: next })
    header('Link', `<${api.listMessages.path}?${search}>; rel="next"`)
  }
  return rows
}

import { listCustomerInvoices } from '@plumbline/billing/api'
import { call, orNull } from '@plumbline/contract'
import { getCustomer } from '@plumbline/crm/api'
import {
  assignUnknownConversation,
  type ConsentForm,
  changeConsent,
  listConversation,
  listConversations,
  listUnknownConversations,
  type MessageForm,
  readChannels,
  readConsent,
  readUnknownConversation,
  retryMessage,
  sendMessage,
} from '@plumbline/messaging/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

const changedBy = ['message', 'customer']

/** The latest message with everybody. */
export const conversationsQuery = () =>
  queryOptions({
    queryKey: ['messages', 'conversations'],
    queryFn: ({ signal }) => call(listConversations, { signal }),
    meta: { changedBy },
  })

export const conversationQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['messages', 'customer', customerId],
    queryFn: ({ signal }) => call(listConversation, { params: { id: customerId }, signal }),
    meta: { changedBy },
  })

/** The latest message from each number that is no customer's. */
export const unknownConversationsQuery = () =>
  queryOptions({
    queryKey: ['messages', 'unknown'],
    queryFn: ({ signal }) => call(listUnknownConversations, { signal }),
    meta: { changedBy: ['message', 'contact', 'customer'] },
  })

export const unknownConversationQuery = (id: number) =>
  queryOptions({
    queryKey: ['messages', 'unknown', String(id)],
    queryFn: ({ signal }) => orNull(call(readUnknownConversation, { params: { id }, signal })),
    meta: { changedBy: ['message', 'contact', 'customer'] },
  })

export const assign = (id: number, customerId: number) =>
  call(assignUnknownConversation, { params: { id }, body: { customerId } })

/** Where messages go: a provider, or the console. */
export const channelsQuery = () =>
  queryOptions({
    queryKey: ['messages', 'channels'],
    queryFn: ({ signal }) => call(readChannels, { signal }),
  })

export const consentQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['messages', 'consent', customerId],
    queryFn: ({ signal }) => call(readConsent, { params: { id: customerId }, signal }),
    meta: { changedBy: ['consent', 'customer'] },
  })

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', String(id), 'or null'],
    queryFn: ({ signal }) => orNull(call(getCustomer, { params: { id }, signal })),
    meta: { changedBy: ['customer'] },
  })

export const invoicesQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['invoices', 'customer', String(customerId)],
    queryFn: ({ signal }) => orNull(call(listCustomerInvoices, { params: { id: customerId }, signal })),
    meta: { changedBy: ['invoice'] },
  })

/** The server decides direction and status by itself; the documented body has them all the same. */
export const send = (body: MessageForm, idempotencyKey: string) =>
  call(sendMessage, { body: { ...body, direction: 'outbound', status: 'sent' }, idempotencyKey })
export const retry = (id: number, idempotencyKey: string) =>
  call(retryMessage, { params: { id }, idempotencyKey })

export const setConsent = (id: number, body: ConsentForm) => call(changeConsent, { params: { id }, body })

/** Everything that shows messages is fetched again. */
export const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['messages'] })

import { listCustomerInvoices } from '@plumbline/billing/api'
import { call, orNull } from '@plumbline/contract'
import { getCustomer } from '@plumbline/crm/api'
import {
  listConversation,
  listMessages,
  type MessageForm,
  readChannels,
  retryMessage,
  sendMessage,
} from '@plumbline/messaging/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

const changedBy = ['message', 'customer']

export const messagesQuery = () =>
  queryOptions({
    queryKey: ['messages'],
    queryFn: ({ signal }) => call(listMessages, { signal }),
    meta: { changedBy },
  })

export const conversationQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['messages', 'customer', customerId],
    queryFn: ({ signal }) => call(listConversation, { params: { id: customerId }, signal }),
    meta: { changedBy },
  })

/** Where messages go: a provider, or the console. */
export const channelsQuery = () =>
  queryOptions({
    queryKey: ['messages', 'channels'],
    queryFn: ({ signal }) => call(readChannels, { signal }),
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

export const send = (body: MessageForm, idempotencyKey: string) => call(sendMessage, { body, idempotencyKey })
export const retry = (id: number, idempotencyKey: string) =>
  call(retryMessage, { params: { id }, idempotencyKey })

/** Everything that shows messages is fetched again. */
export const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: messagesQuery().queryKey })

import { listCustomerInvoices } from '@plumbline/billing/api'
import { getBusiness } from '@plumbline/business/api'
import { call, orNull } from '@plumbline/contract'
import { getCustomer } from '@plumbline/crm/api'
import type { ConsentForm, MessageForm } from '@plumbline/messaging/api'
import * as messaging from '@plumbline/messaging/api'
import { listCustomerAppointments } from '@plumbline/scheduling/api'
import { queryOptions } from '@tanstack/react-query'

const changedBy = ['message', 'customer']
/** A conversation changes when it is read, too. */
const changedByReading = [...changedBy, 'conversation']
const changedByContacts = ['message', 'contact', 'contact-read', 'customer']

/** The beginning of the key of everything that shows messages. */
export const messagesKey = ['messages'] as const

/** Of how many conversations are unread or wait for an answer, which other pages show. */
export const countsKey = [...messagesKey, 'counts'] as const

/** The latest message with each customer, and how many are unread. */
export const conversationsQuery = () =>
  queryOptions({
    queryKey: [...messagesKey, 'conversations'],
    queryFn: ({ signal }) => call(messaging.listConversations, { signal }),
    meta: { changedBy: changedByReading },
  })

export const markConversationRead = ({ customerId, messageId }: { customerId: number; messageId: number }) =>
  call(messaging.markConversationRead, { params: { id: customerId }, body: { messageId } })

export const conversationQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...messagesKey, 'customer', customerId],
    queryFn: ({ signal }) => call(messaging.listConversation, { params: { id: customerId }, signal }),
    // whether a message that waits will be sent depends on consent, on what it is about and on the settings of reminders
    meta: {
      changedBy: [...changedBy, 'consent', 'contact', 'invoice', 'appointment', 'reminder', 'messaging'],
    },
  })

/** The latest message from each number without a customer. */
export const unknownConversationsQuery = () =>
  queryOptions({
    queryKey: [...messagesKey, 'unknown'],
    queryFn: ({ signal }) => call(messaging.listUnknownConversations, { signal }),
    meta: { changedBy: changedByContacts },
  })

export const unknownConversationQuery = (id: number) =>
  queryOptions({
    queryKey: [...messagesKey, 'unknown', String(id)],
    queryFn: ({ signal }) => orNull(call(messaging.readUnknownConversation, { params: { id }, signal })),
    meta: { changedBy: ['message', 'contact', 'customer'] },
  })

export const markUnknownConversationRead = ({
  contactId,
  messageId,
}: {
  contactId: number
  messageId: number
}) => call(messaging.markUnknownConversationRead, { params: { id: contactId }, body: { messageId } })

export const assignUnknownConversation = (id: number, customerId: number) =>
  call(messaging.assignUnknownConversation, { params: { id }, body: { customerId } })

/** Numbers that are not the customer's own and whose messages are in their conversation. */
export const assignedNumbersQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...messagesKey, 'numbers', String(customerId)],
    queryFn: ({ signal }) => call(messaging.listAssignedNumbers, { params: { id: customerId }, signal }),
    meta: { changedBy: ['contact', 'customer'] },
  })

export const releaseNumber = (customerId: number, contactId: number) =>
  call(messaging.releaseNumber, { params: { id: customerId, contactId } })

/** Whether messages go to a provider or to the console. */
export const channelsQuery = () =>
  queryOptions({
    queryKey: [...messagesKey, 'channels'],
    queryFn: ({ signal }) => call(messaging.readChannels, { signal }),
    meta: { changedBy: ['message', 'senders'] },
  })

export const consentQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...messagesKey, 'consent', customerId],
    queryFn: ({ signal }) => call(messaging.readConsent, { params: { id: customerId }, signal }),
    meta: { changedBy: ['consent', 'contact', 'customer'] },
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
    meta: { changedBy: ['invoice', 'customer'] },
  })

export const appointmentsQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['appointments', 'customer', String(customerId)],
    queryFn: ({ signal }) => orNull(call(listCustomerAppointments, { params: { id: customerId }, signal })),
    meta: { changedBy: ['appointment', 'customer'] },
  })

/** The server sets direction and status itself; the documented body has them all the same. */
export const sendMessage = (body: MessageForm, idempotencyKey: string) =>
  call(messaging.sendMessage, { body: { ...body, direction: 'outbound', status: 'sent' }, idempotencyKey })
export const retryMessage = (id: number, idempotencyKey: string) =>
  call(messaging.retryMessage, { params: { id }, idempotencyKey })

const setCancelled = (id: number, cancelled: boolean, ifMatch?: string) =>
  call(messaging.cancelMessage, { params: { id }, body: { cancelled }, ifMatch })
/** Only while it is as it was read. */
export const cancelMessage = (id: number, ifMatch?: string) => setCancelled(id, true, ifMatch)
export const restoreMessage = (id: number) => setCancelled(id, false)
export const sendMessageNow = (id: number, idempotencyKey: string, ifMatch: string) =>
  call(messaging.sendMessageNow, { params: { id }, idempotencyKey, ifMatch })

export const changeConsent = (id: number, body: ConsentForm) =>
  call(messaging.changeConsent, { params: { id }, body })

/** When messages that are not urgent go out, and the words of the texts that customers get. */
export const businessQuery = () =>
  queryOptions({
    queryKey: ['business', 'settings'],
    queryFn: ({ signal }) => call(getBusiness, { signal }),
    meta: { changedBy: ['business'] },
  })

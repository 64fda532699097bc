import type { ConversationMessage } from '@plumbline/messaging/api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import {
  conversationsQuery,
  countsKey,
  markConversationRead,
  markUnknownConversationRead,
  unknownConversationsQuery,
} from './queries.ts'

const subscribe = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
const useIsPageVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')

/** Marks a conversation as read, up to its newest message, while it has unread messages and can be seen. */
export function useMarkRead(messages: readonly ConversationMessage[] | undefined): void {
  const queryClient = useQueryClient()
  const isVisible = useIsPageVisible()
  const newest = messages?.at(-1)
  // a link may have the id of a record that was merged; its messages have the customer's
  const customerId = newest?.customerId
  const { data: conversations } = useQuery(conversationsQuery())
  const unread = conversations?.find((it) => it.customerId === customerId)?.unread ?? 0
  const { mutate } = useMutation({
    mutationFn: markConversationRead,
    onSuccess: () =>
      Promise.all(
        [conversationsQuery().queryKey, countsKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  const messageId = newest?.id
  useEffect(() => {
    if (isVisible && unread > 0 && customerId !== undefined && messageId !== undefined)
      mutate({ customerId, messageId })
  }, [isVisible, unread, customerId, messageId, mutate])
}

/** The same for a number without a customer. */
export function useMarkContactRead(contactId: number, messageId: number | undefined): void {
  const queryClient = useQueryClient()
  const isVisible = useIsPageVisible()
  const { data: conversations } = useQuery(unknownConversationsQuery())
  const unread = conversations?.find((it) => it.id === contactId)?.unread ?? 0
  const { mutate } = useMutation({
    mutationFn: markUnknownConversationRead,
    onSuccess: () =>
      Promise.all(
        [unknownConversationsQuery().queryKey, countsKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  useEffect(() => {
    if (isVisible && unread > 0 && messageId !== undefined) mutate({ contactId, messageId })
  }, [isVisible, unread, contactId, messageId, mutate])
}

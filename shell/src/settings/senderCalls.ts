import { callTagged } from '@plumbline/contract'
import type { StoredRecord } from '@plumbline/contract/form'
import * as api from '@plumbline/messaging/api'
import { queryOptions, useQueryClient } from '@tanstack/react-query'

export type SendersProps = { senders: api.Senders; record: StoredRecord }

/** What sends mail and SMS, with its version. */
export const sendersQuery = () =>
  queryOptions({
    queryKey: ['senders'],
    queryFn: ({ signal }) => callTagged(api.getSenders, { signal }),
    meta: { changedBy: ['senders'] },
  })

type Answer = { value: api.Senders; etag: string }

/** What follows a change of the senders: the answer is shown at once. */
export function useSendersSaved() {
  const queryClient = useQueryClient()
  const { queryKey } = sendersQuery()
  return {
    refetch: [queryKey],
    failure: 'Failed to save the sender. Please try again.',
    onDone: (answer: Answer) => void queryClient.setQueryData(queryKey, answer),
  }
}

/** What is emptied is none; a secret that is left empty stays as it is. */
export const emptyAsNone = (changes: object) =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value]))

export const changeMailSender = (body: api.MailSenderChanges, ifMatch: string) =>
  callTagged(api.changeMailSender, { body, ifMatch })
export const changeSmsSender = (body: api.SmsSenderChanges, ifMatch: string) =>
  callTagged(api.changeSmsSender, { body, ifMatch })
export const changeLeadMail = (body: api.LeadMailChanges, ifMatch: string) =>
  callTagged(api.changeLeadMail, { body, ifMatch })
export const removeSender = (channel: api.MessageType, ifMatch: string) =>
  callTagged(api.removeSender, { params: { channel }, ifMatch })

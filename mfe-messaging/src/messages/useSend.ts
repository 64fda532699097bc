import { toast } from '@plumbline/contract'
import { reasonOf } from '@plumbline/contract/action'
import { type Message, MessageForm } from '@plumbline/messaging/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { drafts, type Sent, type Slot, useDraft } from './drafts.ts'
import { messagesKey, sendMessage } from './queries.ts'

export const sendFailure = 'Failed to send message. Please try again.'

/** Says that a message could not be sent; the reason is shown beside the message. */
export const notifyFailure = () => toast({ title: 'Error', description: sendFailure, tone: 'destructive' })

/** What became of a message; one that the provider refuses is in the conversation as a failed one. */
export const noticeOf = ({ status, reason }: Message) =>
  status === 'failed'
    ? { title: 'Not sent', description: reason ?? 'Not delivered', tone: 'destructive' as const }
    : { title: 'Message Sent', description: 'Your message has been sent successfully.' }

/** The draft of a slot, and how to send it. The result is recorded even when another page is open by then. */
export function useSend(slot: Slot) {
  const queryClient = useQueryClient()
  const draft = useDraft(slot)
  const content = {
    customerId: slot.customerId,
    type: slot.channel,
    content: draft.text,
    subject: slot.channel === 'email' && draft.subject.trim() ? draft.subject : undefined,
  }
  const sending = useMutation({
    mutationFn: ({ body, sent }: { body: MessageForm; slot: Slot; sent: Sent }) =>
      sendMessage(body, sent.key),
    onSuccess: (message, { slot, sent }) => {
      void queryClient.invalidateQueries({ queryKey: messagesKey })
      const isFailed = message.status === 'failed'
      if (isFailed) drafts.keep(slot)
      else drafts.finish(slot, sent)
      toast(noticeOf(message))
    },
    onError: (error, { slot }) => {
      drafts.fail(slot, reasonOf(error))
      notifyFailure()
    },
  })
  const checked = MessageForm.safeParse(content)
  return {
    draft,
    /** What is wrong with the text. */
    error: checked.error?.issues.find(({ path }) => path[0] === 'content')?.message,
    isReady: draft.text.trim() !== '' && !draft.isSending,
    send: () => {
      if (draft.isSending || !checked.success) return
      const sent = drafts.begin(slot)
      sending.mutate({ body: checked.data, slot, sent })
    },
  }
}

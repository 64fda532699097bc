import { ApiError, toast } from '@plumbline/contract'
import { type Message, MessageForm } from '@plumbline/messaging/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { drafts, type Sent, type Slot, useDraft } from './drafts.ts'
import { messagesKey, sendMessage } from './queries.ts'

/** The server's reason for a refusal; null when it did not answer, or only asks to sign in. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status === 401) return null
  return Object.values(error.fields)[0] ?? error.message.replace(/^\d+: /, '')
}

/** Says that a message could not be sent; the reason is shown beside the message. */
export const notifyFailure = () =>
  toast({
    title: 'Error',
    description: 'Failed to send message. Please try again.',
    tone: 'destructive',
  })

/** The draft of a slot, and how to send it. The result is recorded even when another page is open by then. */
export function useSend(slot: Slot, onSent?: (message: Message) => void) {
  const queryClient = useQueryClient()
  const draft = useDraft(slot)
  const content = {
    customerId: slot.customerId,
    type: slot.channel,
    content: draft.text,
    ...(slot.channel === 'email' && draft.subject.trim() && { subject: draft.subject }),
  }
  const sending = useMutation({
    mutationFn: ({ body, sent }: { body: MessageForm; slot: Slot; sent: Sent }) =>
      sendMessage(body, sent.key),
    onSuccess: ({ status, reason }, { slot, sent }) => {
      void queryClient.invalidateQueries({ queryKey: messagesKey })
      if (status === 'failed') {
        drafts.keep(slot)
        toast({ title: 'Not sent', description: reason ?? 'Not delivered', tone: 'destructive' })
        return
      }
      drafts.finish(slot, sent)
      toast({ title: 'Message Sent', description: 'Your message has been sent successfully.' })
    },
    onError: (error, { slot }) => {
      drafts.fail(slot, reasonOf(error))
      notifyFailure()
    },
  })
  const checked = MessageForm.safeParse(content)
  return {
    draft,
    /** By the name of the field. */
    errors: Object.fromEntries(
      (checked.error?.issues ?? []).reverse().map(({ path, message }) => [String(path[0]), message]),
    ),
    isReady: draft.text.trim() !== '' && !draft.isSending,
    send: () => {
      if (draft.isSending || !checked.success) return
      const sent = drafts.begin(slot)
      sending.mutate({ body: checked.data, slot, sent }, { onSuccess: (message) => onSent?.(message) })
    },
  }
}

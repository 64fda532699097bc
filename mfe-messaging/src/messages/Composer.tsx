import { css } from '@emotion/react'
import { newKey, toast } from '@plumbline/contract'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, color, Input, space, Textarea } from '@plumbline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { refresh, send } from './queries.ts'
import type { Draft } from './useInsert.tsx'

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(2)};
  align-items: end;
  padding: ${space(3)} ${space(5)} ${space(4)};
  border-top: 1px solid ${color.line};
  textarea { min-height: 44px; max-height: 30vh; }
`

type ComposerProps = { customerId: number; channel: MessageType; draft: Draft | null }

/** Enter sends, Shift and Enter begins another line. */
export function Composer({ customerId, channel, draft }: ComposerProps) {
  const queryClient = useQueryClient()
  const [text, setText] = useState(draft?.text ?? '')
  const [subject, setSubject] = useState(draft?.subject ?? '')
  const [key, setKey] = useState(newKey)
  useEffect(() => {
    if (!draft) return
    setText(draft.text)
    setSubject(draft.subject)
  }, [draft])
  const sending = useMutation({
    mutationFn: () =>
      send(
        {
          customerId,
          type: channel,
          content: text,
          ...(channel === 'email' && subject.trim() && { subject }),
        },
        key,
      ),
    onSuccess: () => {
      setText('')
      setSubject('')
      setKey(newKey())
      void refresh(queryClient)
      toast({ title: 'Message Sent', description: 'Your message has been sent successfully.' })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to send message. Please try again.',
        tone: 'destructive',
      }),
  })
  const ready = text.trim() !== '' && !sending.isPending
  const press = (event: KeyboardEvent) => {
    // Enter also ends the composition of a letter, which is no wish to send
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (ready) sending.mutate()
  }
  return (
    <form
      css={box}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) sending.mutate()
      }}
    >
      {channel === 'email' && (
        <div css={{ gridColumn: '1 / -1' }}>
          <Input
            aria-label="Subject"
            placeholder="Subject (optional)"
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
        </div>
      )}
      <Textarea
        rows={1}
        aria-label="Message"
        placeholder="Type your message..."
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <Button tone="primary" type="submit" disabled={!ready} css={{ minHeight: 44 }}>
        <Send size={16} aria-hidden />
        Send
      </Button>
    </form>
  )
}

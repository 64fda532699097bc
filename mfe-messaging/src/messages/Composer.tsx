import { css } from '@emotion/react'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, color, Input, space, Textarea, text } from '@plumbline/ui'
import { CircleAlert, Send } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { drafts } from './drafts.ts'
import { useSend } from './useSend.ts'

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(2)};
  align-items: end;
  padding: ${space(3)} ${space(5)} ${space(4)};
  border-top: 1px solid ${color.line};
  textarea { min-height: 44px; max-height: 30vh; }
`

const wrong = css`
  grid-column: 1 / -1;
  display: flex;
  gap: ${space(1.5)};
  margin: 0;
  color: ${color.red};
  font-size: ${text.sm};
  svg { flex: none; margin-top: 2px; }
`

/** Enter sends, Shift and Enter begins another line. */
export function Composer({ customerId, channel }: { customerId: number; channel: MessageType }) {
  const slot = { customerId, channel }
  const { draft, errors, isReady, send } = useSend(slot)
  const area = useRef<HTMLTextAreaElement>(null)
  const problemId = useId()
  const { caret, wantsFocus } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each template that is inserted
  useEffect(() => {
    if (!wantsFocus) return
    area.current?.focus()
    area.current?.setSelectionRange(caret, caret)
    drafts.write(slot, { wantsFocus: false })
  }, [wantsFocus, caret])

  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (!isReady) return
    if (errors.content) drafts.write(slot, { problem: errors.content })
    else send()
  }
  const press = (event: KeyboardEvent) => {
    // Enter also ends the composition of a letter, which is no wish to send
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
  }
  const noteCaret = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
    drafts.write(slot, { caret: currentTarget.selectionEnd })
  return (
    <form css={box} onSubmit={submit}>
      {channel === 'email' && (
        <div css={{ gridColumn: '1 / -1' }}>
          <Input
            aria-label="Subject"
            placeholder="Subject (optional)"
            value={draft.subject}
            onChange={(event) => drafts.write(slot, { subject: event.target.value })}
          />
        </div>
      )}
      <Textarea
        ref={area}
        rows={1}
        aria-label="Message"
        placeholder="Type your message..."
        value={draft.text}
        {...(draft.problem !== null && { 'aria-invalid': true, 'aria-describedby': problemId })}
        onChange={({ target }) => drafts.write(slot, { text: target.value, caret: target.selectionEnd })}
        onSelect={noteCaret}
        onBlur={noteCaret}
        onKeyDown={press}
      />
      <Button tone="primary" type="submit" disabled={!isReady} css={{ minHeight: 44 }}>
        <Send size={16} aria-hidden />
        Send
      </Button>
      {draft.problem !== null && (
        <p id={problemId} role="alert" css={wrong}>
          <CircleAlert size={14} aria-hidden />
          {draft.problem}
        </p>
      )}
    </form>
  )
}

import { css } from '@emotion/react'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, color, Input, phone, space, Textarea, text } from '@plumbline/ui'
import { CircleAlert, Send } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { ComposerMenu } from './ComposerMenu.tsx'
import { drafts } from './drafts.ts'
import { smsLength } from './smsLength.ts'
import { useSend } from './useSend.ts'

const box = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: ${space(2)};
  align-items: end;
  padding: ${space(3)} ${space(5)} ${space(4)};
  border-top: 1px solid ${color.line};
  textarea { min-height: 44px; max-height: 30vh; }
  ${phone} {
    padding: ${space(2)} ${space(3)};
  }
`

const problemNote = css`
  grid-column: 1 / -1;
  display: flex;
  gap: ${space(1.5)};
  margin: 0;
  color: ${color.red};
  font-size: ${text.sm};
  svg { flex: none; margin-top: 2px; }
`

// what is shorter is one SMS in any alphabet
const countedFrom = 60

/** Enter sends; Shift and Enter begins another line. */
export function Composer({ customerId, channel }: { customerId: number; channel: MessageType }) {
  const slot = { customerId, channel }
  const { draft, error, isReady, send } = useSend(slot)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const { caret, wantsFocus } = draft
  const countsLetters = channel === 'sms' && draft.text.trim().length >= countedFrom
  const isBlank = draft.text.trim() === ''
  const problem = draft.problem ?? (isBlank ? undefined : error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each inserted template
  useEffect(() => {
    if (!wantsFocus) return
    area.current?.focus()
    area.current?.setSelectionRange(caret, caret)
    drafts.write(slot, { wantsFocus: false })
  }, [wantsFocus, caret])

  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (!isReady || error) return
    send()
    // the button is disabled from now on and would drop the focus
    area.current?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of a letter
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
  }
  const saveCaret = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
    drafts.write(slot, { caret: currentTarget.selectionEnd })
  return (
    <form css={box} data-composer onSubmit={submit}>
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
      <ComposerMenu channel={channel} />
      <Textarea
        ref={area}
        rows={1}
        aria-label="Message"
        placeholder="Type your message..."
        value={draft.text}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={
          problem !== undefined ? `${id}-problem` : countsLetters ? `${id}-length` : undefined
        }
        onChange={({ target }) => drafts.write(slot, { text: target.value, caret: target.selectionEnd })}
        onSelect={saveCaret}
        onBlur={saveCaret}
        onKeyDown={handleKeyDown}
      />
      <Button tone="primary" type="submit" disabled={!isReady || error !== undefined} css={{ minHeight: 44 }}>
        <Send size={16} aria-hidden />
        Send
      </Button>
      {countsLetters && (
        <p id={`${id}-length`} css={{ gridColumn: '1 / -1', color: color.muted, fontSize: text.sm }}>
          {smsLength(draft.text)}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" css={problemNote}>
          <CircleAlert size={14} aria-hidden />
          {problem}
        </p>
      )}
    </form>
  )
}

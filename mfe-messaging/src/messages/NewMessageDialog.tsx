import { CustomerField } from '@plumbline/contract/form'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, Dialog, Field, Input, Select, space, Textarea } from '@plumbline/ui'
import { type FormEvent, useId, useState } from 'react'
import { drafts, type Slot } from './drafts.ts'
import { smsLength } from './smsLength.ts'
import { useSend } from './useSend.ts'

type NewMessageDialogProps = {
  channel: MessageType
  onClose: () => void
  onSent: (customerId: number, channel: MessageType) => void
}

/** 'New Message': customer, channel and text. Closing it keeps the text as the customer's draft. */
export function NewMessageDialog({ channel, onClose, onSent }: NewMessageDialogProps) {
  const id = useId()
  const pickerId = useId()
  const [slot, setSlot] = useState<Slot>({ customerId: null, channel })
  const [typed, setTyped] = useState<string | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const { draft, errors, send } = useSend(slot, (message) => onSent(message.customerId, message.type))

  const choose = (change: Partial<Slot>) => {
    const next = { ...slot, ...change }
    setTyped(drafts.choose(slot, next, typed))
    setSlot(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // a dialog inside another form must not submit that one as well
    event.stopPropagation()
    setSubmitted(true)
    if (errors.customerId) return document.getElementById(pickerId)?.focus()
    if (errors.content) return document.getElementById(`${id}-text`)?.focus()
    send()
  }
  const customerError = isSubmitted ? errors.customerId : undefined
  const isBlank = draft.text.trim() === ''
  const contentError = ((isSubmitted || !isBlank) && errors.content) || draft.problem
  return (
    <Dialog
      open
      onClose={onClose}
      title="New Message"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={draft.isSending}>
            Send
          </Button>
        </>
      }
    >
      <form id={id} noValidate css={{ display: 'grid', gap: space(4) }} onSubmit={submit}>
        <CustomerField
          id={pickerId}
          autoFocus
          value={slot.customerId}
          error={customerError}
          onChange={(customerId) => choose({ customerId })}
        />
        <Field label="Channel">
          <Select
            value={slot.channel}
            onChange={(event) => choose({ channel: event.target.value as MessageType })}
            options={[
              { value: 'sms', label: 'SMS' },
              { value: 'email', label: 'Email' },
            ]}
          />
        </Field>
        {slot.channel === 'email' && (
          <Field label="Subject" hint="Optional.">
            <Input
              value={draft.subject}
              onChange={(event) => drafts.write(slot, { subject: event.target.value })}
            />
          </Field>
        )}
        <Field
          id={`${id}-text`}
          label="Message"
          required
          hint={slot.channel === 'sms' && !isBlank && smsLength(draft.text)}
          error={contentError ?? undefined}
        >
          <Textarea
            value={draft.text}
            onChange={({ target }) => drafts.write(slot, { text: target.value, caret: target.selectionEnd })}
          />
        </Field>
      </form>
    </Dialog>
  )
}

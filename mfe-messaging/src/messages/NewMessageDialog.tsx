import { CustomerField, FormDialog, useForm } from '@plumbline/contract/form'
import { type Message, MessageForm, type MessageType, maxEmailLength } from '@plumbline/messaging/api'
import { Field, Select, Textarea } from '@plumbline/ui'
import { messagesKey, sendMessage } from './queries.ts'
import { smsLength } from './smsLength.ts'
import { noticeOf, sendFailure } from './useSend.ts'

export type NewMessage = {
  type: MessageType
  content: string
  subject: string
  /** Who gets it, where that is known. */
  customerId?: number | undefined
}

type NewMessageDialogProps = {
  /** What it opens with. */
  message: NewMessage
  onClose: () => void
  onSent: (message: Message) => void
}

/** 'New Message': customer, channel and text. */
export function NewMessageDialog({ message, onClose, onSent }: NewMessageDialogProps) {
  // 0: none is chosen yet
  const { customerId: chosenId = 0, ...written } = message
  const form = useForm(MessageForm, {
    defaults: { customerId: chosenId, ...written },
    send: ({ subject, ...values }, { key }) =>
      sendMessage({ ...values, subject: values.type === 'email' && subject ? subject : undefined }, key),
    refetch: [messagesKey],
    success: noticeOf,
    failure: { exactly: sendFailure, reasonAt: 'content' },
    onDone: onSent,
  })
  const [customerId, type, content] = form.watch(['customerId', 'type', 'content'])
  return (
    <FormDialog form={form} onClose={onClose} title="New Message" submitLabel="Send">
      <CustomerField
        autoFocus={chosenId === 0}
        value={customerId || null}
        {...form.error('customerId')}
        onChange={(id) => form.set('customerId', id ?? 0)}
      />
      <Field label="Channel">
        <Select
          {...form.register('type')}
          options={[
            { value: 'sms', label: 'SMS' },
            { value: 'email', label: 'Email' },
          ]}
        />
      </Field>
      {type === 'email' && <Field label="Subject" hint="Optional." {...form.field('subject')} />}
      <Field
        label="Message"
        required
        hint={type === 'sms' && content.trim() !== '' && smsLength(content)}
        {...form.error('content')}
      >
        <Textarea
          data-autofocus={chosenId !== 0 || undefined}
          limit={type === 'email' ? maxEmailLength : undefined}
          {...form.register('content')}
        />
      </Field>
    </FormDialog>
  )
}

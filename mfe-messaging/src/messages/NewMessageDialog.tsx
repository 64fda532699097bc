import { toast, Widget } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import type { MessageType } from '@plumbline/messaging/api'
import { Button, Dialog, Field, Input, Select, space, Textarea } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { refresh, send } from './queries.ts'

const Form = /* @__PURE__ */ z.object({
  customerId: z.nullable(z.int()).check(z.refine((id) => (id ?? 0) >= 1, 'Please select a customer')),
  type: z.enum(['sms', 'email']),
  content: z.string().check(z.trim(), z.minLength(1, 'Please write a message')),
})

type NewMessageDialogProps = {
  channel: MessageType
  text: string
  onClose: () => void
  onSent: (customerId: number, channel: MessageType) => void
}

/** 'New Message': to whom, on which channel, what. */
export function NewMessageDialog({ channel, text, onClose, onSent }: NewMessageDialogProps) {
  const id = useId()
  const picker = useId()
  const queryClient = useQueryClient()
  const form = useForm(Form, {
    defaults: { customerId: null as number | null, type: channel as MessageType, content: text },
    send: ({ customerId, ...rest }, { key }) => send({ customerId: customerId as number, ...rest }, key),
    onDone: (message) => {
      void refresh(queryClient)
      toast({ title: 'Message Sent', description: 'Your message has been sent successfully.' })
      onSent(message.customerId, message.type)
    },
    onFailed: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to send message. Please try again.',
        tone: 'destructive',
      }),
  })
  const { error: customerError } = form.field('customerId')
  const { error: contentError } = form.field('content')
  const customerId = form.watch('customerId')
  const choose = (chosen: number | null) =>
    form.setValue('customerId', chosen, { shouldValidate: form.formState.isSubmitted })
  return (
    <Dialog
      open
      onClose={onClose}
      title="New Message"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={form.pending}>
            Send
          </Button>
        </>
      }
    >
      <form id={id} css={{ display: 'grid', gap: space(4) }} {...form.props}>
        <Field
          id={picker}
          label="Customer"
          required
          {...(customerError !== undefined && { error: customerError })}
        >
          <Widget
            remote="crm"
            name="CustomerPicker"
            height={40}
            otherwise={
              <Input
                inputMode="numeric"
                placeholder="Customer number"
                onChange={(event) => choose(Number(event.target.value) || null)}
              />
            }
            props={{
              // the widget has a design system of its own and does not see the field around it
              id: picker,
              required: true,
              ...(customerError && { 'aria-invalid': true, 'aria-describedby': `${picker}-error` }),
              value: customerId,
              onChange: choose,
            }}
          />
        </Field>
        <Field label="Channel">
          <Select
            {...form.register('type')}
            options={[
              { value: 'sms', label: 'SMS' },
              { value: 'email', label: 'Email' },
            ]}
          />
        </Field>
        <Field label="Message" required {...(contentError !== undefined && { error: contentError })}>
          <Textarea {...form.register('content')} />
        </Field>
      </form>
    </Dialog>
  )
}

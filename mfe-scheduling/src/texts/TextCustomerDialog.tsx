import { standardTexts, type Texts } from '@plumbline/business/api'
import { type Business, call, readBusiness } from '@plumbline/contract'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { longestSms, type Message, sendMessage } from '@plumbline/messaging/api'
import { Dialog, Field, Skeleton, Textarea } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { businessQuery } from '../appointments/businessQuery.ts'
import { customerQuery } from '../appointments/crmQueries.ts'

const failure = 'Failed to send message. Please try again.'

const TextForm = /* @__PURE__ */ z.object({
  content: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please write a message'),
      z.maxLength(longestSms, 'An SMS has at most 1,600 characters'),
    ),
})

type TextCustomerDialogProps = {
  title: string
  customerId: number
  /** The text it opens with. */
  compose: (writing: Writing) => string
  onSent?: () => void
  onClose: () => void
  /** Above the text. */
  children?: (form: Writing & { text: string; setText: (text: string) => void }) => ReactNode
}

/** Who is written to, and how the business writes. */
export type Writing = { firstName: string; business: Business; texts: Texts }

/** An SMS to a customer over the page that it is opened from; the text is filled in. */
export function TextCustomerDialog(props: TextCustomerDialogProps) {
  const { title, customerId, onClose } = props
  const { data: customer, isPending } = useQuery(customerQuery(String(customerId)))
  const { data: settings, isPending: isReading } = useQuery(businessQuery())
  if (isPending || isReading)
    return (
      <Dialog open title={title} onClose={onClose} width="sm">
        <Skeleton height={180} />
      </Dialog>
    )
  const writing = {
    firstName: customer?.firstName ?? 'there',
    business: readBusiness(),
    texts: settings?.texts ?? standardTexts,
  }
  return <TextDialog {...props} writing={writing} to={customer?.phone} />
}

type TextDialogProps = TextCustomerDialogProps & { writing: Writing; to: string | undefined }

function TextDialog({ title, customerId, compose, onSent, onClose, children, writing, to }: TextDialogProps) {
  const form = useForm(TextForm, {
    defaults: { content: compose(writing) },
    send: ({ content }, { key }) =>
      call(sendMessage, {
        // the server sets direction and status itself; the documented body has them all the same
        body: { customerId, content, type: 'sms', ...{ direction: 'outbound', status: 'sent' } },
        idempotencyKey: key,
      }),
    refetch: [['messages']],
    success: ({ status, reason }: Message) =>
      status === 'failed'
        ? { title: 'Not sent', description: reason ?? failure, tone: 'destructive' as const }
        : { title: 'Message Sent', description: 'Your message has been sent successfully.' },
    failure: { exactly: failure, reasonAt: 'content' },
    onDone: ({ status }) => {
      if (status !== 'failed') onSent?.()
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      submitLabel="Send"
      title={title}
      description={to && `SMS to ${writing.firstName}, ${to}`}
      width="sm"
      onClose={onClose}
    >
      {children?.({
        ...writing,
        text: form.watch('content'),
        setText: (text) => form.set('content', text),
      })}
      <Field label="Message" {...form.error('content')}>
        <Textarea rows={4} limit={longestSms} {...form.register('content')} />
      </Field>
    </FormDialog>
  )
}

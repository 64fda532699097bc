import { priceOfStored, type QuoteDetails } from '@plumbline/billing/api'
import { dayLater, formatDay } from '@plumbline/contract'
import { FormDialog, RecordDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import { formatMoney, moneyText } from '@plumbline/contract/money'
import { Callout, Checkbox, confirm, DateField, Field, Textarea } from '@plumbline/ui'
import { FileClock } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useToday } from '../invoices/useToday.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { approveQuote, declineQuote, extendQuote, quoteRecordQuery, quotesKey } from './queries.ts'
import { offeredContent, optionName } from './quote.ts'

type FormProps = { title: string; quote: QuoteDetails; record: StoredRecord; onClose: () => void }

const sentAgain = {
  title: 'This quote was changed and sent again',
  text: 'Please read what the customer has now, and answer then.',
}

/** The answer is about the revision that the dialog opened with: one that is sent meanwhile is read first. */
function useReadRevision({ sentRevision }: QuoteDetails, onClose: () => void) {
  const [revision] = useState(sentRevision ?? 0)
  const isRead = revision === sentRevision
  const confirmSend = async () => {
    if (!isRead && (await confirm({ ...sentAgain, action: 'Close and read it' }))) onClose()
    return isRead
  }
  const notice = (
    <Callout icon={<FileClock size={16} aria-hidden />} title={sentAgain.title}>
      {!isRead && <p>{sentAgain.text}</p>}
    </Callout>
  )
  return { revision, confirmSend, notice }
}

const Approval = z.object({
  optionId: z.int(),
  addOnIds: z.array(z.int()),
  signerName: z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters')),
})

/** The customer agreed by telephone or in person. */
function ApproveForm({ title, quote, record, onClose }: FormProps) {
  const { id, quoteNumber, customerName } = quote
  const { revision, confirmSend, notice } = useReadRevision(quote, onClose)
  const content = offeredContent(quote)
  const { options, addOns } = content
  const choices = options.map((option, at) => ({
    value: option.id,
    label: optionName(option, at),
    aside: formatMoney(option.price.total),
  }))
  const form = useForm(Approval, {
    defaults: { optionId: options[0]?.id ?? 0, addOnIds: [], signerName: customerName ?? '' },
    record,
    confirmSend,
    send: ({ signerName, ...choice }, { ifMatch }) =>
      approveQuote({ id, etag: ifMatch }, { ...choice, revision, signerName: signerName || undefined }),
    refetch: [quotesKey],
    success: ({ approval }) => `${quoteNumber} approved for ${formatMoney(approval?.price.total)}.`,
    failure: 'Failed to approve quote. Please try again.',
    onDone: onClose,
  })
  const [optionId, addOnIds] = form.watch(['optionId', 'addOnIds'])
  const { total, deposit } = priceOfStored(content, { optionId, addOnIds })
  const depositText = deposit > 0 ? ` A deposit of ${formatMoney(moneyText(deposit))} is asked for.` : ''
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="sm"
      title={title}
      labels={{ optionId: 'Option', signerName: 'Who agreed' }}
      format={(_, value) => choices.find((it) => it.value === value)?.label ?? String(value)}
      description={`${customerName ?? 'The customer'} agreed by telephone or in person.${depositText}`}
      submitLabel={`Approve ${formatMoney(moneyText(total))}`}
    >
      {notice}
      {options.length > 1 && (
        <ChoiceList
          label="Option"
          name="option"
          value={optionId}
          onChange={(chosen) => form.set('optionId', chosen)}
          choices={choices}
        />
      )}
      {addOns.length > 0 && (
        <div>
          {addOns.map((addOn) => (
            <Checkbox
              key={addOn.id}
              css={{ display: 'flex' }}
              label={`${addOn.description}, ${formatMoney(addOn.amount)}`}
              checked={addOnIds.includes(addOn.id)}
              onChange={({ target }) =>
                form.set(
                  'addOnIds',
                  target.checked ? [...addOnIds, addOn.id] : addOnIds.filter((it) => it !== addOn.id),
                )
              }
            />
          ))}
        </div>
      )}
      <Field label="Who agreed" {...form.field('signerName')} />
    </FormDialog>
  )
}

const Refusal = z.object({
  reason: z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters')),
})

function DeclineForm({ title, quote, record, onClose }: FormProps) {
  const { id, quoteNumber, customerName } = quote
  const { revision, confirmSend, notice } = useReadRevision(quote, onClose)
  const form = useForm(Refusal, {
    defaults: { reason: '' },
    record,
    confirmSend,
    send: ({ reason }, { ifMatch }) =>
      declineQuote({ id, etag: ifMatch }, { revision, reason: reason || undefined }),
    refetch: [quotesKey],
    success: `${quoteNumber} declined.`,
    failure: 'Failed to decline quote. Please try again.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="sm"
      title={title}
      description={`${customerName ?? 'The customer'} said no. You can still revise it and send it again.`}
      submitLabel="Decline"
    >
      {notice}
      <Field label="Reason" hint="Optional. Only your team sees it." {...form.error('reason')}>
        <Textarea data-autofocus limit={500} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

const extensionFrom = (today: string) =>
  z.object({
    validUntil: z.iso
      .date({ error: 'Please enter a date' })
      .check(z.refine((day) => day > today, 'Choose a later day than today.')),
  })

/** What was sent can be approved until another day. */
function ExtendForm({ title, quote: { id, quoteNumber, validUntil }, record, onClose }: FormProps) {
  const today = useToday()
  const form = useForm(extensionFrom(today), {
    defaults: { validUntil: validUntil ?? '' },
    record,
    send: (values, { ifMatch }) => extendQuote({ id, etag: ifMatch }, values),
    refetch: [quotesKey],
    success: (_, values) => `${quoteNumber} is valid until ${formatDay(values.validUntil)}.`,
    failure: 'Failed to extend quote. Please try again.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="sm"
      title={title}
      description="The customer keeps the same quote, with more time."
      submitLabel="Extend"
      labels={{ validUntil: 'Valid until' }}
      format={(_, value) => formatDay(String(value))}
    >
      <Field label="Valid until" {...form.error('validUntil')}>
        <DateField data-autofocus min={dayLater(today)} {...form.bind('validUntil')} />
      </Field>
    </FormDialog>
  )
}

const dialogs = {
  approve: ['Approve for the customer', ApproveForm],
  decline: ['Decline for the customer', DeclineForm],
  extend: ['Extend', ExtendForm],
} as const

type AnswerDialogProps = { id: number; dialog: keyof typeof dialogs; onClose: () => void }

/** What is answered for the customer. */
export function AnswerDialog({ id, dialog, onClose }: AnswerDialogProps) {
  const [title, Form] = dialogs[dialog]
  return (
    <RecordDialog
      query={quoteRecordQuery(id)}
      title={title}
      failure="The quote could not be loaded"
      onClose={onClose}
    >
      {(quote, record) => <Form title={title} quote={quote} record={record} onClose={onClose} />}
    </RecordDialog>
  )
}

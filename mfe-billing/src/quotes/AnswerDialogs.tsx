import { priceOfStored, type QuoteDetails } from '@plumbline/billing/api'
import { dayLater, formatDay } from '@plumbline/contract'
import { FormDialog, RecordDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import { formatMoney, moneyText } from '@plumbline/contract/money'
import { Checkbox, DateField, Field, Textarea } from '@plumbline/ui'
import * as z from 'zod/mini'
import { useToday } from '../invoices/useToday.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { approveQuote, declineQuote, extendQuote, quoteRecordQuery, quotesKey } from './queries.ts'
import { offeredContent, optionName } from './quote.ts'

type DialogProps = { id: number; onClose: () => void }
type FormProps = { quote: QuoteDetails; record: StoredRecord; onClose: () => void }

const failure = 'The quote could not be loaded'

/** 'Approve for the customer', who agreed by telephone or in person. */
const ApproveDialog = ({ id, onClose }: DialogProps) => (
  <RecordDialog
    query={quoteRecordQuery(id)}
    title="Approve for the customer"
    failure={failure}
    onClose={onClose}
  >
    {(quote, record) => <ApproveForm quote={quote} record={record} onClose={onClose} />}
  </RecordDialog>
)

const Approval = z.object({
  optionId: z.int(),
  addOnIds: z.array(z.int()),
  signerName: z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters')),
})

function ApproveForm({ quote, record, onClose }: FormProps) {
  const { id, quoteNumber, sentRevision, customerName } = quote
  const content = offeredContent(quote)
  const { options, addOns } = content
  const form = useForm(Approval, {
    defaults: { optionId: options[0]?.id ?? 0, addOnIds: [], signerName: customerName ?? '' },
    record,
    send: ({ signerName, ...choice }, { ifMatch }) =>
      approveQuote(
        { id, etag: ifMatch },
        { ...choice, revision: sentRevision ?? 0, ...(signerName && { signerName }) },
      ),
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
      title="Approve for the customer"
      description={`${customerName ?? 'The customer'} agreed by telephone or in person.${depositText}`}
      submitLabel={`Approve ${formatMoney(moneyText(total))}`}
    >
      {options.length > 1 && (
        <ChoiceList
          label="Option"
          name="option"
          value={optionId}
          onChange={(chosen) => form.set('optionId', chosen)}
          choices={options.map((option, at) => ({
            value: option.id,
            label: optionName(option, at),
            aside: formatMoney(option.price.total),
          }))}
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

/** 'Decline for the customer'. */
const DeclineDialog = ({ id, onClose }: DialogProps) => (
  <RecordDialog
    query={quoteRecordQuery(id)}
    title="Decline for the customer"
    failure={failure}
    onClose={onClose}
  >
    {(quote, record) => <DeclineForm quote={quote} record={record} onClose={onClose} />}
  </RecordDialog>
)

const Refusal = z.object({
  reason: z.string().check(z.trim(), z.maxLength(500, 'At most 500 characters')),
})

function DeclineForm({ quote: { id, quoteNumber, customerName, sentRevision }, record, onClose }: FormProps) {
  const form = useForm(Refusal, {
    defaults: { reason: '' },
    record,
    send: ({ reason }, { ifMatch }) =>
      declineQuote({ id, etag: ifMatch }, { revision: sentRevision ?? 0, ...(reason && { reason }) }),
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
      title="Decline for the customer"
      description={`${customerName ?? 'The customer'} said no. You can still revise it and send it again.`}
      submitLabel="Decline"
    >
      <Field label="Reason" hint="Optional. Only your team sees it." {...form.error('reason')}>
        <Textarea data-autofocus limit={500} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}

/** 'Extend': what was sent can be approved until another day. */
const ExtendDialog = ({ id, onClose }: DialogProps) => (
  <RecordDialog query={quoteRecordQuery(id)} title="Extend" failure={failure} onClose={onClose}>
    {(quote, record) => <ExtendForm quote={quote} record={record} onClose={onClose} />}
  </RecordDialog>
)

const extensionFrom = (today: string) =>
  z.object({
    validUntil: z.iso
      .date({ error: 'Please enter a date' })
      .check(z.refine((day) => day > today, 'Choose a later day than today.')),
  })

function ExtendForm({ quote: { id, quoteNumber, validUntil }, record, onClose }: FormProps) {
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
      title="Extend"
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

const dialogs = { approve: ApproveDialog, decline: DeclineDialog, extend: ExtendDialog }

/** What is answered for the customer. */
export function AnswerDialog({ dialog, ...props }: DialogProps & { dialog: keyof typeof dialogs }) {
  const Chosen = dialogs[dialog]
  return <Chosen {...props} />
}

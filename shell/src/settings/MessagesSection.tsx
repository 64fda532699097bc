import { MessageHoursForm, messageHourLabels, SignatureForm, signatureLabels } from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { Field, FieldRow, space, Textarea, TimeField } from '@plumbline/ui'
import { changeMessageHours, changeMessageTexts, useSaved } from './businessCalls.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'
import { TextList } from './TextList.tsx'

/** When messages that are not urgent go out, and what all of them say. */
export const MessagesSection = (section: SectionProps) => (
  <div css={{ display: 'grid', gap: space(5) }}>
    <HoursOfMessages {...section} />
    <SignatureOfMails {...section} />
    <TextList {...section} />
  </div>
)

function HoursOfMessages({ business: { messages, changed }, record }: SectionProps) {
  const form = useForm(MessageHoursForm, {
    defaults: messages,
    record,
    send: (_, { changes, ifMatch }) => changeMessageHours(changes, ifMatch),
    ...useSaved(),
    success: 'The hours of messages are set.',
  })
  const time = (name: keyof typeof messages, hint?: string) => (
    <Field label={messageHourLabels[name]} hint={hint} {...form.error(name)}>
      <TimeField step={15 * 60} {...form.bind(name)} />
    </Field>
  )
  return (
    <SectionForm form={form} title="Messages" labels={messageHourLabels} changed={changed.messages}>
      <p>
        Reminders of appointments and payments go out between these times, by the clock of the business. What
        you write yourself, cancellations and invoices are sent at once.
      </p>
      <FieldRow>
        {time('quietUntil')}
        {time('quietFrom')}
      </FieldRow>
      {time('remindAt', 'On the day before. Reminders are spread over half an hour.')}
    </SectionForm>
  )
}

function SignatureOfMails({ business: { texts, description, changed }, record }: SectionProps) {
  const form = useForm(SignatureForm, {
    defaults: { signature: texts.signature, reviewLink: texts.reviewLink },
    record,
    send: (_, { changes, ifMatch }) => {
      const entries = Object.entries(changes).map(([name, value]) => [name, value || null])
      return changeMessageTexts(Object.fromEntries(entries), ifMatch)
    },
    ...useSaved(),
    success: 'The signature and the link are set.',
  })
  return (
    <SectionForm form={form} title="Signature" labels={signatureLabels} changed={changed.texts}>
      <Field
        label={signatureLabels.signature}
        hint="Emails end with it. Empty: {business} and {phone}, which are filled in."
        {...form.error('signature')}
      >
        <Textarea
          rows={3}
          placeholder={`${description.name}\n${description.phone}`}
          {...form.register('signature')}
        />
      </Field>
      <Field
        label={signatureLabels.reviewLink}
        hint="Where customers review you. ‘Ask for a review’ is then among the templates of a conversation."
        type="url"
        placeholder="https://example.com/review"
        autoComplete="off"
        {...form.field('reviewLink')}
      />
    </SectionForm>
  )
}

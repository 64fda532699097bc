import { MessageHoursForm, messageHourLabels } from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { Field, FieldRow, TimeField } from '@plumbline/ui'
import { changeMessageHours, useSaved } from './businessCalls.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'

/** When messages that are not urgent go out. */
export function MessagesSection({ business: { messages, changed }, record }: SectionProps) {
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

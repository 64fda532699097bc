import { useForm } from '@plumbline/contract/form'
import { LeadMailForm as Form, leadMailLabels } from '@plumbline/messaging/api'
import { Field } from '@plumbline/ui'
import { lockedHint } from './lockableField.ts'
import { SectionForm } from './SectionForm.tsx'
import { changeLeadMail, type SendersProps, useSendersSaved } from './senderCalls.ts'

/** Where mail about new leads goes. */
export function LeadMailForm({ senders: { leads, defaults, locked }, record }: SendersProps) {
  const form = useForm(Form, {
    defaults: { to: leads.to },
    record,
    send: ({ to }, { ifMatch }) => changeLeadMail({ to: to || null }, ifMatch),
    ...useSendersSaved(),
    success: 'Mail about new leads goes there.',
  })
  const variable = locked['leads.to']
  return (
    <SectionForm form={form} title="New leads" labels={leadMailLabels} changed={leads.changed ?? undefined}>
      <Field
        label={leadMailLabels.to}
        hint={lockedHint(variable) ?? 'Gets a mail about every request from the public page.'}
        type="email"
        autoComplete="email"
        placeholder={defaults.leadsTo}
        {...form.field('to')}
        readOnly={variable !== undefined}
      />
    </SectionForm>
  )
}

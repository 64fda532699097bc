import { call } from '@plumbline/contract'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { addLead, leadServices, leadSources, maxTextLength, NewLead } from '@plumbline/crm/api'
import { Field, FieldRow, Select, Textarea } from '@plumbline/ui'
import { sourceLabels } from '../customers/customer.ts'
import { Duplicates } from '../customers/Duplicates.tsx'
import { leadsKey } from './queries.ts'

/** A lead that staff enter while a person is on the phone. */
export function NewLeadDialog({ onClose }: { onClose: () => void }) {
  const form = useForm(NewLead, {
    defaults: {
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      serviceNeeded: '',
      projectDescription: '',
      source: 'phone',
    },
    send: (body, { key }) => call(addLead, { body, idempotencyKey: key }),
    refetch: [leadsKey],
    success: 'Lead has been added.',
    failure: 'Failed to add lead. Please try again.',
    onDone: onClose,
  })
  return (
    <FormDialog form={form} onClose={onClose} title="Add Lead" submitLabel="Add Lead">
      <FieldRow>
        <Field label="First name" autoComplete="off" required {...form.field('firstName')} />
        <Field label="Last name" autoComplete="off" required {...form.field('lastName')} />
      </FieldRow>
      <FieldRow>
        <Field label="Phone" type="tel" autoComplete="off" required {...form.field('phone')} />
        <Field label="Email" type="email" autoComplete="off" required {...form.field('email')} />
      </FieldRow>
      <Duplicates phone={form.watch('phone')} email={form.watch('email')} />
      <FieldRow>
        <Field label="Service" {...form.error('serviceNeeded')}>
          <Select
            {...form.register('serviceNeeded')}
            options={[
              { value: '', label: 'Not specified' },
              ...Object.entries(leadServices).map(([value, label]) => ({ value, label })),
            ]}
          />
        </Field>
        <Field label="Source" {...form.error('source')}>
          <Select
            {...form.register('source')}
            options={leadSources.map((value) => ({ value, label: sourceLabels[value] ?? value }))}
          />
        </Field>
      </FieldRow>
      <Field label="Description" {...form.error('projectDescription')}>
        <Textarea limit={maxTextLength} {...form.register('projectDescription')} />
      </Field>
    </FormDialog>
  )
}

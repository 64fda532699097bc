import { call } from '@plumbline/contract'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { addLead, leadSources, NewLead } from '@plumbline/crm/api'
import { Field, Select } from '@plumbline/ui'
import { sourceLabels } from '../customers/customer.ts'
import { Duplicates } from '../customers/Duplicates.tsx'
import { LeadFields } from './LeadFields.tsx'
import { leadsKey } from './lead.ts'

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
      <LeadFields
        field={form.field}
        hint={<Duplicates phone={form.watch('phone')} email={form.watch('email')} />}
        beside={
          <Field label="Source" {...form.error('source')}>
            <Select
              {...form.register('source')}
              options={leadSources.map((value) => ({ value, label: sourceLabels[value] ?? value }))}
            />
          </Field>
        }
      />
    </FormDialog>
  )
}

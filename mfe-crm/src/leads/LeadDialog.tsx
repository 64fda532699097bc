import { OptionalAmount } from '@plumbline/billing/api'
import { call } from '@plumbline/contract'
import { FormDialog, RecordDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import {
  changeLead,
  type Lead,
  type LeadChanges,
  leadStatuses,
  leadStatusLabels,
  maxTextLength,
  nextLeadStatuses,
} from '@plumbline/crm/api'
import { DateField, Field, FieldRow, MoneyField, Select, Textarea } from '@plumbline/ui'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { emptyToNull } from '../customers/customerForm.ts'
import { leadsKey } from './lead.ts'
import { leadRecordQuery } from './queries.ts'

const LeadForm = /* @__PURE__ */ z.object({
  status: z.enum(leadStatuses),
  lostReason: z.string().check(z.maxLength(500, 'At most 500 characters')),
  followUpOn: z.string(),
  estimatedValue: OptionalAmount,
  notes: z.string(),
})
type LeadForm = z.infer<typeof LeadForm>

const fieldLabels = {
  status: 'Status',
  lostReason: 'Reason lost',
  followUpOn: 'Follow up on',
  estimatedValue: 'Estimated value',
  notes: 'Notes',
}

/** A value as people read it. */
const formatField = (name: string, value: unknown): string =>
  name === 'status' ? leadStatusLabels[value as Lead['status']] : String(value)

/** The reason goes with the status. */
const changesOf = (values: LeadForm, { lostReason: _, ...changes }: Partial<LeadForm>): LeadChanges => ({
  ...emptyToNull(changes),
  ...(values.status === 'lost' && { status: 'lost', lostReason: values.lostReason || null }),
})

type LeadDialogProps = {
  lead: Lead
  /** What the form opens with in place of the status of the lead. */
  status?: Lead['status'] | undefined
  onClose: () => void
}

/** The status of a lead, what it may be worth, and when to follow up. */
export const LeadDialog = ({ lead, ...props }: LeadDialogProps) => (
  <RecordDialog
    query={leadRecordQuery(lead.id)}
    title="Edit Lead"
    failure="The lead could not be loaded"
    onClose={props.onClose}
  >
    {(current, record) => <LeadFormDialog lead={current} record={record} {...props} />}
  </RecordDialog>
)

type LeadFormDialogProps = LeadDialogProps & { record: StoredRecord }

function LeadFormDialog({ lead, status, record, onClose }: LeadFormDialogProps) {
  const form = useForm(LeadForm, {
    defaults: {
      status: lead.status,
      lostReason: lead.lostReason ?? '',
      followUpOn: lead.followUpOn ?? '',
      estimatedValue: lead.estimatedValue ?? '',
      notes: lead.notes ?? '',
    },
    record,
    send: (values, { changes, ifMatch }) =>
      call(changeLead, { params: { id: lead.id }, body: changesOf(values, changes), ifMatch }),
    refetch: [leadsKey],
    success: 'Lead has been updated.',
    failure: 'Failed to save lead. Please try again.',
    onDone: onClose,
  })
  const chooseStatus = useEffectEvent(() => status && form.set('status', status))
  useEffect(() => void chooseStatus(), [])
  const statuses = leadStatuses.filter(
    (it) => it === lead.status || nextLeadStatuses[lead.status].includes(it),
  )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Edit Lead"
      submitLabel="Save"
      labels={fieldLabels}
      format={formatField}
    >
      <Field label={fieldLabels.status}>
        <Select
          {...form.register('status')}
          options={statuses.map((value) => ({ value, label: leadStatusLabels[value] }))}
        />
      </Field>
      {form.watch('status') === 'lost' && (
        <Field
          label={fieldLabels.lostReason}
          placeholder="Too expensive, no answer…"
          {...form.field('lostReason')}
        />
      )}
      <FieldRow>
        <Field label={fieldLabels.followUpOn} {...form.error('followUpOn')}>
          <DateField {...form.bind('followUpOn')} />
        </Field>
        <Field label={fieldLabels.estimatedValue} {...form.error('estimatedValue')}>
          <MoneyField {...form.bind('estimatedValue')} />
        </Field>
      </FieldRow>
      <Field label={fieldLabels.notes} {...form.error('notes')}>
        <Textarea limit={maxTextLength} {...form.register('notes')} />
      </Field>
    </FormDialog>
  )
}

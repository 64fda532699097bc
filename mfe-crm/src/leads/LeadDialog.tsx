import { OptionalMoney } from '@plumbline/billing/api'
import { call } from '@plumbline/contract'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { changeLead, type Lead, type LeadChanges, leadStatuses } from '@plumbline/crm/api'
import { Dialog, ErrorState, Field, FieldRow, Input, MoneyField, Select, Skeleton } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { emptyToNull, fullName } from '../customers/customer.ts'
import { leadStatusLabels } from './lead.ts'
import { leadRecordQuery, leadsQuery } from './queries.ts'

const LeadForm = /* @__PURE__ */ z.object({
  status: z.enum(leadStatuses),
  lostReason: z.string().check(z.maxLength(500, 'At most 500 characters')),
  followUpOn: z.string(),
  estimatedValue: OptionalMoney,
})
type LeadForm = z.infer<typeof LeadForm>

const fieldLabels = {
  status: 'Status',
  lostReason: 'Reason lost',
  followUpOn: 'Follow up on',
  estimatedValue: 'Estimated value',
}

/** A value as people read it. */
const formatField = (name: string, value: unknown): string =>
  name === 'status' ? leadStatusLabels[value as Lead['status']] : String(value)

/** The reason goes with the status. */
const changesOf = (values: LeadForm, { lostReason: _, ...changes }: Partial<LeadForm>): LeadChanges => ({
  ...emptyToNull(changes),
  ...(values.status === 'lost' && { status: 'lost', lostReason: values.lostReason || null }),
})

type LeadDialogProps = { lead: Lead; onClose: () => void }

/** The status of a lead, what it may be worth, and when to follow up. Opens with the lead as it is now. */
export function LeadDialog({ lead, onClose }: LeadDialogProps) {
  const { data, error, refetch } = useQuery(leadRecordQuery(lead.id))
  if (data)
    return (
      <LeadFormDialog lead={data.value} record={{ etag: data.etag, reload: refetch }} onClose={onClose} />
    )
  return (
    <Dialog open onClose={onClose} title={fullName(lead)}>
      {error ? (
        <ErrorState title="The lead could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </Dialog>
  )
}

type LeadFormDialogProps = LeadDialogProps & { record: { etag: string; reload: () => Promise<unknown> } }

function LeadFormDialog({ lead, record, onClose }: LeadFormDialogProps) {
  const form = useForm(LeadForm, {
    defaults: {
      status: lead.status,
      lostReason: lead.lostReason ?? '',
      followUpOn: lead.followUpOn ?? '',
      estimatedValue: lead.estimatedValue ?? '',
    },
    record,
    send: (values, { changes, ifMatch }) =>
      call(changeLead, { params: { id: lead.id }, body: changesOf(values, changes), ifMatch }),
    refetch: [leadsQuery().queryKey],
    success: 'Lead has been updated.',
    failure: 'Failed to save lead. Please try again.',
    onDone: onClose,
  })
  const statuses = leadStatuses.filter((it) => it !== 'converted' || lead.status === 'converted')
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={fullName(lead)}
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
          <Input type="date" {...form.register('followUpOn')} />
        </Field>
        <Field label={fieldLabels.estimatedValue} {...form.error('estimatedValue')}>
          <MoneyField {...form.bind('estimatedValue')} />
        </Field>
      </FieldRow>
    </FormDialog>
  )
}

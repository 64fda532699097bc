import { OptionalMoney } from '@plumbline/billing/api'
import { toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { type Lead, type LeadChanges, leadStatuses } from '@plumbline/crm/api'
import {
  Button,
  ConflictNotice,
  Dialog,
  ErrorState,
  Field,
  Input,
  MoneyField,
  phone,
  Select,
  Skeleton,
  space,
} from '@plumbline/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { emptyToNull, fullName } from '../customers/customer.ts'
import { leadRecordQuery, leadsQuery, saveLead } from './queries.ts'

const labels: Record<string, string> = {
  new: 'New',
  contacted: 'Contacted',
  quoted: 'Quoted',
  converted: 'Converted',
  lost: 'Lost',
}

const pair = {
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: space(4),
  [phone]: { gridTemplateColumns: '1fr' },
}

const Form = /* @__PURE__ */ z.object({
  status: z.enum(leadStatuses),
  lostReason: z.string().check(z.maxLength(500, 'At most 500 characters')),
  followUpOn: z.string(),
  estimatedValue: OptionalMoney,
})

const fieldLabels = {
  status: 'Status',
  lostReason: 'Reason lost',
  followUpOn: 'Follow up on',
  estimatedValue: 'Estimated value',
}

/** A value as people read it. */
const formatField = (name: string, value: unknown): string =>
  name === 'status' ? (labels[String(value)] ?? String(value)) : String(value)

/** The reason goes with the status. */
const changesOf = (
  values: z.infer<typeof Form>,
  { lostReason: _, ...changes }: Partial<z.infer<typeof Form>>,
): LeadChanges => ({
  ...emptyToNull(changes),
  ...(values.status === 'lost' && { status: 'lost', lostReason: values.lostReason || null }),
})

type LeadDialogProps = { lead: Lead | null; onClose: () => void }

/** Where a lead stands, what it may be worth, when to call again. */
export const LeadDialog = ({ lead, onClose }: LeadDialogProps) =>
  lead && <EditLead key={lead.id} lead={lead} onClose={onClose} />

/** Opens with the lead as it is now, not as the list has it. */
function EditLead({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { data, error, refetch } = useQuery(leadRecordQuery(lead.id))
  if (data)
    return <LeadForm lead={data.value} record={{ etag: data.etag, reload: refetch }} onClose={onClose} />
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

type LeadFormProps = {
  lead: Lead
  record: { etag: string; reload: () => Promise<unknown> }
  onClose: () => void
}

function LeadForm({ lead, record, onClose }: LeadFormProps) {
  const id = useId()
  const queryClient = useQueryClient()
  const form = useForm(Form, {
    defaults: {
      status: lead.status,
      lostReason: lead.lostReason ?? '',
      followUpOn: lead.followUpOn ?? '',
      estimatedValue: lead.estimatedValue ?? '',
    },
    record,
    send: (values, { changes, ifMatch }) => saveLead(lead.id, changesOf(values, changes), ifMatch),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: leadsQuery().queryKey })
      toast({ title: 'Success!', description: 'Lead has been updated.' })
      onClose()
    },
    onFailed: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  const close = form.closing(onClose)
  const statuses = leadStatuses.filter((it) => it !== 'converted' || lead.status === 'converted')
  return (
    <Dialog
      open
      onClose={close}
      title={fullName(lead)}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={form.pending}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} css={{ display: 'grid', gap: space(4) }} {...form.props}>
        <ConflictNotice form={form} labels={fieldLabels} format={formatField} />
        <Field label="Status">
          <Select
            {...form.register('status')}
            options={statuses.map((value) => ({ value, label: labels[value] ?? value }))}
          />
        </Field>
        {form.watch('status') === 'lost' && (
          <Field label="Reason lost" {...form.field('lostReason')} placeholder="Too expensive, no answer…" />
        )}
        <div css={pair}>
          <Field label="Follow up on" {...form.error('followUpOn')}>
            <Input type="date" {...form.register('followUpOn')} />
          </Field>
          <Field label="Estimated value" {...form.error('estimatedValue')}>
            <MoneyField {...form.bind('estimatedValue')} />
          </Field>
        </div>
      </form>
    </Dialog>
  )
}

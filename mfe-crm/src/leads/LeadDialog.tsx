import { toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { type Lead, type LeadChanges, leadStatuses } from '@plumbline/crm/api'
import { Button, Dialog, Field, Input, MoneyField, phone, Select, space } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { fullName } from '../customers/customer.ts'
import { leadsQuery, saveLead } from './queries.ts'

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

const Form = z.object({
  status: z.enum(leadStatuses),
  lostReason: z.string(),
  followUpOn: z.string(),
  estimatedValue: z.string(),
})

/** An empty field means nothing, not an empty text. */
const changesOf = ({
  status,
  lostReason,
  followUpOn,
  estimatedValue,
}: z.infer<typeof Form>): LeadChanges => ({
  status,
  ...(status === 'lost' && { lostReason: lostReason || null }),
  followUpOn: followUpOn || null,
  estimatedValue: estimatedValue || null,
})

/** Where a lead stands, what it may be worth, when to call again. */
export const LeadDialog = ({ lead, onClose }: { lead: Lead | null; onClose: () => void }) =>
  lead && <Dialogue key={lead.id} lead={lead} onClose={onClose} />

function Dialogue({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const id = useId()
  const queryClient = useQueryClient()
  const form = useForm(Form, {
    defaults: {
      status: lead.status,
      lostReason: lead.lostReason ?? '',
      followUpOn: lead.followUpOn ?? '',
      estimatedValue: lead.estimatedValue ?? '',
    },
    send: (values) => saveLead(lead.id, changesOf(values)),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: leadsQuery().queryKey })
      toast({ title: 'Success!', description: 'Lead has been updated.' })
      onClose()
    },
    onFailed: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  const { error: followUpError } = form.field('followUpOn')
  const { error: valueError } = form.field('estimatedValue')
  const statuses = leadStatuses.filter((it) => it !== 'converted' || lead.status === 'converted')
  return (
    <Dialog
      open
      onClose={onClose}
      title={fullName(lead)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={form.pending}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} css={{ display: 'grid', gap: space(4) }} {...form.props}>
        <Field label="Status">
          <Select
            {...form.register('status')}
            options={statuses.map((value) => ({ value, label: labels[value] ?? value }))}
          />
        </Field>
        {form.watch('status') === 'lost' && (
          <Field
            label="Why it was lost"
            {...form.field('lostReason')}
            placeholder="Too expensive, no answer…"
          />
        )}
        <div css={pair}>
          <Field label="Call again on" {...(followUpError !== undefined && { error: followUpError })}>
            <Input type="date" {...form.register('followUpOn')} />
          </Field>
          <Field label="Estimated value" {...(valueError !== undefined && { error: valueError })}>
            <MoneyField
              value={form.watch('estimatedValue')}
              onChange={(value) => form.setValue('estimatedValue', value, { shouldDirty: true })}
            />
          </Field>
        </div>
      </form>
    </Dialog>
  )
}

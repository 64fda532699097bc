import { type Lead, leadStatusLabels, nextLeadStatuses } from '@plumbline/crm/api'
import { SegmentedControl } from '@plumbline/ui'
import { useStatusChange } from './useStatusChange.ts'

type LeadStepsProps = { lead: Lead; onLost: () => void }

/** Where a lead is, and the steps that it can take from there with one tap; a lost one is asked for the reason. */
export function LeadSteps({ lead, onLost }: LeadStepsProps) {
  const changing = useStatusChange(lead)
  const steps = ['new', 'contacted', 'quoted', lead.status === 'converted' ? 'converted' : 'lost'] as const
  const choose = (status: Lead['status']) => {
    if (status === 'lost') onLost()
    else if (status !== changing.input) changing.run(status)
  }
  return (
    <SegmentedControl
      label="Status"
      segments={steps.map((status) => ({
        value: status,
        label: leadStatusLabels[status],
        disabled: status === lead.status || !nextLeadStatuses[lead.status].includes(status),
      }))}
      value={lead.status}
      onChange={choose}
      busy={changing.pending}
    />
  )
}

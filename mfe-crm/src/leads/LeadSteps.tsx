import { css } from '@emotion/react'
import { type Lead, leadStatusLabels } from '@plumbline/crm/api'
import { color, phone, radius, space, text } from '@plumbline/ui'
import { laterStatuses } from './lead.ts'
import { useStatusChange } from './useStatusChange.ts'

const group = css`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: 1fr;
  gap: 2px;
  margin: ${space(5)} 0 0;
  padding: 2px;
  border-radius: ${radius.control};
  background: ${color.sunken};
  button {
    min-height: 36px;
    padding: 0 ${space(1)};
    border: 0;
    border-radius: 4px;
    background: none;
    color: ${color.ink};
    font-size: ${text.sm};
    font-weight: 600;
    cursor: pointer;
  }
  button[aria-disabled] { color: ${color.muted}; font-weight: 400; cursor: default; }
  button[aria-pressed='true'] { background: ${color.surface}; color: ${color.ink}; font-weight: 600; box-shadow: 0 0 0 1px ${color.line}; }
  ${phone} { button { min-height: 44px; } }
`

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
    // biome-ignore lint/a11y/useSemanticElements: nothing to fill in, so no fieldset
    <div css={group} role="group" aria-label="Status" aria-busy={changing.pending || undefined}>
      {steps.map((status) => {
        const isCurrent = status === lead.status
        const isOffered = !isCurrent && laterStatuses[lead.status].includes(status)
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isCurrent}
            aria-disabled={!isOffered || undefined}
            onClick={isOffered ? () => choose(status) : undefined}
          >
            {leadStatusLabels[status]}
          </button>
        )
      })}
    </div>
  )
}

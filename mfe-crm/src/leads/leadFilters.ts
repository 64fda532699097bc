import { leadStatuses, leadStatusLabels } from '@plumbline/crm/api'
import { customerFilters, personSorts } from '../customers/customer.ts'

/** What the status filter offers: what customers have as well, as both lists share it, and what waits for the business. */
export const leadFilters = [
  ...customerFilters,
  ...(['contacted', 'quoted', 'converted', 'lost'] as const).map((value) => ({
    value,
    label: leadStatusLabels[value],
  })),
  { value: 'quote-overdue', label: 'Quote overdue' },
  { value: 'follow-up-due', label: 'Follow-up due' },
]

/** What leads are asked for; `lead` and `new` both are those without an answer. Null for what only customers can be. */
export function queryOfStatus(status: string): Record<string, string> | null {
  if (status === 'quote-overdue') return { waiting: 'quote' }
  if (status === 'follow-up-due') return { waiting: 'follow-up' }
  if (status === 'lead') return { status: 'new' }
  return leadStatuses.some((it) => it === status) ? { status } : null
}

export const leadSorts = [
  ...personSorts,
  { value: 'quote-due', label: 'Quote due first' },
  { value: 'follow-up', label: 'By follow-up date' },
]

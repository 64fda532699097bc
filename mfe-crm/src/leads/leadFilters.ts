import { leadStatuses, leadStatusLabels } from '@plumbline/crm/api'
import { customerFilters, personSorts } from '../customers/customer.ts'

/** Further than the status filter, which both lists of the CRM share: how far requests came, and what waits for the business. */
export const stepFilters = [
  { value: '', label: 'All steps' },
  ...(['contacted', 'quoted', 'converted', 'lost'] as const).map((value) => ({
    value,
    label: leadStatusLabels[value],
  })),
  { value: 'quote-overdue', label: 'Quote overdue' },
  { value: 'follow-up-due', label: 'Follow-up due' },
]

export const leadFilters = [...customerFilters, ...stepFilters.slice(1)]

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

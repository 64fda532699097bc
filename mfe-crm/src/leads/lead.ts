import { age } from '@plumbline/contract'
import { type Lead, leadServices, leadStatuses, leadStatusLabels, quoteDueHours } from '@plumbline/crm/api'
import { customerFilters, personSorts } from '../customers/customer.ts'

/** What people call the service a lead asks for. */
export const serviceLabel = ({ serviceNeeded }: Pick<Lead, 'serviceNeeded'>): string =>
  serviceNeeded === null
    ? 'Service not specified'
    : (leadServices[serviceNeeded as keyof typeof leadServices] ?? serviceNeeded)

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

/** Whether it can still become a customer. */
export const isOpen = ({ status }: Lead): boolean => status !== 'converted' && status !== 'lost'

/** Where a lead may go from each status, as the server allows it; it is converted by a call of its own. */
export const laterStatuses: Record<Lead['status'], readonly Lead['status'][]> = {
  new: ['contacted', 'quoted', 'lost'],
  contacted: ['quoted', 'lost'],
  quoted: ['lost'],
  converted: [],
  lost: [],
}

/** The step that most leads take next, taken with one tap. */
export const nextStatus = ({ status }: Lead): Lead['status'] | null =>
  laterStatuses[status].find((it) => it !== 'lost') ?? null

export const leadSorts = [
  ...personSorts,
  { value: 'quote-due', label: 'Quote due first' },
  { value: 'follow-up', label: 'By follow-up date' },
]

export type LeadAge = { text: string; isOverdue: boolean }

/** How long ago a lead came, against the promise of a quote within 24 hours. */
export function leadAge({ status, createdAt }: Pick<Lead, 'status' | 'createdAt'>, now: Date): LeadAge {
  const hoursLeft = quoteDueHours - (now.getTime() - Date.parse(createdAt)) / 3_600_000
  if (status !== 'new' || Number.isNaN(hoursLeft)) return { text: age(createdAt, now), isOverdue: false }
  if (hoursLeft <= 0) return { text: `${age(createdAt, now)}, quote overdue`, isOverdue: true }
  const hours = Math.ceil(hoursLeft)
  return {
    text: `${age(createdAt, now)}, quote due within ${hours === 1 ? 'an hour' : `${hours} hours`}`,
    isOverdue: false,
  }
}

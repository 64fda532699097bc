import { age, dayInNewYork } from '@plumbline/contract'
import type { Sort } from '@plumbline/contract/list'
import { type Lead, leadServices, quoteDueHours } from '@plumbline/crm/api'
import { personSorts } from '../customers/customer.ts'

/** What people call the service a lead asks for. */
export const serviceLabel = ({ serviceNeeded }: Pick<Lead, 'serviceNeeded'>): string =>
  serviceNeeded === null
    ? 'Service not specified'
    : (leadServices[serviceNeeded as keyof typeof leadServices] ?? serviceNeeded)

/** Filters that dashboards lead to: what waits for the business. */
export const waitingFilters = [
  { value: 'quote-overdue', label: 'Quote overdue' },
  { value: 'follow-up-due', label: 'Follow-up due' },
] as const

/** Whether the status filter shows a lead; `lead` and `new` both show the leads without an answer. */
export function leadHasStatus(lead: Lead, status: string, now = new Date()): boolean {
  if (status === 'quote-overdue') return leadAge(lead, now).isOverdue
  if (status === 'follow-up-due')
    return isOpen(lead) && lead.followUpOn !== null && lead.followUpOn <= dayInNewYork(now)
  return lead.status === (status === 'lead' ? 'new' : status)
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

const neverFollowedUp = '9999'
export const leadSorts: readonly Sort<Lead>[] = [
  ...personSorts,
  {
    value: 'follow-up',
    label: 'By follow-up date',
    compare: (a, b) => (a.followUpOn ?? neverFollowedUp).localeCompare(b.followUpOn ?? neverFollowedUp),
  },
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

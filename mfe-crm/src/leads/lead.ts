import { age } from '@plumbline/contract'
import { type Lead, nextLeadStatuses, quoteDueHours } from '@plumbline/crm/api'

/** What every query of leads begins with. */
export const leadsKey = ['leads'] as const

/** Whether it can still become a customer. */
export const isOpen = ({ status }: Lead): boolean => status !== 'converted' && status !== 'lost'

/** The step that most leads take next, taken with one tap. */
export const nextStatus = ({ status }: Lead): Lead['status'] | null =>
  nextLeadStatuses[status].find((it) => it !== 'lost') ?? null

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

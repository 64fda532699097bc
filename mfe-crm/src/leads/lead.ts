import { age } from '@plumbline/contract'
import { type Lead, leadServices } from '@plumbline/crm/api'

/** What people call the service a lead asks for. */
export const serviceLabel = ({ serviceNeeded }: Pick<Lead, 'serviceNeeded'>): string =>
  serviceNeeded === null
    ? 'Service not specified'
    : (leadServices[serviceNeeded as keyof typeof leadServices] ?? serviceNeeded)

/** The status a filter asks for: `lead` and `new` both mean those nobody has answered. */
export const withStatus = (leads: readonly Lead[], status: string): readonly Lead[] =>
  status === '' ? leads : leads.filter((lead) => lead.status === (status === 'lead' ? 'new' : status))

// what the public page promises
const promiseHours = 24

export type Waiting = { text: string; late: boolean }

/** How long a lead has been waiting, against the promise of a quote within 24 hours. */
export function waiting({ status, createdAt }: Pick<Lead, 'status' | 'createdAt'>, now: Date): Waiting {
  const left = promiseHours - (now.getTime() - Date.parse(createdAt)) / 3_600_000
  if (status !== 'new') return { text: age(createdAt, now), late: false }
  if (left <= 0) return { text: `${age(createdAt, now)}, quote overdue`, late: true }
  const hours = Math.ceil(left)
  return {
    text: `${age(createdAt, now)}, quote due within ${hours === 1 ? 'an hour' : `${hours} hours`}`,
    late: false,
  }
}

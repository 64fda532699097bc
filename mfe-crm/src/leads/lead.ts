import { type Lead, leadServices } from '@plumbline/crm/api'

/** What people call the service a lead asks for. */
export const serviceLabel = ({ serviceNeeded }: Lead): string =>
  serviceNeeded === null
    ? 'Service not specified'
    : (leadServices[serviceNeeded as keyof typeof leadServices] ?? serviceNeeded)

const sources: Record<string, string> = {
  website: 'Website',
  referral: 'Referral',
  phone: 'Phone',
  direct: 'Direct',
  social: 'Social Media',
}
export const sourceLabel = ({ source }: Lead): string => sources[source] ?? source

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** `3 hours ago`, `yesterday`, `just now`. */
export function age(since: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(since)) / 1_000
  const found = units.find((it) => seconds >= it.seconds)
  return found ? relative.format(-Math.floor(seconds / found.seconds), found.unit) : 'just now'
}

const day = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/New_York',
})
export const receivedAt = ({ createdAt }: Lead): string => day.format(new Date(createdAt))

export type LeadFilter = { search: string; status: string }

/** Matches first name, last name and e-mail, whatever the case; an empty status means all. */
export function filterLeads(leads: readonly Lead[], { search, status }: LeadFilter): Lead[] {
  const wanted = search.trim().toLocaleLowerCase()
  return leads.filter((lead) => {
    const text = `${lead.firstName} ${lead.lastName} ${lead.email}`.toLocaleLowerCase()
    return (status === '' || lead.status === status) && text.includes(wanted)
  })
}

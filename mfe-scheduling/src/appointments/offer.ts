import type { Business } from '@plumbline/business/api'
import { serviceTypeOf } from '@plumbline/crm/api'
import { serviceTypes } from '@plumbline/scheduling/api'

/** What the forms of appointments read of the settings; what is documented until they are there. */
type Offer = Pick<Business, 'set' | 'services' | 'estimateOptions' | 'rates'> | undefined

/** The titles to choose from: those of the services, and the one that an appointment has under any name. */
export function titleChoices(offer: Offer, own = ''): string[] {
  const offered: readonly string[] = offer?.services.map(({ title }) => title) ?? serviceTypes
  return own === '' || offered.includes(own) ? [...offered] : [...offered, own]
}

/** The title that a form opens with: that of a service of before stays; where none was ever set, old ones are General Repairs. */
export const titleInForm = (title: string, offer: Offer): string =>
  titleChoices(offer).includes(title) || offer?.set.includes('services') ? title : 'General Repairs'

/** What a lead is scheduled as: the service of the option it chose, or else the first one. Null when it names none. */
export function titleOfLead(serviceNeeded: string | null, offer: Offer): string | null {
  if (serviceNeeded === null || !offer) return serviceTypeOf(serviceNeeded)
  const id = offer.estimateOptions.find(({ value }) => value === serviceNeeded)?.serviceId
  return (offer.services.find((service) => service.id === id) ?? offer.services[0])?.title ?? null
}

// spec §9
const documented = { hours: '1', rate: '75' }

/** Hours and rate that a new appointment for a service begins with; hours are half ones. */
export function startValues(title: string, offer: Offer): { hours: string; rate: string } {
  if (!offer) return documented
  const service = offer.services.find((it) => it.title === title)
  return {
    hours: service ? String(Math.max(1, Math.ceil(service.durationMinutes / 30)) / 2) : documented.hours,
    rate: String(Number(service?.hourlyRate ?? offer.rates.hourlyRate)),
  }
}

/** What a visit costs at least, for one that takes less time; null otherwise. @example 'The minimum charge is one hour ($75).' */
export function minimumHint(hours: number, offer: Offer): string | null {
  const { minimumMinutes, hourlyRate } = offer?.rates ?? { minimumMinutes: 60, hourlyRate: documented.rate }
  if (!(hours > 0 && hours * 60 < minimumMinutes)) return null
  const price = ((Number(hourlyRate) * minimumMinutes) / 60).toFixed(2).replace(/\.00$/, '')
  return `The minimum charge is ${durationName(minimumMinutes)} ($${price}).`
}

function durationName(minutes: number): string {
  if (minutes === 60) return 'one hour'
  return minutes % 30 === 0 && minutes > 60 ? `${minutes / 60} hours` : `${minutes} minutes`
}

import { dayInNewYork, type Filter, formatDay, formatTime, readTime } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'

/** Whose it is, in the words of the lists. */
export const customerName = ({ customerName: name }: Pick<Appointment, 'customerName'>): string =>
  name ?? 'Unknown Customer'

export const statuses = [
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'in_progress', label: 'In Progress' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

/** When it ends. */
export const endOf = ({ scheduledDate, duration }: Pick<Appointment, 'scheduledDate' | 'duration'>): Date =>
  new Date(Date.parse(scheduledDate) + duration * 60_000)

/** Those of a day in New York, soonest first. */
export const onDay = (appointments: readonly Appointment[], day: string): Appointment[] =>
  appointments.filter(({ scheduledDate }) => dayInNewYork(new Date(scheduledDate)) === day)

/** Those after a moment, soonest first; a cancelled one is still listed, with its badge. */
export const after = (appointments: readonly Appointment[], now: Date): Appointment[] =>
  appointments.filter(({ scheduledDate }) => Date.parse(scheduledDate) > now.getTime())

export const whenOf = ({ scheduledDate }: Pick<Appointment, 'scheduledDate'>): string =>
  `${formatDay(scheduledDate)} at ${formatTime(scheduledDate)}`

/** By customer name, service type or address, whatever the case; an empty status means all. */
export function matching(appointments: readonly Appointment[], { search, status }: Filter): Appointment[] {
  const wanted = search.trim().toLocaleLowerCase()
  return appointments.filter((it) => {
    const text = `${customerName(it)} ${it.serviceType} ${it.address ?? ''}`.toLocaleLowerCase()
    return (status === '' || it.status === status) && text.includes(wanted)
  })
}

const minutesOfHour = 60

/** What the form sends for hours and a rate: whole minutes, and their product as text with two decimals. */
export function priced(hours: number, rate: number): { duration: number; estimatedPrice: string } {
  // rounded in hundredths of a cent first, so that 1.005 is not 1.00499999
  const cents = Math.round(Math.round(hours * rate * 10_000) / 100)
  return { duration: Math.round(hours * minutesOfHour), estimatedPrice: (cents / 100).toFixed(2) }
}

// spec §9: what an hour costs when nothing else is known
const usualRate = 75

/** What the edit form shows: hours from minutes, the rate from the price. */
export function ratedOf({ duration, estimatedPrice }: Pick<Appointment, 'duration' | 'estimatedPrice'>): {
  hours: number
  rate: number
} {
  const hours = duration / minutesOfHour
  const rate = hours === 0 || estimatedPrice === null ? usualRate : Number(estimatedPrice) / hours
  return { hours, rate: Math.round(rate * 100) / 100 }
}

/** The moment a date and a time of day mean in New York, ISO 8601 in UTC; undefined for none. */
export const momentOf = (date: string, time: string): string | undefined =>
  readTime(`${date}T${time}`)?.toISOString()

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
})

/** What date and time fields show for a moment. */
export const fieldsOf = (moment: string): { date: string; time: string } => ({
  date: dayInNewYork(new Date(moment)),
  time: clock.format(new Date(moment)),
})

import { serviceTypes } from '@plumbline/scheduling/api'
import type { AppointmentScheduled } from '@plumbline/scheduling/events'
import { scatter } from './filledCustomers.ts'

const quarter = 15 * 60_000
const dayMs = 86_400_000
// how long before a visit it is booked, at most
const noticeDays = 60
// twenty years, half of them still to come from the first day of the log
export const years = { from: Date.UTC(2016, 0, 1), count: 20 }

/** How many appointments a customer has, in the middle. */
export const perCustomer = 10

/** Whose appointment this is, of so many. */
export const customerOf = (id: number, count: number): number =>
  1 + (scatter(scatter(id)) % (count / perCustomer))

/** The appointment of this number, of so many: a tenth of them at another address than the customer's. */
export function job(id: number, count: number): AppointmentScheduled['data'] {
  const n = scatter(id)
  const bookedAt = years.from + (id / count) * years.count * 365.25 * dayMs
  const startsAt = bookedAt + (n % (noticeDays * 24)) * (dayMs / 24)
  return {
    appointmentId: id,
    customerId: customerOf(id, count),
    title: serviceTypes[n % serviceTypes.length] as string,
    description: 'Two ceiling fans and a dimmer, boxes checked, old fixtures taken away',
    notes: null,
    address: n % 10 === 0 ? `${100 + (n % 9_800)} Depot Lane, Wake Forest, NC 27587` : null,
    startsAt: new Date(Math.round(startsAt / quarter) * quarter).toISOString(),
    durationMinutes: 60 + (n % 5) * 30,
    estimatedCents: 11_250 + (n % 977),
    scheduledAt: new Date(bookedAt).toISOString(),
  }
}

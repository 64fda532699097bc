import { serviceTypes } from '@plumbline/scheduling/api'
import { scatter } from '../crm/people.ts'
import type { First } from '../fill.ts'

const quarter = 15 * 60_000
const dayMs = 86_400_000
// how long before a visit it is booked, at most
const noticeDays = 60
// twenty years, half of them still to come from the first day of the log
export const years = { from: Date.UTC(2016, 0, 1), count: 20 }

/** How many appointments a customer has, in the middle. */
export const perCustomer = 10

/** Appointments as they were booked, one after the other; a tenth of them at another address than the customer's. */
export function* jobs(count: number): Generator<First> {
  for (let id = 1; id <= count; id++) {
    const n = scatter(id)
    const bookedAt = years.from + (id / count) * years.count * 365.25 * dayMs
    const startsAt = bookedAt + (n % (noticeDays * 24)) * (dayMs / 24)
    yield {
      stream: `appointment-${id}`,
      event: {
        type: 'AppointmentScheduled',
        data: {
          appointmentId: id,
          customerId: 1 + (scatter(n) % (count / perCustomer)),
          title: serviceTypes[n % serviceTypes.length],
          description: 'Two ceiling fans and a dimmer, boxes checked, old fixtures taken away',
          notes: null,
          address: n % 10 === 0 ? `${100 + (n % 9_800)} Depot Lane, Wake Forest, NC 27587` : null,
          startsAt: new Date(Math.round(startsAt / quarter) * quarter).toISOString(),
          durationMinutes: 60 + (n % 5) * 30,
          estimatedCents: 11_250 + (n % 977),
          scheduledAt: new Date(bookedAt).toISOString(),
        },
      },
    }
  }
}

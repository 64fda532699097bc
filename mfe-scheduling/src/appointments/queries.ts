import { type CallInput, call, callTagged, dayAt, dayLater, orNull } from '@plumbline/contract'
import * as api from '@plumbline/scheduling/api'
import { queryOptions } from '@tanstack/react-query'
import { appointmentsAfter } from './appointment.ts'

/** What makes appointments old. */
export const changedBy = ['appointment', 'customer']

/** What every query of appointments begins with. */
export const appointmentsKey = ['appointments'] as const

/** From the beginning of a day to the end of another: what begins in between, and what has begun before and still runs. */
export const appointmentsBetweenQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...appointmentsKey, 'between', from, to],
    queryFn: ({ signal }) =>
      call(api.listAppointments, { query: { from, to, includeRunning: 'true' }, signal }),
    meta: { changedBy },
  })

// more than the scheduler shows, as the first ones pass
// with those of today that began before
const maxUpcoming = '50'

/** The next appointments, soonest first, and how many there are to come. */
export const upcomingQuery = () =>
  queryOptions({
    queryKey: [...appointmentsKey, 'upcoming'],
    queryFn: async ({ signal }) => {
      const now = new Date()
      const [appointments, { upcoming: count }] = await Promise.all([
        call(api.listAppointments, { query: { from: dayAt(now), limit: maxUpcoming }, signal }),
        call(api.countAppointments, { signal }),
      ])
      return { appointments: appointmentsAfter(appointments, now), count }
    },
    meta: { changedBy },
  })

/** The key of completed appointments without an invoice; billing's pages use it too. */
export const uninvoicedKey = ['invoices', 'uninvoiced'] as const

const maxOnDashboard = '100'
const maxRunning = '10'

/** The next appointments from a day on, after those that began before and reach into it, and all that still run. */
export const nextAppointmentsQuery = (day: string) =>
  queryOptions({
    queryKey: ['appointments', 'next', day],
    queryFn: async ({ signal }) => {
      const list = (query: CallInput['query']) => call(api.listAppointments, { query, signal })
      const [running, next] = await Promise.all([
        list({ to: dayLater(day, -1), status: 'in_progress', limit: maxRunning }),
        list({ from: day, includeRunning: 'true', limit: maxOnDashboard }),
      ])
      const isNext = new Set(next.map(({ id }) => id))
      return [...running.filter(({ id }) => !isNext.has(id)), ...next]
    },
    meta: { changedBy },
  })

// The change feed reports a deletion while its page is still open, before the answer. The page waits for that, and does not
// ask for what is deleted.
const deletions = new Map<string, Promise<boolean>>()

/** For a page that is opened anew: the appointment may have been restored since. */
export const forgetDeletion = (id: string) => deletions.delete(id)

/** One appointment with its version; null when there is none. */
export const appointmentQuery = (id: string) =>
  queryOptions({
    queryKey: ['appointments', id],
    queryFn: async ({ signal }) =>
      (await deletions.get(id)) ? null : orNull(callTagged(api.getAppointment, { params: { id }, signal })),
    meta: { changedBy },
  })

/** An appointment with its version, for a dialog that changes it: as it is shown, then as it is now. */
export const appointmentRecordQuery = (shown: api.Appointment) =>
  queryOptions({
    queryKey: ['appointments', shown.id, 'record'],
    queryFn: ({ signal }): Promise<{ value: api.Appointment; etag: string }> =>
      callTagged(api.getAppointment, { params: { id: shown.id }, signal }),
    initialData: { value: shown, etag: shown.etag },
    staleTime: 0,
    meta: { changedBy },
  })

export const customerAppointmentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['appointments', 'customer', id],
    queryFn: ({ signal }) => orNull(call(api.listCustomerAppointments, { params: { id }, signal })),
    meta: { changedBy },
  })

/** Other appointments between two moments. */
export const overlapsQuery = (from: string, to: string, exceptId?: string) =>
  queryOptions({
    queryKey: ['appointments', 'overlaps', from, to, exceptId],
    queryFn: ({ signal }) => call(api.listOverlaps, { query: { from, to, exceptId }, signal }),
    meta: { changedBy },
  })

export const scheduleAppointment = (body: api.AppointmentForm, idempotencyKey: string) =>
  call(api.scheduleAppointment, { body, idempotencyKey })

/** The answer has the new version as its `etag`. */
export const editAppointment = (id: number | string, body: api.AppointmentEdit, ifMatch?: string) =>
  callTagged(api.editAppointment, { params: { id }, body, ifMatch })

type Versioned = Pick<api.Appointment, 'id' | 'etag'>

export const cancelAppointment = ({ id, etag }: Versioned) =>
  call(api.cancelAppointment, { params: { id }, ifMatch: etag })

export const depart = (id: number) => call(api.depart, { params: { id } })

export async function deleteAppointment({ id, etag }: Versioned): Promise<void> {
  const deleting = call(api.deleteAppointment, { params: { id }, ifMatch: etag })
  const isDeleted = deleting.then(
    () => true,
    () => false,
  )
  deletions.set(String(id), isDeleted)
  await deleting
}

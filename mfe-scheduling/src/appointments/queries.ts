import { call, callTagged, dayLater, orNull } from '@plumbline/contract'
import * as api from '@plumbline/scheduling/api'
import { queryOptions } from '@tanstack/react-query'

const changedBy = ['appointment', 'customer']

export const appointmentsQuery = () =>
  queryOptions({
    queryKey: ['appointments'],
    queryFn: ({ signal }) => call(api.listAppointments, { signal }),
    meta: { changedBy },
  })

const maxOnDashboard = '100'
const maxRunning = '10'

/** The next appointments from a day on, after those that have been running since a day before. */
export const nextAppointmentsQuery = (day: string) =>
  queryOptions({
    queryKey: ['appointments', 'next', day],
    queryFn: async ({ signal }) => {
      const list = (query: { from?: string; to?: string; status?: 'in_progress'; limit: string }) =>
        call(api.listAppointments, { query, signal })
      const [running, next] = await Promise.all([
        list({ to: dayLater(day, -1), status: 'in_progress', limit: maxRunning }),
        list({ from: day, limit: maxOnDashboard }),
      ])
      return [...running, ...next]
    },
    meta: { changedBy },
  })

// the change feed reports a deletion while its page is still open; it must not ask for it again, and ids are not reused
const deletedIds = new Set<string>()

/** One appointment with its version; null when there is none. */
export const appointmentQuery = (id: string) =>
  queryOptions({
    queryKey: ['appointments', id],
    queryFn: async ({ signal }) =>
      deletedIds.has(id) ? null : orNull(callTagged(api.getAppointment, { params: { id }, signal })),
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
  callTagged(api.editAppointment, { params: { id }, body, ...(ifMatch && { ifMatch }) })

export const cancelAppointment = (id: number) => call(api.cancelAppointment, { params: { id } })

export async function deleteAppointment(id: number): Promise<void> {
  deletedIds.add(String(id))
  try {
    await call(api.deleteAppointment, { params: { id } })
  } catch (error) {
    deletedIds.delete(String(id))
    throw error
  }
}

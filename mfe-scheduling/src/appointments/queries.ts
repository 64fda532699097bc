import { call, callTagged, orNull } from '@plumbline/contract'
import { getCustomer, getLead } from '@plumbline/crm/api'
import {
  type AppointmentEdit,
  type AppointmentForm,
  cancelAppointment,
  deleteAppointment,
  editAppointment,
  getAppointment,
  listAppointments,
  listCustomerAppointments,
  listOverlaps,
  scheduleAppointment,
} from '@plumbline/scheduling/api'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

const changedBy = ['appointment', 'customer']

export const appointmentsQuery = () =>
  queryOptions({
    queryKey: ['appointments'],
    queryFn: ({ signal }) => call(listAppointments, { signal }),
    meta: { changedBy },
  })

/** One appointment, with the version it was seen in; null when there is none. */
export const appointmentQuery = (id: string) =>
  queryOptions({
    queryKey: ['appointments', id],
    queryFn: async ({ signal }) =>
      deleted.has(id) ? null : orNull(callTagged(getAppointment, { params: { id }, signal })),
    meta: { changedBy },
  })

// news of a deletion arrives while its page is still open; nothing asks for it again, and ids are not reused
const deleted = new Set<string>()

export const customerAppointmentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['appointments', 'customer', id],
    queryFn: ({ signal }) => orNull(call(listCustomerAppointments, { params: { id }, signal })),
    meta: { changedBy },
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customers', id, 'or null'],
    queryFn: ({ signal }) => orNull(call(getCustomer, { params: { id }, signal })),
    meta: { changedBy: ['customer'] },
  })

/** The lead that an appointment is made from; null for one nobody knows. */
export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: ['leads', id, 'or null'],
    queryFn: ({ signal }) => orNull(call(getLead, { params: { id }, signal })),
    meta: { changedBy: ['lead'] },
  })

/** What else is planned between two moments. */
export const overlapsQuery = (from: string, to: string, exceptId?: string) =>
  queryOptions({
    queryKey: ['appointments', 'overlaps', from, to, exceptId],
    queryFn: ({ signal }) => call(listOverlaps, { query: { from, to, exceptId }, signal }),
    meta: { changedBy },
  })

export const book = (body: AppointmentForm, idempotencyKey: string) =>
  call(scheduleAppointment, { body, idempotencyKey })
export const edit = (id: number | string, body: AppointmentEdit, ifMatch?: string) =>
  call(editAppointment, { params: { id }, body, ...(ifMatch && { ifMatch }) })
/** The same for what was last seen under this tag; answers the tag it has now. */
export const move = (id: number, body: AppointmentEdit, ifMatch: string) =>
  callTagged(editAppointment, { params: { id }, body, ifMatch })
export const cancel = (id: number | string) => call(cancelAppointment, { params: { id } })
export async function remove(id: number): Promise<void> {
  deleted.add(String(id))
  try {
    await call(deleteAppointment, { params: { id } })
  } catch (error) {
    deleted.delete(String(id))
    throw error
  }
}

/** Everything that shows appointments is fetched again. */
export const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: appointmentsQuery().queryKey })

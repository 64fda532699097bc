import { type PagedList, readPage } from '@plumbline/contract/list'
import { type Appointment, listAppointments } from '@plumbline/scheduling/api'
import { queryOptions } from '@tanstack/react-query'
import { statuses } from './appointment.ts'
import { appointmentColumns } from './appointmentCsv.ts'
import { appointmentsKey, changedBy } from './queries.ts'

export const appointmentList: PagedList<Appointment> = {
  key: appointmentsKey,
  endpoint: listAppointments,
  changedBy,
  statuses: [{ value: '', label: 'All Statuses' }, ...statuses],
  sorts: () => [
    { value: 'date', label: 'Earliest first' },
    { value: 'latest', label: 'Latest first' },
    { value: 'customer', label: 'By customer' },
  ],
  csv: { name: 'appointments.csv', columns: () => appointmentColumns },
}

/** What is over: the latest, latest first, and how many there are. */
export const pastAppointmentsQuery = (max: number) =>
  queryOptions({
    queryKey: [...appointmentsKey, 'past', max],
    queryFn: ({ signal }) =>
      readPage(
        appointmentList,
        { period: 'past', sort: 'latest', limit: String(max), count: 'true' },
        signal,
      ),
    meta: { changedBy },
  })

import { formatDateTime } from '@plumbline/contract'
import { toCsv } from '@plumbline/contract/csv'
import type { Appointment } from '@plumbline/scheduling/api'
import { customerName, statuses } from './appointment.ts'

const columns: Record<string, (appointment: Appointment) => string | number | null> = {
  Number: (it) => it.id,
  Customer: customerName,
  Service: (it) => it.serviceType,
  Status: (it) => statuses.find(({ value }) => value === it.status)?.label ?? it.status,
  // as people here say it, which a spreadsheet reads as a date
  When: (it) => formatDateTime(it.scheduledDate),
  Minutes: (it) => it.duration,
  Address: (it) => it.address,
  'Estimated price': (it) => it.estimatedPrice,
  'Actual price': (it) => it.actualPrice,
  'Work description': (it) => it.description,
  'Internal notes': (it) => it.notes,
}

/** Appointments as a table. */
export const appointmentsToCsv = (appointments: readonly Appointment[]): string =>
  toCsv(
    Object.keys(columns),
    appointments.map((appointment) => Object.values(columns).map((cell) => cell(appointment))),
  )

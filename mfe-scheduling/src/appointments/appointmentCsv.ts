import { formatDateTime, formatDay } from '@plumbline/contract'
import type { CsvColumn } from '@plumbline/contract/list'
import { type Appointment, appointmentStatusLabels } from '@plumbline/scheduling/api'
import { customerName } from './appointment.ts'
import { arrivalLabel, arrivalOf } from './arrival.ts'

/** The columns of the exported file. */
export const appointmentColumns: readonly CsvColumn<Appointment>[] = [
  ['Number', (it) => it.id],
  ['Customer', customerName],
  ['Service', (it) => it.serviceType],
  ['Status', (it) => appointmentStatusLabels[it.status] ?? it.status],
  // spreadsheets recognise this format as a date
  ['When', (it) => (it.anytime ? formatDay : formatDateTime)(it.scheduledDate)],
  ['Minutes', (it) => it.duration],
  ['Address', (it) => it.address],
  ['Estimated price', (it) => it.estimatedPrice],
  ['Actual price', (it) => it.actualPrice],
  ['Work description', (it) => it.description],
  ['Internal notes', (it) => it.notes],
  ['Arrival', (it) => arrivalLabel(arrivalOf(it))],
]

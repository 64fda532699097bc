import { formatDateTime, formatDay } from '@plumbline/contract'
import type { CsvColumn } from '@plumbline/contract/list'
import {
  type Appointment,
  type AppointmentFieldName,
  appointmentLabels,
  appointmentStatusLabels,
  ofTexts,
} from '@plumbline/scheduling/api'
import { customerName } from './appointment.ts'
import { arrivalLabel, arrivalOf } from './arrival.ts'

type Cell = CsvColumn<Appointment>[1]
const { address, ...texts } = ofTexts<Cell>((name) => (it) => it[name])

/** In the order of the file; null: no column of its own. */
const cells: Record<AppointmentFieldName, Cell | null> = {
  customerId: customerName,
  title: (it) => it.title,
  status: (it) => appointmentStatusLabels[it.status] ?? it.status,
  // spreadsheets recognise this format as a date
  scheduledDate: (it) => (it.anytime ? formatDay : formatDateTime)(it.scheduledDate),
  duration: (it) => it.duration,
  address,
  estimatedPrice: (it) => it.estimatedPrice,
  actualPrice: (it) => it.actualPrice,
  ...texts,
  arrivalWindow: (it) => arrivalLabel(arrivalOf(it)),
  // the arrival says it
  anytime: null,
  // numbers that mean nothing outside
  assigneeIds: null,
}

/** The columns of the exported file. */
export const appointmentColumns: readonly CsvColumn<Appointment>[] = [
  ['Number', (it) => it.id],
  ...Object.entries(cells).flatMap(([name, cellOf]): CsvColumn<Appointment>[] =>
    cellOf ? [[appointmentLabels[name as AppointmentFieldName], cellOf]] : [],
  ),
]

import { toCsv } from '@plumbline/contract/csv'
import type { Appointment } from '@plumbline/scheduling/api'
import { expect, it } from 'vitest'
import { appointmentColumns } from './appointmentCsv.ts'

const appointment: Appointment = {
  id: 4,
  customerId: 7,
  title: 'General Repairs',
  serviceType: 'General Repairs',
  description: '=HYPERLINK("http://evil")',
  notes: 'Gate, code "1234"',
  scheduledDate: '2026-11-22T04:30:00.000Z',
  duration: 90,
  arrivalWindow: 0,
  anytime: false,
  assigneeIds: [],
  onTheWaySince: null,
  status: 'in_progress',
  estimatedPrice: '112.50',
  actualPrice: null,
  totalAmount: '112.50',
  address: '1 Elm St',
  customerName: null,
  customerPhone: null,
  createdAt: '2026-11-01T15:00:00.000Z',
  updatedAt: '2026-11-01T15:00:00.000Z',
  etag: '"1-0"',
}

it('an exported appointment has the time in New York, and no formula that a spreadsheet would run', () => {
  const [head, line] = toCsv(
    appointmentColumns.map(([label]) => label),
    [appointmentColumns.map(([, cellOf]) => cellOf(appointment))],
  ).split('\r\n')
  expect(head).toBe(
    'Number,Customer,Service type,Status,When,Minutes,Address,Estimated price,Actual price,Work description,Internal notes,Arrival',
  )
  expect(line).toBe(
    `4,Unknown Customer,General Repairs,In Progress,"Nov 21, 2026, 11:30 PM",90,1 Elm St,112.50,,"'=HYPERLINK(""http://evil"")","Gate, code ""1234""",Exact time`,
  )
})

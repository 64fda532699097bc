import { expect, it } from 'vitest'
import { editAppointmentForm, NewAppointmentForm } from './appointmentForm.ts'

const valid = {
  customerId: 7,
  title: 'General Repairs',
  date: '2030-11-24',
  time: '09:00',
  arrival: '0',
  address: '1 Elm St',
  hours: '1',
  rate: '75',
  description: '',
  notes: '',
  assigneeIds: [],
}
const messages = (change: object) =>
  NewAppointmentForm.safeParse({ ...valid, ...change }).error?.issues.map((issue) => issue.message)

it('hours and the rate become numbers', () => {
  expect(NewAppointmentForm.parse({ ...valid, hours: '2.5', rate: ' 80.15 ' })).toMatchObject({
    hours: 2.5,
    rate: 80.15,
    customerId: 7,
  })
})

it.each([
  [{ customerId: null }, 'Please select a customer'],
  [{ customerId: 0 }, 'Please select a customer'],
  [{ title: '' }, 'Service type is required'],
  [{ date: '' }, 'Date is required'],
  [{ date: '2026-01-05' }, 'Please choose today or a later date'],
  [{ time: '' }, 'Time is required'],
  [{ address: '  ' }, 'Address is required'],
  [{ hours: '0.4' }, 'Minimum 0.5 hours required'],
  [{ hours: '' }, 'Minimum 0.5 hours required'],
  [{ hours: '1.3' }, 'Use half hours, such as 1.5'],
  [{ hours: '2,5' }, 'Use half hours, such as 1.5'],
  [{ hours: '1e2' }, 'Use half hours, such as 1.5'],
  [{ hours: 'two' }, 'Use half hours, such as 1.5'],
  [{ rate: '0' }, 'Hourly rate is required'],
  [{ rate: '' }, 'Hourly rate is required'],
  [{ rate: '75.555' }, 'At most two decimals'],
  [{ rate: '75,50' }, 'Please enter an amount such as 75.50'],
  [{ rate: '1e2' }, 'Please enter an amount such as 75.50'],
])('a new appointment with %j: %s', (change, message) => {
  expect(messages(change)).toEqual([message])
})

it('an edit needs a status and no address', () => {
  const { address: _, ...rest } = valid
  const EditForm = editAppointmentForm(rest)
  expect(EditForm.safeParse({ ...rest, actualPrice: '', status: 'completed' }).success).toBe(true)
  expect(EditForm.safeParse({ ...rest, actualPrice: '', status: '' }).error?.issues[0]?.message).toBe(
    'Status is required',
  )
})

it('an edit accepts stored hours that are no half hours, and checks changed ones', () => {
  const EditForm = editAppointmentForm({ hours: '1.25', rate: '0' })
  const values = { ...valid, hours: '1.25', rate: '0', actualPrice: '', status: 'scheduled' }
  expect(EditForm.parse(values)).toMatchObject({ hours: 1.25, rate: 0 })
  expect(EditForm.safeParse({ ...values, hours: '1.3' }).error?.issues[0]?.message).toBe(
    'Use half hours, such as 1.5',
  )
})

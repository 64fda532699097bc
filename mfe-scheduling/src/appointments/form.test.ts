import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { EditForm, knownTitle, NewForm } from './form.ts'

const good = {
  customerId: 7,
  title: 'General Repairs',
  date: '2026-11-24',
  time: '09:00',
  address: '1 Elm St',
  hours: '1',
  rate: '75',
  description: '',
  notes: '',
}

// the last minutes of November 24 in New York
beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-25T04:55:00Z'), toFake: ['Date'] }))
afterAll(() => void vi.useRealTimers())

const wrong = (change: object) =>
  NewForm.safeParse({ ...good, ...change }).error?.issues.map((issue) => issue.message)

it('what is filled in is taken, with numbers for numbers', () => {
  expect(NewForm.parse(good)).toMatchObject({ hours: 1, rate: 75, customerId: 7 })
})

it.each([
  [{ customerId: null }, 'Please select a customer'],
  [{ customerId: 0 }, 'Please select a customer'],
  [{ title: '' }, 'Service type is required'],
  [{ date: '' }, 'Date is required'],
  [{ date: '2026-11-23' }, 'Please choose today or a later date'],
  [{ time: '' }, 'Time is required'],
  [{ address: '  ' }, 'Address is required'],
  [{ hours: '0.4' }, 'Minimum 0.5 hours required'],
  [{ hours: '' }, 'Minimum 0.5 hours required'],
  [{ rate: '0' }, 'Hourly rate is required'],
  [{ rate: '' }, 'Hourly rate is required'],
])('%j: %s', (change, message) => {
  expect(wrong(change)).toEqual([message])
})

it('an edit needs a status and no address', () => {
  const { address: _, ...rest } = good
  expect(EditForm.safeParse({ ...rest, actualPrice: '', status: 'completed' }).success).toBe(true)
  expect(EditForm.safeParse({ ...rest, actualPrice: '', status: '' }).error?.issues[0]?.message).toBe(
    'Status is required',
  )
})

it.each([
  ['Grounds Maintenance', 'Grounds Maintenance'],
  ['Electrical Work', 'General Repairs'],
  ['Plumbing Repair', 'General Repairs'],
])('the title %s is shown as %s', (title, shown) => {
  expect(knownTitle(title)).toBe(shown)
})

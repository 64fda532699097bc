import type { Appointment } from '@plumbline/scheduling/api'
import { describe, expect, it } from 'vitest'
import {
  appointmentsAfter,
  appointmentsOn,
  endOf,
  isOnTheWay,
  isOpen,
  toDateAndTime,
  toTimestamp,
} from './appointment.ts'

const appointment = (more: Partial<Appointment> = {}): Appointment => ({
  id: 1,
  customerId: 7,
  title: 'General Repairs',
  serviceType: 'General Repairs',
  description: null,
  notes: null,
  scheduledDate: '2026-11-21T15:00:00.000Z',
  duration: 90,
  arrivalWindow: 0,
  anytime: false,
  assigneeIds: [],
  onTheWaySince: null,
  status: 'scheduled',
  estimatedPrice: '112.50',
  actualPrice: null,
  totalAmount: '112.50',
  address: '1 Elm St',
  customerName: 'Ann Lee',
  customerPhone: '919 555 0101',
  createdAt: '2026-11-01T15:00:00.000Z',
  updatedAt: '2026-11-01T15:00:00.000Z',
  etag: '"1-0"',
  ...more,
})

describe('a crew that set out', () => {
  const departed = appointment({ onTheWaySince: '2026-11-21T14:30:00.000Z' })
  it.each([
    ['before it begins', departed, '2026-11-21T15:00:00Z', true],
    ['late in the evening, in New York', departed, '2026-11-22T04:59:00Z', true],
    ['no more on the next day', departed, '2026-11-22T05:00:00Z', false],
    [
      'no more once it has begun',
      { ...departed, status: 'in_progress' as const },
      '2026-11-21T15:00:00Z',
      false,
    ],
    ['and not without having set out', appointment(), '2026-11-21T15:00:00Z', false],
  ])('is on the way %s', (_, of, now, expected) => expect(isOnTheWay(of, new Date(now))).toBe(expected))
})

describe('days and times are those of New York', () => {
  const late = appointment({ scheduledDate: '2026-11-22T04:30:00.000Z' })
  it('an appointment at 11:30 PM belongs to the same day', () => {
    expect(appointmentsOn([late], '2026-11-21')).toEqual([late])
    expect(appointmentsOn([late], '2026-11-22')).toEqual([])
  })
  it('date and time fields convert to timestamps and back, also where clocks change', () => {
    expect(toDateAndTime('2026-11-22T04:30:00.000Z')).toEqual({ date: '2026-11-21', time: '23:30' })
    expect(toTimestamp('2026-11-21', '23:30')).toBe('2026-11-22T04:30:00.000Z')
    // 2:30 does not exist on that day, and 1:30 exists twice on the other
    expect(toTimestamp('2026-03-08', '02:30')).toBe('2026-03-08T07:30:00.000Z')
    expect(toTimestamp('2026-11-01', '01:30')).toBe('2026-11-01T05:30:00.000Z')
    expect(toTimestamp('', '')).toBeUndefined()
  })
  it('an appointment ends after its duration', () => {
    expect(endOf(appointment()).toISOString()).toBe('2026-11-21T16:30:00.000Z')
  })
})

it.each([
  ['scheduled', true],
  ['in_progress', true],
  ['completed', false],
  ['cancelled', false],
] as const)('whether an appointment that is %s is open: %s', (status, open) => {
  expect(isOpen({ status })).toBe(open)
})

it('upcoming appointments begin later than now', () => {
  const now = new Date('2026-11-21T15:00:00Z')
  const next = appointment({ scheduledDate: '2026-11-21T15:00:01.000Z' })
  expect(appointmentsAfter([appointment(), next], now)).toEqual([next])
})

it('an appointment for any time is upcoming until its day is over', () => {
  const anytime = appointment({ scheduledDate: '2026-11-21T13:00:00.000Z', anytime: true })
  expect(appointmentsAfter([anytime], new Date('2026-11-22T04:59:59Z'))).toEqual([anytime])
  expect(appointmentsAfter([anytime], new Date('2026-11-22T05:00:00Z'))).toEqual([])
})

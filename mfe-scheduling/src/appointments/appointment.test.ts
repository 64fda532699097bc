import type { Appointment } from '@plumbline/scheduling/api'
import { describe, expect, it } from 'vitest'
import {
  after,
  customerName,
  endOf,
  fieldsOf,
  matching,
  momentOf,
  onDay,
  priced,
  ratedOf,
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
  status: 'scheduled',
  estimatedPrice: '112.50',
  actualPrice: null,
  totalAmount: '112.50',
  address: '1 Elm St',
  customerName: 'Ann Lee',
  createdAt: '2026-11-01T15:00:00.000Z',
  updatedAt: '2026-11-01T15:00:00.000Z',
  etag: '"1-0"',
  ...more,
})

describe('hours and a rate', () => {
  it.each([
    [1, 75, 60, '75.00'],
    [1.5, 75, 90, '112.50'],
    [3, 75, 180, '225.00'],
    [0.5, 80.15, 30, '40.08'],
    [1, 1.005, 60, '1.01'],
  ])('%f h at $%f are %i minutes and $%s', (hours, rate, duration, estimatedPrice) => {
    expect(priced(hours, rate)).toEqual({ duration, estimatedPrice })
  })

  it('come back from what is stored; the usual rate where there is nothing to divide', () => {
    expect(ratedOf(appointment())).toEqual({ hours: 1.5, rate: 75 })
    expect(ratedOf(appointment({ duration: 0 }))).toEqual({ hours: 0, rate: 75 })
    expect(ratedOf(appointment({ estimatedPrice: null }))).toEqual({ hours: 1.5, rate: 75 })
  })
})

describe('a day is New York’s', () => {
  const late = appointment({ scheduledDate: '2026-11-22T04:30:00.000Z' })
  it('an appointment at half past eleven at night is still today', () => {
    expect(onDay([late], '2026-11-21')).toEqual([late])
    expect(onDay([late], '2026-11-22')).toEqual([])
  })
  it('fields and moments turn into each other, also where clocks change', () => {
    expect(fieldsOf('2026-11-22T04:30:00.000Z')).toEqual({ date: '2026-11-21', time: '23:30' })
    expect(momentOf('2026-11-21', '23:30')).toBe('2026-11-22T04:30:00.000Z')
    // 2:30 does not exist on that day, and 1:30 exists twice on the other
    expect(momentOf('2026-03-08', '02:30')).toBe('2026-03-08T07:30:00.000Z')
    expect(momentOf('2026-11-01', '01:30')).toBe('2026-11-01T05:30:00.000Z')
    expect(momentOf('', '')).toBeUndefined()
  })
  it('ends when its minutes are over', () => {
    expect(endOf(appointment()).toISOString()).toBe('2026-11-21T16:30:00.000Z')
  })
})

it('the lists find by customer, service and address, and narrow by status', () => {
  const all = [appointment(), appointment({ id: 2, customerName: null, address: null, status: 'cancelled' })]
  const ids = (search: string, status = '') => matching(all, { search, status }).map((it) => it.id)
  expect(ids('ANN')).toEqual([1])
  expect(ids('unknown')).toEqual([2])
  expect(ids('elm')).toEqual([1])
  expect(ids('repairs')).toEqual([1, 2])
  expect(ids('', 'cancelled')).toEqual([2])
  expect(customerName({ customerName: null })).toBe('Unknown Customer')
})

it('what is to come comes after now', () => {
  const [now] = [new Date('2026-11-21T15:00:00Z')]
  const next = appointment({ scheduledDate: '2026-11-21T15:00:01.000Z' })
  expect(after([appointment(), next], now)).toEqual([next])
})

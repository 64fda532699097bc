import type { Lead } from '@plumbline/crm/api'
import { expect, it } from 'vitest'
import { serviceLabel, waiting, withStatus } from './lead.ts'

const lead = (more: Partial<Lead> = {}): Lead => ({
  id: 1,
  firstName: 'Zora',
  lastName: 'Neale',
  email: 'zn@example.test',
  phone: '555 555 0101',
  serviceNeeded: 'painting',
  projectDescription: null,
  status: 'new',
  source: 'social',
  estimatedValue: null,
  lostReason: null,
  followUpOn: null,
  customerId: null,
  createdAt: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
  ...more,
})

it('speaks of services as people do', () => {
  expect(serviceLabel(lead())).toBe('Painting & Finishing')
  expect(serviceLabel(lead({ serviceNeeded: null }))).toBe('Service not specified')
  expect(serviceLabel(lead({ serviceNeeded: 'roofing' }))).toBe('roofing')
})

it.each([
  ['2026-11-21T15:00:20Z', 'just now, quote due within 24 hours', false],
  ['2026-11-22T14:30:00Z', '23 hours ago, quote due within an hour', false],
  ['2026-11-22T15:00:00Z', 'yesterday, quote overdue', true],
])('at %s a new lead of 15:00 is from %s', (now, text, late) => {
  expect(waiting(lead(), new Date(now))).toEqual({ text, late })
})

it('an answered lead is only old', () => {
  expect(waiting(lead({ status: 'quoted' }), new Date('2026-11-24T16:00:00Z'))).toEqual({
    text: '3 days ago',
    late: false,
  })
})

it('New and Lead both find who waits for an answer', () => {
  const leads = [lead(), lead({ id: 2, status: 'quoted' })]
  const ids = (status: string) => withStatus(leads, status).map((it) => it.id)
  expect(ids('')).toEqual([1, 2])
  expect(ids('new')).toEqual([1])
  expect(ids('lead')).toEqual([1])
  expect(ids('quoted')).toEqual([2])
  expect(ids('active')).toEqual([])
})

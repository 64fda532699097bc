import type { Lead } from '@plumbline/crm/api'
import { expect, it } from 'vitest'
import { leadAge, leadHasStatus, leadSorts, nextStatus, serviceLabel } from './lead.ts'
import { leadColumns } from './leadCsv.ts'

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
  notes: null,
  customerId: null,
  createdAt: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
  ...more,
})

it('a service is shown under the name people know', () => {
  expect(serviceLabel(lead())).toBe('Painting & Finishing')
  expect(serviceLabel(lead({ serviceNeeded: null }))).toBe('Service not specified')
  expect(serviceLabel(lead({ serviceNeeded: 'roofing' }))).toBe('roofing')
})

it.each([
  ['2026-11-21T15:00:20Z', 'just now, quote due within 24 hours', false],
  ['2026-11-22T14:30:00Z', '23 hours ago, quote due within an hour', false],
  ['2026-11-22T15:00:00Z', 'yesterday, quote overdue', true],
])('at %s the age of a new lead of 15:00 is %j', (now, text, isOverdue) => {
  expect(leadAge(lead(), new Date(now))).toEqual({ text, isOverdue })
})

it('an answered lead has an age and no promise', () => {
  expect(leadAge(lead({ status: 'quoted' }), new Date('2026-11-24T16:00:00Z'))).toEqual({
    text: '3 days ago',
    isOverdue: false,
  })
})

it('New and Lead both show the leads without an answer', () => {
  const leads = [lead(), lead({ id: 2, status: 'quoted' })]
  const ids = (status: string) => leads.filter((it) => leadHasStatus(it, status)).map((it) => it.id)
  expect(ids('new')).toEqual([1])
  expect(ids('lead')).toEqual([1])
  expect(ids('quoted')).toEqual([2])
  expect(ids('active')).toEqual([])
})

it.each([
  ['newest', [3, 2, 1]],
  ['oldest', [1, 2, 3]],
  ['name', [2, 1, 3]],
  ['follow-up', [3, 1, 2]],
])('leads are ordered by %s', (value, ids) => {
  const leads = [
    lead({ id: 3, lastName: 'Zeller', createdAt: '2026-11-23T15:00:00.000Z', followUpOn: '2026-11-25' }),
    lead({ id: 2, lastName: 'Abbott', createdAt: '2026-11-22T15:00:00.000Z' }),
    lead({ id: 1, lastName: 'Neale', followUpOn: '2026-11-26' }),
  ]
  const { compare } = leadSorts.find((sort) => sort.value === value) ?? {}
  expect(leads.toSorted(compare).map(({ id }) => id)).toEqual(ids)
})

it.each([
  ['quote-overdue', { status: 'new', createdAt: '2026-11-21T15:00:00.000Z' }, true],
  ['quote-overdue', { status: 'new', createdAt: '2026-11-22T15:01:00.000Z' }, false],
  ['quote-overdue', { status: 'contacted', createdAt: '2026-11-01T15:00:00.000Z' }, false],
  ['follow-up-due', { status: 'quoted', followUpOn: '2026-11-23' }, true],
  ['follow-up-due', { status: 'quoted', followUpOn: '2026-11-24' }, false],
  ['follow-up-due', { status: 'new', followUpOn: null }, false],
  ['follow-up-due', { status: 'lost', followUpOn: '2026-11-01' }, false],
] as const)('the filter %s with %j: %s', (filter, more, expected) => {
  expect(leadHasStatus(lead(more), filter, new Date('2026-11-23T15:00:00Z'))).toBe(expected)
})

it('the next step is one tap away until a lead is quoted', () => {
  const steps = (['new', 'contacted', 'quoted', 'converted', 'lost'] as const).map((status) =>
    nextStatus(lead({ status })),
  )
  expect(steps).toEqual(['contacted', 'quoted', null, null, null])
})

it('an exported lead has the time in New York', () => {
  const columns = new Map(leadColumns)
  // the evening before in New York
  expect(columns.get('Received')?.(lead({ createdAt: '2026-11-22T04:30:00.000Z' }))).toBe(
    'Nov 21, 2026, 11:30 PM',
  )
})

import { getBusiness } from '@plumbline/business/api'
import type { Lead } from '@plumbline/crm/api'
import { expect, it } from 'vitest'
import { readSettings, serviceLabel } from './estimateOptions.ts'
import { leadAge, nextStatus } from './lead.ts'
import { leadColumns } from './leadCsv.ts'
import { queryOfStatus } from './leadFilters.ts'

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

it('a service is called what the business calls its option, and one that is no longer offered stays readable', () => {
  const options = [
    { value: 'painting', label: 'Paint' },
    { value: 'roofs', label: 'Roofs & Gutters' },
  ]
  expect(serviceLabel(lead(), options)).toBe('Paint')
  expect(serviceLabel(lead({ serviceNeeded: 'roofs' }), options)).toBe('Roofs & Gutters')
  expect(serviceLabel(lead({ serviceNeeded: 'plumbing' }), options)).toBe('Plumbing')
  expect(serviceLabel(lead({ serviceNeeded: 'windows' }), options)).toBe('windows')
})

it('the settings are read where they are served', () => {
  expect(readSettings).toEqual({ method: getBusiness.method, path: getBusiness.path })
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

it.each([
  ['new', { status: 'new' }],
  ['lead', { status: 'new' }],
  ['quoted', { status: 'quoted' }],
  ['quote-overdue', { waiting: 'quote' }],
  ['follow-up-due', { waiting: 'follow-up' }],
  ['active', null],
  ['completed', null],
])('the filter %s asks for %j', (status, query) => {
  expect(queryOfStatus(status)).toEqual(query)
})

it('the next step is one tap away until a lead is quoted', () => {
  const steps = (['new', 'contacted', 'quoted', 'converted', 'lost'] as const).map((status) =>
    nextStatus(lead({ status })),
  )
  expect(steps).toEqual(['contacted', 'quoted', null, null, null])
})

it('an exported lead has the time in New York', () => {
  const columns = new Map(leadColumns([]))
  // the evening before in New York
  expect(columns.get('Received')?.(lead({ createdAt: '2026-11-22T04:30:00.000Z' }))).toBe(
    'Nov 21, 2026, 11:30 PM',
  )
})

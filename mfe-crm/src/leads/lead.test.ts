import type { Lead } from '@plumbline/crm/api'
import { describe, expect, it } from 'vitest'
import { age, filterLeads, receivedAt, serviceLabel, sourceLabel } from './lead.ts'

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
  createdAt: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
  ...more,
})

it('speaks of services and sources as people do', () => {
  expect(serviceLabel(lead())).toBe('Painting & Finishing')
  expect(serviceLabel(lead({ serviceNeeded: null }))).toBe('Service not specified')
  expect(serviceLabel(lead({ serviceNeeded: 'roofing' }))).toBe('roofing')
  expect(sourceLabel(lead())).toBe('Social Media')
})

it.each([
  ['2026-11-21T15:00:20Z', 'just now'],
  ['2026-11-21T15:05:00Z', '5 minutes ago'],
  ['2026-11-21T17:59:00Z', '2 hours ago'],
  ['2026-11-22T16:00:00Z', 'yesterday'],
  ['2026-11-24T16:00:00Z', '3 days ago'],
])('at %s a lead of 15:00 is from %s', (now, text) => {
  expect(age('2026-11-21T15:00:00.000Z', new Date(now))).toBe(text)
})

it('shows times of New York', () => {
  expect(receivedAt(lead()).replace(/\s/g, ' ')).toBe('Nov 21, 2026, 10:00 AM')
})

describe('the filter', () => {
  const leads = [lead(), lead({ id: 2, firstName: 'Bo', status: 'quoted', email: 'bo@x.io' })]
  const ids = (search: string, status = '') => filterLeads(leads, { search, status }).map((it) => it.id)

  it('finds by full name and e-mail, whatever the case', () => {
    expect(ids(' ZORA ne')).toEqual([1])
    expect(ids('BO@')).toEqual([2])
    expect(ids('')).toEqual([1, 2])
  })

  it('narrows by status', () => {
    expect(ids('', 'quoted')).toEqual([2])
    expect(ids('zora', 'quoted')).toEqual([])
  })
})

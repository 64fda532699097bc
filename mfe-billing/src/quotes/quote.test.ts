import type { QuoteStatus } from '@plumbline/billing/api'
import { expect, it } from 'vitest'
import { hasUnsentChanges, isApprovable, isRevisable, lastEvent, titleOfRequest } from './quote.ts'

const now = new Date('2026-11-28T12:00:00Z')
const dates = {
  createdAt: '2026-11-20T12:00:00Z',
  sentAt: '2026-11-25T12:00:00Z',
  viewedAt: null as string | null,
  answeredAt: null as string | null,
  updatedAt: '2026-11-27T12:00:00Z',
}

it.each<[QuoteStatus, Partial<typeof dates>, string]>([
  ['draft', {}, 'Drafted 8 days ago'],
  ['sent', {}, 'Sent 3 days ago'],
  ['sent', { viewedAt: '2026-11-28T10:00:00Z' }, 'Viewed 2 hours ago'],
  // what was viewed was the revision before
  ['sent', { viewedAt: '2026-11-24T10:00:00Z' }, 'Sent 3 days ago'],
  ['changes_requested', {}, 'Asked yesterday'],
  ['approved', { answeredAt: '2026-11-28T11:59:40Z' }, 'just now'],
  ['expired', {}, 'yesterday'],
])('of a quote that is %s with %j the list says %j', (status, changed, text) => {
  expect(lastEvent({ ...dates, ...changed, status }, now)).toBe(text)
})

it('a quote is revised until it is approved or withdrawn, and approved for the customer once it was sent', () => {
  expect((['draft', 'sent', 'declined', 'expired'] as const).every((status) => isRevisable({ status }))).toBe(
    true,
  )
  expect((['approved', 'withdrawn'] as const).some((status) => isRevisable({ status }))).toBe(false)
  expect(isApprovable({ status: 'draft', sentRevision: null })).toBe(false)
  expect(isApprovable({ status: 'declined', sentRevision: 2 })).toBe(true)
  expect(isApprovable({ status: 'withdrawn', sentRevision: 2 })).toBe(false)
})

it('changes are unsent once something was sent and saved again', () => {
  expect(hasUnsentChanges({ revision: 1, sentRevision: null })).toBe(false)
  expect(hasUnsentChanges({ revision: 2, sentRevision: 2 })).toBe(false)
  expect(hasUnsentChanges({ revision: 3, sentRevision: 2 })).toBe(true)
})

it('a quote for a request is called as what was asked for', () => {
  const options = [{ value: 'painting', label: 'House painting' }]
  expect(titleOfRequest('painting', options)).toBe('House painting')
  expect(titleOfRequest('general-repair', options)).toBe('General Repairs')
  expect(titleOfRequest('roofing', options)).toBe('roofing')
})

import type { Reports } from '@plumbline/billing/api'
import { expect, it } from 'vitest'
import { figureIn, figureName, figureUrl, hoursText, monthsBetween, reportsOf } from './figures.ts'

const reports: Reports = {
  from: '2025-12-01',
  to: '2026-02-10',
  revenue: [{ month: '2026-01', amount: '-15.50', invoiceIds: [4] }],
  unpaid: [
    { age: 'not-due', amount: '40.00', invoiceIds: [4] },
    { age: '1-30', amount: '60.00', invoiceIds: [5] },
    { age: '90+', amount: '170.00', invoiceIds: [4, 7] },
  ],
  receivables: [
    { age: '0-30', amount: '100.00', invoiceIds: [4, 5] },
    { age: '90+', amount: '170.00', invoiceIds: [4, 7] },
  ],
  services: [
    { serviceType: 'Painting & Finishing', amount: '50.00', invoiceIds: [7] },
    { serviceType: null, amount: '1.00', invoiceIds: [8] },
  ],
  sources: [
    { source: 'social', amount: '51.00', invoiceIds: [7, 8] },
    { source: null, amount: '2.00', invoiceIds: [9] },
  ],
}

it('a month without revenue is not left out', () => {
  expect(monthsBetween('2025-12-01', '2026-02-10')).toEqual(['2025-12', '2026-01', '2026-02'])
  const [revenue] = reportsOf(reports)
  expect(revenue?.figures.map(({ label, amount, count }) => [label, amount, count])).toEqual([
    ['December 2025', '0.00', 0],
    ['January 2026', '-15.50', 1],
    ['February 2026', '0.00', 0],
  ])
})

it('every figure has a heading and a URL that leads back to it', () => {
  for (const { figures } of reportsOf(reports))
    for (const { query } of figures) {
      const url = new URL(figureUrl(query, { from: '2025-12-01', asOf: undefined }), 'http://x')
      expect(figureIn(url.searchParams)).toEqual({ ...query, from: '2025-12-01' })
    }
  expect(reportsOf(reports).flatMap(({ figures }) => figures.map(({ query }) => figureName(query)))).toEqual([
    'Revenue in December 2025',
    'Revenue in January 2026',
    'Revenue in February 2026',
    'Unpaid, not yet due',
    'Unpaid, 1–30 days late',
    'Unpaid, over 90 days late',
    'Revenue from Painting & Finishing',
    'Revenue without an appointment',
    'Revenue from Social Media',
    'Revenue from Unknown',
  ])
})

it('a URL without a figure is the whole list, and one with an invalid figure still has a heading', () => {
  expect(figureIn(new URLSearchParams('q=door&from=2026-01-01'))).toBeUndefined()
  expect(figureName({ month: 'soon' })).toBe('Revenue')
  expect(figureName({ age: 'old' })).toBe('Unpaid, old')
})

it('what is not due yet is a figure of its own, and a server of before is understood', () => {
  const agesIn = (it: Reports) =>
    reportsOf(it)
      .find(({ key }) => key === 'receivables')
      ?.figures.map(({ label, amount }) => [label, amount])
  expect(agesIn(reports)).toEqual([
    ['Not yet due', '40.00'],
    ['1–30 days late', '60.00'],
    ['Over 90 days late', '170.00'],
  ])
  const { unpaid: _, ...ofBefore } = reports
  expect(agesIn(ofBefore)).toEqual([
    ['Not yet due, or up to 30 days late', '100.00'],
    ['Over 90 days late', '170.00'],
  ])
})

it('a median of one hour is 1 hour', () => {
  expect([0.5, 1, 13.5].map(hoursText)).toEqual(['0.5 hours', '1 hour', '13.5 hours'])
})

import type { Invoice } from '@plumbline/billing/api'
import { expect, it } from 'vitest'
import { addedUp, isOwed, matching, remindedLately, sumsOf, totalSoFar } from './invoice.ts'

const invoice = (more: Partial<Invoice> = {}): Invoice => ({
  id: 1,
  customerId: 7,
  customerName: 'Ann Lee',
  appointmentId: null,
  invoiceNumber: 'INV-000001',
  description: 'Kitchen faucet',
  amount: '100.10',
  tax: '7.51',
  totalAmount: '107.61',
  paidAmount: '0.00',
  balance: '107.61',
  status: 'pending',
  dueDate: '2026-11-21',
  issueDate: '2026-11-21',
  paidDate: null,
  paymentMethod: null,
  lastReminderAt: null,
  lastSentAt: null,
  createdAt: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
  ...more,
})

it('sums a customer’s invoices to the cent, without drafts and void ones', () => {
  const invoices = [
    invoice(),
    invoice({ status: 'paid', amount: '0.20', tax: '0.00' }),
    invoice({ status: 'draft', amount: '999.00' }),
    invoice({ status: 'void', amount: '999.00' }),
  ]
  expect(sumsOf(invoices)).toEqual({
    invoiced: '100.30',
    paid: '0.20',
    outstanding: '100.10',
    gross: '107.81',
  })
})

it.each([
  [['112.5', '0'], '112.50'],
  [['0.1', '0.2'], '0.30'],
  [[], '0.00'],
  [['1e3', '0'], null],
  [['1,000.00'], null],
  [['-1'], null],
  [['NaN'], null],
  [['', '0'], null],
  [['12', '0.123'], null],
])('%j add up to %s', (amounts, sum) => {
  expect(addedUp(amounts)).toBe(sum)
})

it('the total grows while it is typed, and counts lines where there are any', () => {
  expect(totalSoFar('100', '', [])).toBe('100.00')
  expect(totalSoFar('', '0', [])).toBe('0.00')
  const lines = [
    { amount: '0.1', tax: '0.02' },
    { amount: '', tax: '0' },
  ]
  expect(totalSoFar('', '0', lines)).toBe('0.12')
})

it('finds by description and status', () => {
  const all = [invoice(), invoice({ id: 2, status: 'overdue', description: 'Fence' })]
  expect(matching(all, { search: 'FENCE', status: '' }).map((it) => it.id)).toEqual([2])
  expect(matching(all, { search: '', status: 'pending' }).map((it) => it.id)).toEqual([1])
})

it('money is asked for while something is owed, and not twice a day', () => {
  expect(
    (['draft', 'pending', 'overdue', 'paid', 'void'] as const).filter((status) => isOwed({ status })),
  ).toEqual(['pending', 'overdue'])
  const now = new Date('2026-11-22T12:00:00Z')
  expect(remindedLately({ lastReminderAt: '2026-11-21T13:00:00.000Z' }, now)).toBe(true)
  expect(remindedLately({ lastReminderAt: '2026-11-21T11:00:00.000Z' }, now)).toBe(false)
  expect(remindedLately({ lastReminderAt: null }, now)).toBe(false)
})

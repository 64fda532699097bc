import type { Invoice } from '@plumbline/billing/api'
import { expect, it } from 'vitest'
import {
  changeOf,
  daysOverdue,
  hasStatus,
  isOwed,
  isUndoable,
  refundableOf,
  searchedText,
  sortsFor,
  totalsOf,
  wasRemindedLately,
} from './invoice.ts'

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

it('an invoice with a payment is taken back only by members who may refund it', () => {
  const [paid, unpaid] = [invoice({ paidAmount: '107.61' }), invoice()]
  expect([true, false].map((mayRefund) => isUndoable(paid, mayRefund))).toEqual([true, false])
  expect([true, false].map((mayRefund) => isUndoable(unpaid, mayRefund))).toEqual([true, true])
})

it('totals of a customer are exact to the cent and leave out drafts and void invoices', () => {
  const invoices = [
    invoice(),
    invoice({ status: 'paid', amount: '0.20', tax: '0.00' }),
    invoice({ status: 'draft', amount: '999.00' }),
    invoice({ status: 'void', amount: '999.00' }),
  ]
  expect(totalsOf(invoices)).toEqual({
    invoiced: '100.30',
    paid: '0.20',
    outstanding: '100.10',
    gross: '107.81',
  })
})

it.each(['Ann Lee', 'INV-000001', '#1', 'Kitchen faucet', '107.61', '$107.61'])(
  'a search looks through %s',
  (text) => {
    expect(searchedText(invoice())).toContain(text)
  },
)

it('a list is ordered by due day, balance or customer, and otherwise stays as the server answers', () => {
  const all = [
    invoice({ id: 1, dueDate: '2026-12-02', balance: '20.00', customerName: 'Zoe' }),
    invoice({ id: 2, dueDate: '2026-12-01', balance: '100.00', customerName: null }),
    invoice({ id: 3, dueDate: '2026-12-03', balance: '9.00', customerName: 'Ann' }),
  ]
  expect(
    sortsFor(null).map(({ value, compare }) => [value, all.toSorted(compare).map(({ id }) => id)]),
  ).toEqual([
    ['newest', [1, 2, 3]],
    ['overdue', [1, 2, 3]],
    ['due', [2, 1, 3]],
    ['balance', [2, 1, 3]],
    ['customer', [2, 3, 1]],
  ])
})

it('what is overdue comes first, the longest overdue before the others, and is the first order of its filter', () => {
  const all = [
    invoice({ id: 1 }),
    invoice({ id: 2, status: 'overdue', dueDate: '2026-11-10' }),
    invoice({ id: 3, status: 'paid', dueDate: '2026-11-01' }),
    invoice({ id: 4, status: 'overdue', dueDate: '2026-11-05' }),
  ]
  const [first] = sortsFor('overdue')
  expect(first?.value).toBe('overdue')
  expect(all.toSorted(first?.compare).map(({ id }) => id)).toEqual([4, 2, 1, 3])
})

it('days overdue are counted in New York, and only where something is owed', () => {
  // the evening before in New York
  const now = new Date('2026-11-25T03:00:00Z')
  const due = (more: Partial<Invoice>) => daysOverdue(invoice(more), now)
  expect([
    due({ dueDate: '2026-11-11', status: 'overdue' }),
    due({ dueDate: '2026-11-24' }),
    due({ dueDate: '2026-12-24' }),
    due({ dueDate: '2026-11-11', status: 'paid' }),
  ]).toEqual([13, 0, 0, 0])
})

it('outstanding is pending or overdue', () => {
  const matching = (['draft', 'pending', 'paid', 'overdue', 'void'] as const).filter((status) =>
    hasStatus(invoice({ status }), 'outstanding'),
  )
  expect(matching).toEqual(['pending', 'overdue'])
})

it('a payment can be refunded up to what is left of it', () => {
  expect(refundableOf({ amount: '100.10', refunded: '0.20' })).toBe('99.90')
})

it('change is worked out once enough cash is given', () => {
  expect(changeOf('200', '107.61')).toBe('92.39')
  expect(changeOf('107.61', '107.61')).toBe('0.00')
  for (const received of ['', '100', '1e3', '-200']) expect(changeOf(received, '107.61')).toBeNull()
  expect(changeOf('200', '')).toBeNull()
})

it('only pending and overdue invoices are owed, and a reminder of the last 24 hours is recent', () => {
  expect(
    (['draft', 'pending', 'overdue', 'paid', 'void'] as const).filter((status) => isOwed({ status })),
  ).toEqual(['pending', 'overdue'])
  const now = new Date('2026-11-22T12:00:00Z')
  expect(wasRemindedLately({ lastReminderAt: '2026-11-21T13:00:00.000Z' }, now)).toBe(true)
  expect(wasRemindedLately({ lastReminderAt: '2026-11-21T11:00:00.000Z' }, now)).toBe(false)
  expect(wasRemindedLately({ lastReminderAt: null }, now)).toBe(false)
})

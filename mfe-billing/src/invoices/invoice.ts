import type { Invoice } from '@plumbline/billing/api'
import type { Filter } from '@plumbline/contract'

export const statuses = [
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Paid' },
  { value: 'overdue', label: 'Overdue' },
] as const

/** Money may be taken and asked for while something is owed. */
export const isOwed = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status === 'pending' || status === 'overdue'

/** By description, whatever the case; an empty status means all. */
export function matching(invoices: readonly Invoice[], { search, status }: Filter): Invoice[] {
  const wanted = search.trim().toLocaleLowerCase()
  return invoices.filter(
    (it) => (status === '' || it.status === status) && it.description.toLocaleLowerCase().includes(wanted),
  )
}

const cents = (amount: string) => Math.round(Number(amount) * 100)
const text = (sum: number) => (sum / 100).toFixed(2)

export type Sums = { invoiced: string; paid: string; outstanding: string; tax: string }

/** What a customer's page sums up, in cents; drafts and void invoices are left out. */
export function sumsOf(invoices: readonly Invoice[]): Sums {
  const real = invoices.filter(({ status }) => status !== 'draft' && status !== 'void')
  const sum = (of: readonly Invoice[], field: 'amount' | 'tax') =>
    of.reduce((total, invoice) => total + cents(invoice[field]), 0)
  const invoiced = sum(real, 'amount')
  const paid = sum(
    real.filter(({ status }) => status === 'paid'),
    'amount',
  )
  return {
    invoiced: text(invoiced),
    paid: text(paid),
    outstanding: text(invoiced - paid),
    tax: text(sum(real, 'tax')),
  }
}

/** Amount and tax as they are typed, added up; null while one of them is no amount. */
export function totalOf(amount: string, tax: string): string | null {
  const shape = /^\d+(\.\d{1,2})?$/
  if (!shape.test(amount) || !shape.test(tax || '0')) return null
  return text(cents(amount) + cents(tax || '0'))
}

const dayMs = 86_400_000

/** A reminder that went out less than a day ago. */
export const remindedLately = ({ lastReminderAt }: Pick<Invoice, 'lastReminderAt'>, now: Date): boolean =>
  lastReminderAt !== null && now.getTime() - Date.parse(lastReminderAt) < dayMs

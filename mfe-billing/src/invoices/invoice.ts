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

/** The invoices a job already has; a void one asks for nothing. */
export const invoicesOfJob = (invoices: readonly Invoice[], appointmentId: number): Invoice[] =>
  invoices.filter((it) => it.appointmentId === appointmentId && it.status !== 'void')

/** By description, whatever the case; an empty status means all. */
export function matching(invoices: readonly Invoice[], { search, status }: Filter): Invoice[] {
  const wanted = search.trim().toLocaleLowerCase()
  return invoices.filter(
    (it) => (status === '' || it.status === status) && it.description.toLocaleLowerCase().includes(wanted),
  )
}

const cents = (amount: string) => Math.round(Number(amount) * 100)
const text = (sum: number) => (sum / 100).toFixed(2)

export type Sums = { invoiced: string; paid: string; outstanding: string; gross: string }

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
    gross: text(invoiced + sum(real, 'tax')),
  }
}

const amountShape = /^\d+(\.\d{1,2})?$/

/** Amounts as they are typed, added up; null while one of them is none. */
export const addedUp = (amounts: readonly string[]): string | null =>
  amounts.every((amount) => amountShape.test(amount))
    ? text(amounts.reduce((sum, amount) => sum + cents(amount), 0))
    : null

type Amounts = { amount: string; tax: string }

/** What is typed so far, added up: of the lines, where there are any. What is no amount yet counts nothing. */
export const totalSoFar = (amount: string, tax: string, lines: readonly Amounts[]): string =>
  addedUp(
    (lines.length > 0 ? lines : [{ amount, tax }])
      .flatMap((it) => [it.amount, it.tax])
      .filter((it) => amountShape.test(it)),
  ) ?? '0.00'

const dayMs = 86_400_000

/** A reminder that went out less than a day ago. */
export const remindedLately = ({ lastReminderAt }: Pick<Invoice, 'lastReminderAt'>, now: Date): boolean =>
  lastReminderAt !== null && now.getTime() - Date.parse(lastReminderAt) < dayMs

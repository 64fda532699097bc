import type { Invoice, InvoiceDetails } from '@plumbline/billing/api'
import { dayAt, formatDay } from '@plumbline/contract'
import type { Sort } from '@plumbline/contract/list'
import { centsOf, formatMoney, type Money, moneyText, parseMoney } from '@plumbline/contract/money'

/** What the status filter offers. */
export const statuses = [
  { value: '', label: 'All Statuses' },
  { value: 'pending', label: 'Pending' },
  { value: 'paid', label: 'Paid' },
  { value: 'overdue', label: 'Overdue' },
] as const

/** With those that are chips above the list. */
export const allStatuses = [
  ...statuses,
  { value: 'outstanding', label: 'Outstanding' },
  { value: 'draft', label: 'Draft' },
  { value: 'void', label: 'Void' },
] as const

/** Whether an invoice is shown for a status of the filter; outstanding is pending or overdue. */
export const hasStatus = (invoice: Invoice, status: string): boolean =>
  status === 'outstanding' ? isOwed(invoice) : invoice.status === status

const overdueFirst: Sort<Invoice> = {
  value: 'overdue',
  label: 'Overdue first',
  compare: (a, b) => {
    const isFirst = (it: Invoice) => Number(it.status === 'overdue')
    return isFirst(b) - isFirst(a) || (isFirst(a) === 1 ? a.dueDate.localeCompare(b.dueDate) : 0)
  },
}

// as the server answers
const newestFirst: Sort<Invoice> = { value: 'newest', label: 'Newest first', compare: () => 0 }

const otherSorts: readonly Sort<Invoice>[] = [
  { value: 'due', label: 'Due first', compare: (a, b) => (a.dueDate < b.dueDate ? -1 : 1) },
  { value: 'balance', label: 'Highest balance', compare: (a, b) => Number(b.balance) - Number(a.balance) },
  {
    value: 'customer',
    label: 'Customer',
    compare: (a, b) => (a.customerName ?? '').localeCompare(b.customerName ?? ''),
  },
]

/** The orders of the list, by the server's names; what is overdue is shown with what waits longest first. */
export const sortsFor = (status: string | null): readonly Sort<Invoice>[] =>
  status === 'overdue'
    ? [overdueFirst, newestFirst, ...otherSorts]
    : [newestFirst, overdueFirst, ...otherSorts]

/** What a search looks through: customer, number on the PDF, number in the list, description, amounts. */
export const searchedText = ({
  id,
  invoiceNumber,
  customerName,
  description,
  totalAmount,
  balance,
}: Invoice): string =>
  [customerName ?? '', invoiceNumber, `#${id}`, description, ...amountTexts(totalAmount, balance)].join(' ')

const amountTexts = (...amounts: readonly Money[]) => amounts.flatMap((it) => [it, formatMoney(it)])

/** Whether a payment can be recorded and a reminder sent. */
export const isOwed = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status === 'pending' || status === 'overdue'

/** How many days an invoice is past due; 0 when it is not. */
export function daysOverdue({ status, dueDate }: Pick<Invoice, 'status' | 'dueDate'>, now: Date): number {
  if (!isOwed({ status })) return 0
  // no number of days where there is no date
  return Math.max(0, Math.round((Date.parse(dayAt(now)) - Date.parse(dueDate)) / dayMs)) || 0
}

/** The days of an invoice, in words. */
export const factsOf = ({ issueDate, dueDate, paidDate }: Invoice): string[] => [
  ...(issueDate ? [`Issued ${formatDay(issueDate)}`] : []),
  `Due ${formatDay(dueDate)}`,
  ...(paidDate ? [`Paid ${formatDay(paidDate)}`] : []),
]

/** Whether an invoice says what none of its lines says. */
export const hasOwnDescription = ({ description, lines }: InvoiceDetails): boolean =>
  !lines.some((line) => line.description === description)

/** Whether the invoice can be sent to the customer. */
export const isIssued = ({ status }: Pick<Invoice, 'status'>): boolean =>
  status !== 'draft' && status !== 'void'

/** Whether an invoice that was just created can be taken back: its payment only by members who may refund. */
export const isUndoable = ({ paidAmount }: Pick<Invoice, 'paidAmount'>, mayRefund: boolean): boolean =>
  mayRefund || centsOf(paidAmount) === 0

/** Whether a payment reminder may go out together with others: something is owed, and none went out within a day. */
export const isDueForReminder = (invoice: Invoice, now: Date): boolean =>
  isOwed(invoice) && !wasRemindedLately(invoice, now)

/** The invoices that an appointment already has, without void ones. */
export const invoicesOfAppointment = (invoices: readonly Invoice[], appointmentId: number): Invoice[] =>
  invoices.filter((it) => it.appointmentId === appointmentId && it.status !== 'void')

export type Totals = { invoiced: Money; paid: Money; outstanding: Money; gross: Money }

/** The totals of a customer's page; drafts and void invoices do not count. */
export function totalsOf(invoices: readonly Invoice[]): Totals {
  const issued = invoices.filter(({ status }) => status !== 'draft' && status !== 'void')
  const sum = (of: readonly Invoice[], field: 'amount' | 'tax') =>
    of.reduce((total, invoice) => total + centsOf(invoice[field]), 0)
  const invoiced = sum(issued, 'amount')
  const paid = sum(
    issued.filter(({ status }) => status === 'paid'),
    'amount',
  )
  return {
    invoiced: moneyText(invoiced),
    paid: moneyText(paid),
    outstanding: moneyText(invoiced - paid),
    gross: moneyText(invoiced + sum(issued, 'tax')),
  }
}

/** What a customer gets back of cash; null while it is less than the amount, or no amount. */
export function changeOf(received: string, amount: string): Money | null {
  const [given, owed] = [received, amount].map(parseMoney)
  if (!given || !owed) return null
  const change = centsOf(given) - centsOf(owed)
  return change >= 0 ? moneyText(change) : null
}

/** The part of a payment that is not refunded. */
export const refundableOf = ({ amount, refunded }: { amount: Money; refunded: Money }): Money =>
  moneyText(centsOf(amount) - centsOf(refunded))

const dayMs = 86_400_000

/** Whether the last reminder was sent less than a day ago. */
export const wasRemindedLately = ({ lastReminderAt }: Pick<Invoice, 'lastReminderAt'>, now: Date): boolean =>
  lastReminderAt !== null && now.getTime() - Date.parse(lastReminderAt) < dayMs

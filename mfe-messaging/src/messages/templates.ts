import type { Invoice } from '@plumbline/billing/api'
import { composeText, type TextName, type Texts } from '@plumbline/business/api'
import { formatDay } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { type Arrival, formatInSentence } from '@plumbline/contract/when'
import type { MessageType } from '@plumbline/messaging/api'

/** What a template fills in. */
export type Values = {
  channel: MessageType
  firstName: string
  business: { name: string; phone: string }
  texts: Texts
  invoice?: Invoice | undefined
  appointment?: Arrival | undefined
}

export type Template = {
  /** How a link names it. */
  id: string
  name: string
  /** Its words. */
  text: TextName
  /** Without one, the channel that is open. */
  channel?: MessageType
  /** What it is about: the next appointment, or an invoice with this state. */
  about?: 'appointment' | 'owed' | 'paid'
  /** The invoice has to be chosen; otherwise it is the latest. */
  asksForInvoice?: boolean
}

const sms = (id: string, name: string, text: TextName): Template => ({ id, name, text, channel: 'sms' })

const email = (id: string, name: string, text: TextName, about?: Template['about']): Template => ({
  id,
  name,
  text,
  channel: 'email',
  about,
})

const payment = (id: string, name: string, about: 'owed' | 'paid', text: TextName): Template => ({
  id,
  name,
  text,
  about,
  asksForInvoice: true,
})

/** What a template says to a customer. */
export function fillTemplate({ text, channel }: Template, values: Values): string {
  const { firstName, business, texts, invoice, appointment } = values
  const invoiceName = invoice ? `invoice ${invoice.invoiceNumber}` : 'your invoice'
  return composeText(texts, [text, channel ?? values.channel], {
    firstName,
    business,
    arrival: '',
    minutes: '15',
    appointment: appointment ? `on ${formatInSentence(appointment)}` : 'with us',
    invoice: invoice ? `${invoiceName} (${invoice.description})` : invoiceName,
    invoiceOver: invoice
      ? `Invoice ${invoice.invoiceNumber} for ${formatMoney(invoice.balance)}`
      : 'The invoice',
    balance: invoice ? formatMoney(invoice.balance) : 'the balance',
    paid: invoice ? formatMoney(invoice.paidAmount) : 'your payment',
    payment: invoice ? `of ${formatMoney(invoice.paidAmount)} for ${invoiceName}` : '',
    day: formatDay(invoice?.dueDate ?? ''),
  })
}

export const smsTemplates: readonly Template[] = [
  sms('on-my-way', 'On my way to your location', 'onMyWay'),
  sms('job-completed', 'Job completed successfully', 'jobCompleted'),
  sms('invoice-sent', 'Invoice sent to your email', 'invoiceSent'),
  sms('running-late', 'Running 15 minutes late', 'runningLate'),
  sms('reschedule', 'Please call to reschedule', 'reschedule'),
]

export const emailTemplates: readonly Template[] = [
  email('appointment-reminder', 'Service Appointment Reminder', 'appointment', 'appointment'),
  email('job-completion', 'Job Completion & Invoice', 'jobCompletion', 'owed'),
  email('follow-up', 'Follow-up & Feedback Request', 'followUp'),
  email('email-payment-confirmation', 'Payment Confirmation', 'paymentConfirmation', 'paid'),
  email('thank-you', 'Thank you for your business', 'thankYou'),
]

export const paymentTemplates: readonly Template[] = [
  payment('payment-link', 'Send Payment Link', 'owed', 'howToPay'),
  payment('payment-reminder', 'Payment Reminder', 'owed', 'paymentDue'),
  payment('payment-confirmation', 'Payment Confirmation', 'paid', 'paymentReceived'),
]

/** By SMS or email; offered where a link is set. */
export const reviewTemplate: Template = { id: 'review', name: 'Ask for a review', text: 'review' }

export const templates: readonly Template[] = [
  ...smsTemplates,
  ...emailTemplates,
  ...paymentTemplates,
  reviewTemplate,
]

/** The groups in which they are offered. */
export const templateGroups = ({ reviewLink }: Pick<Texts, 'reviewLink'>) =>
  [
    ['SMS', smsTemplates],
    ['Email', emailTemplates],
    ['Payment', paymentTemplates],
    ...(reviewLink ? [['Afterwards', [reviewTemplate]] as const] : []),
  ] as const

const lastPaidFirst = (a: Invoice, b: Invoice) =>
  (b.paidDate ?? '').localeCompare(a.paidDate ?? '') || b.updatedAt.localeCompare(a.updatedAt)

/** The invoices a template may be about: the newest first, of paid ones those that were paid last. */
export function invoicesFor({ about }: Template, invoices: readonly Invoice[]): Invoice[] {
  if (about === 'paid') return invoices.filter(({ status }) => status === 'paid').toSorted(lastPaidFirst)
  return invoices.filter(({ status }) => about === 'owed' && (status === 'pending' || status === 'overdue'))
}

type Appointment = { scheduledDate: string; status: string }

/** The next scheduled appointment; undefined when there is none. */
export const nextAppointment = <T extends Appointment>(
  appointments: readonly T[],
  now: Date,
): T | undefined =>
  appointments.find(
    ({ scheduledDate, status }) => status === 'scheduled' && Date.parse(scheduledDate) >= now.getTime(),
  )

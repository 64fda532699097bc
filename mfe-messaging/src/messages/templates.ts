import type { Invoice } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { formatInSentence } from '@plumbline/contract/when'
import { greet, type MessageType, onMyWayText, runningLateText } from '@plumbline/messaging/api'

/** What a template fills in. */
export type Values = {
  channel: MessageType
  firstName: string
  business: { name: string; phone: string }
  invoice?: Invoice | undefined
  appointment?: { scheduledDate: string } | undefined
}

export type Template = {
  /** How a link names it. */
  id: string
  name: string
  /** Without one, the channel that is open. */
  channel?: MessageType
  /** What it is about: the next appointment, or an invoice with this state. */
  about?: 'appointment' | 'owed' | 'paid'
  /** The invoice has to be chosen; otherwise it is the latest. */
  asksForInvoice?: boolean
  text: (values: Values) => string
}

type TextOf = (values: Values) => string

const sms = (id: string, name: string, text: TextOf): Template => ({
  id,
  name,
  channel: 'sms',
  text: (it) => greet('sms', it.firstName, `${text(it)} ${it.business.name}`),
})

const email = (id: string, name: string, text: TextOf, about?: Template['about']): Template => ({
  id,
  name,
  channel: 'email',
  ...(about && { about }),
  text: (it) => `${greet('email', it.firstName, text(it))}\n\n${it.business.name}\n${it.business.phone}`,
})

const payment = (id: string, name: string, about: 'owed' | 'paid', text: TextOf): Template => ({
  id,
  name,
  about,
  asksForInvoice: true,
  text: (it) => greet(it.channel, it.firstName, `${text(it)} ${it.business.name}`),
})

const invoiceName = ({ invoice }: Values) =>
  invoice ? `invoice ${invoice.invoiceNumber} (${invoice.description})` : 'your invoice'
const balanceOf = ({ invoice }: Values) => (invoice ? formatMoney(invoice.balance) : 'the balance')
const paidOf = ({ invoice }: Values) => (invoice ? formatMoney(invoice.paidAmount) : 'your payment')

export const smsTemplates: readonly Template[] = [
  sms('on-my-way', 'On my way to your location', () => onMyWayText),
  sms(
    'job-completed',
    'Job completed successfully',
    () => 'your job has been completed successfully. Thank you!',
  ),
  sms('invoice-sent', 'Invoice sent to your email', () => 'your invoice has been sent to your email.'),
  sms('running-late', 'Running 15 minutes late', () => runningLateText(15)),
  sms('reschedule', 'Please call to reschedule', (it) => `please call ${it.business.phone} to reschedule.`),
]

export const emailTemplates: readonly Template[] = [
  email(
    'appointment-reminder',
    'Service Appointment Reminder',
    ({ appointment, business }) =>
      `this is a reminder of your appointment ${appointment ? `on ${formatInSentence(appointment.scheduledDate)}` : 'with us'}. If you need another time, please call ${business.phone}.`,
    'appointment',
  ),
  email(
    'job-completion',
    'Job Completion & Invoice',
    (it) =>
      `your job is done. ${it.invoice ? `Invoice ${it.invoice.invoiceNumber} for ${balanceOf(it)}` : 'The invoice'} comes in a separate email; payment is due in full on completion. We accept cash, Zelle, CashApp, Venmo and major credit cards.`,
    'owed',
  ),
  email(
    'follow-up',
    'Follow-up & Feedback Request',
    () =>
      'is everything still as it should be? If anything is not right, tell us and we will fix it. A few words about how we did would help us.',
  ),
  email(
    'email-payment-confirmation',
    'Payment Confirmation',
    (it) =>
      `we have received your payment${it.invoice ? ` of ${paidOf(it)} for invoice ${it.invoice.invoiceNumber}` : ''}. Thank you!`,
    'paid',
  ),
  email(
    'thank-you',
    'Thank you for your business',
    () => 'thank you for your business. When something else needs fixing, you know where to find us.',
  ),
]

export const paymentTemplates: readonly Template[] = [
  payment(
    'payment-link',
    'Send Payment Link',
    'owed',
    (it) =>
      `${balanceOf(it)} is still due on ${invoiceName(it)}. You can pay by Zelle, CashApp, Venmo, card or cash; to pay by card, call ${it.business.phone}.`,
  ),
  payment(
    'payment-reminder',
    'Payment Reminder',
    'owed',
    (it) =>
      `a friendly reminder: ${balanceOf(it)} is still due on ${invoiceName(it)}, payable by ${formatDay(it.invoice?.dueDate ?? '')}. Thank you!`,
  ),
  payment(
    'payment-confirmation',
    'Payment Confirmation',
    'paid',
    (it) => `we have received ${paidOf(it)} for ${invoiceName(it)}. Thank you!`,
  ),
]

export const templates: readonly Template[] = [...smsTemplates, ...emailTemplates, ...paymentTemplates]

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

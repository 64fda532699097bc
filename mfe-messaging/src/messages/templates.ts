import type { Invoice } from '@plumbline/billing/api'
import { formatDay, formatMoney } from '@plumbline/contract'
import type { MessageType } from '@plumbline/messaging/api'

/** What a template may speak of. */
export type Values = { firstName: string; business: string; phone: string; invoice?: Invoice }

export type Template = {
  /** How a link names it. */
  id: string
  name: string
  /** Left out: the channel that is open. */
  channel?: MessageType
  /** Which invoices it may be about. */
  about?: 'owed' | 'paid'
  text: (values: Values) => string
}

const hello = ({ firstName }: Values) => `Hi ${firstName}, `
const bye = ({ business, phone }: Values) => `\n\n${business}\n${phone}`

export const smsTemplates: readonly Template[] = [
  {
    id: 'on-my-way',
    name: 'On my way to your location',
    channel: 'sms',
    text: (it) => `${hello(it)}I am on my way to your location. ${it.business}`,
  },
  {
    id: 'job-completed',
    name: 'Job completed successfully',
    channel: 'sms',
    text: (it) => `${hello(it)}your job has been completed successfully. Thank you! ${it.business}`,
  },
  {
    id: 'invoice-sent',
    name: 'Invoice sent to your email',
    channel: 'sms',
    text: (it) => `${hello(it)}your invoice has been sent to your email. ${it.business}`,
  },
  {
    id: 'running-late',
    name: 'Running 15 minutes late',
    channel: 'sms',
    text: (it) => `${hello(it)}I am running 15 minutes late. Sorry about that! ${it.business}`,
  },
  {
    id: 'reschedule',
    name: 'Please call to reschedule',
    channel: 'sms',
    text: (it) => `${hello(it)}please call ${it.phone} to reschedule. ${it.business}`,
  },
]

export const emailTemplates: readonly Template[] = [
  {
    id: 'appointment-reminder',
    name: 'Service Appointment Reminder',
    channel: 'email',
    text: (it) =>
      `${hello(it)}\n\nthis is a reminder of your service appointment with us. If the time does not suit you any more, please call ${it.phone}.${bye(it)}`,
  },
  {
    id: 'job-completion',
    name: 'Job Completion & Invoice',
    channel: 'email',
    text: (it) =>
      `${hello(it)}\n\nyour job is done. The invoice follows; payment is due in full on completion. We take cash, Zelle, CashApp, Venmo and major credit cards.${bye(it)}`,
  },
  {
    id: 'follow-up',
    name: 'Follow-up & Feedback Request',
    channel: 'email',
    text: (it) =>
      `${hello(it)}\n\nis everything still as it should be? If anything is not right, tell us and we will put it right. A word about how we did would help us.${bye(it)}`,
  },
  {
    id: 'email-payment-confirmation',
    name: 'Payment Confirmation',
    channel: 'email',
    text: (it) => `${hello(it)}\n\nwe have received your payment. Thank you!${bye(it)}`,
  },
  {
    id: 'thank-you',
    name: 'Thank you for your business',
    channel: 'email',
    text: (it) =>
      `${hello(it)}\n\nthank you for your business. When something else needs fixing, you know where we are.${bye(it)}`,
  },
]

const invoiceText = ({ invoice }: Values) =>
  invoice ? `invoice ${invoice.invoiceNumber} (${invoice.description})` : 'your invoice'

export const paymentTemplates: readonly Template[] = [
  {
    id: 'payment-link',
    name: 'Send Payment Link',
    about: 'owed',
    text: (it) =>
      `${hello(it)}${formatMoney(it.invoice?.balance ?? '0')} is open on ${invoiceText(it)}. You can pay by Zelle, CashApp, Venmo, card or cash; call ${it.phone} to pay by card. ${it.business}`,
  },
  {
    id: 'payment-reminder',
    name: 'Payment Reminder',
    about: 'owed',
    text: (it) =>
      `${hello(it)}a friendly reminder that ${formatMoney(it.invoice?.balance ?? '0')} is open on ${invoiceText(it)}, due ${formatDay(it.invoice?.dueDate ?? '')}. Thank you! ${it.business}`,
  },
  {
    id: 'payment-confirmation',
    name: 'Payment Confirmation',
    about: 'paid',
    text: (it) =>
      `${hello(it)}we have received ${formatMoney(it.invoice?.paidAmount ?? '0')} for ${invoiceText(it)}. Thank you! ${it.business}`,
  },
]

export const templates: readonly Template[] = [...smsTemplates, ...emailTemplates, ...paymentTemplates]

/** Invoices a payment template may be about, the newest first. */
export const fitting = (template: Template, invoices: readonly Invoice[]): Invoice[] =>
  invoices.filter(({ status }) =>
    template.about === 'paid' ? status === 'paid' : status === 'pending' || status === 'overdue',
  )

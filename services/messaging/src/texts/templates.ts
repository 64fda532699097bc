import { composeText, type Texts, type Values } from '@plumbline/business/directory'
import { codeMinutes } from '@plumbline/crm/events'
import { dollars, priceText } from '@plumbline/platform/money'
import { type MessageType, remindedOf } from '../api.ts'

/** How the business signs what it writes. */
export type Sender = { product: string; name: string; phone: string }
/** And the words with which it writes. */
export type Writer = Sender & { texts: Texts }
/** And the zone in which it says times. */
export type WriterInZone = Writer & { timeZone: string }

type Text = { subject: string; content: string }

type WrittenText =
  | 'cancellation'
  | 'appointmentReminder'
  | 'paymentReminder'
  | 'invoice'
  | 'quote'
  | 'quoteApproved'
  | 'quoteFollowUp'
type Filled = Omit<Values, 'business' | 'phone' | 'signature' | 'reviewLink'>

/** A text with its subject, in which an invoice may be named in another way. */
const compose = (
  name: WrittenText,
  channel: MessageType,
  { texts, ...business }: Writer,
  values: Filled,
  inSubject: Filled = values,
): Text => ({
  subject: composeText(texts, [name, 'subject'], { ...inSubject, business }),
  content: composeText(texts, [name, channel], { ...values, business }),
})

/** When a job is, as the customer knows it: at a time, in a window from it on, or at any time of its day. */
export type PromisedTime = { startsAt: string; arrivalWindowMinutes?: number; anytime?: boolean }

type Style = 'long' | 'short'
const dayIn = (style: Style): Intl.DateTimeFormatOptions => ({ weekday: style, month: style, day: 'numeric' })
const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }

export type ZoneOfTimes = Pick<WriterInZone, 'timeZone'>

/** @example 'Monday, November 30 at 9:00 AM', or short: 'Mon, Nov 30, 9:00 AM' */
export function formatTime(
  { startsAt, arrivalWindowMinutes = 0, anytime = false }: PromisedTime,
  { timeZone }: ZoneOfTimes,
  style: Style = 'long',
): string {
  const start = new Date(startsAt)
  const day = dayIn(style)
  // a narrow space would make every part of the SMS Unicode, which holds 70 letters
  const format = (instant: Date, options: Intl.DateTimeFormatOptions) =>
    instant.toLocaleString('en-US', { ...options, timeZone }).replaceAll('\u202f', ' ')
  if (anytime) return format(start, day)
  if (arrivalWindowMinutes === 0) return format(start, { ...day, ...clock })
  const end = new Date(start.getTime() + arrivalWindowMinutes * 60_000)
  return `${format(start, day)} between ${format(start, clock)} and ${format(end, clock)}`
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const formatDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

export const cancellationText = (
  channel: MessageType,
  firstName: string,
  time: PromisedTime,
  writer: WriterInZone,
): Text => compose('cancellation', channel, writer, { firstName, time: formatTime(time, writer) })

export const appointmentReminderText = (
  channel: MessageType,
  firstName: string,
  time: PromisedTime,
  writer: WriterInZone,
): Text => compose('appointmentReminder', channel, writer, { firstName, time: formatTime(time, writer) })

export function paymentReminderText(
  channel: MessageType,
  firstName: string,
  { numbers, balanceCents }: { numbers: readonly string[]; balanceCents: number },
  writer: Writer,
): Text {
  const values = { firstName, balance: dollars(balanceCents), invoice: remindedOf(numbers) }
  const invoice = numbers.length === 1 ? `invoice ${numbers[0]}` : `${numbers.length} invoices`
  return compose('paymentReminder', channel, writer, values, { ...values, invoice })
}

export function invoiceText(
  firstName: string,
  { number, balanceCents, dueOn }: { number: string; balanceCents: number; dueOn: string },
  writer: Writer,
): Text {
  const due =
    balanceCents > 0 ? `${dollars(balanceCents)} is due on ${formatDay(dueOn)}.` : 'It has been paid in full.'
  return compose('invoice', 'email', writer, { firstName, number, due })
}

/** `code`: its digits, or their placeholder until the message goes out. Not one of the texts that a business changes. */
export const accessCodeText = (code: string, { name }: Sender): Text => ({
  subject: `Your code for ${name}`,
  content: `${code} is your code for ${name}. It works for ${codeMinutes} minutes. We never ask for it on the phone.`,
})

type NamedQuote = { number: string; title: string }

/** `link`: its address, or its placeholder until the message goes out. */
export const quoteText = (
  channel: MessageType,
  firstName: string,
  { number, title, link }: NamedQuote & { link: string },
  writer: Writer,
): Text => compose('quote', channel, writer, { firstName, number, work: title, link })

export const quoteFollowUpText = (
  channel: MessageType,
  firstName: string,
  { number, title, link }: NamedQuote & { link: string },
  writer: Writer,
): Text => compose('quoteFollowUp', channel, writer, { firstName, number, work: title, link })

export const quoteApprovedText = (
  firstName: string,
  { number, title, totalCents }: NamedQuote & { totalCents: number },
  writer: Writer,
): Text =>
  compose('quoteApproved', 'email', writer, { firstName, number, work: title, amount: priceText(totalCents) })

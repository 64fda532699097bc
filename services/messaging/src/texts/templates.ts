import { dollars } from '@plumbline/platform/money'
import { greet, type MessageType, paymentReminderContent } from '../api.ts'

/** How the business signs what it writes. */
export type Sender = { product: string; name: string; phone: string }
/** And the zone in which it says times. */
export type SenderInZone = Sender & { timeZone: string }

type Text = { subject: string; content: string }

const appointmentTime: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
}
// a narrow space would make every part of the SMS Unicode, which holds 70 letters
const formatTime = (instant: string, { timeZone }: SenderInZone) =>
  new Date(instant).toLocaleString('en-US', { ...appointmentTime, timeZone }).replaceAll('\u202f', ' ')

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const formatDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

const call = (sender: Sender, question: string) => `${question} Call ${sender.name} at ${sender.phone}.`

export const cancellationText = (
  channel: MessageType,
  firstName: string,
  startsAt: string,
  sender: SenderInZone,
): Text => ({
  subject: 'Your appointment has been cancelled',
  content: greet(
    channel,
    firstName,
    `your appointment on ${formatTime(startsAt, sender)} has been cancelled. ${call(sender, 'Questions or a new date?')}`,
  ),
})

export const appointmentReminderText = (
  channel: MessageType,
  firstName: string,
  startsAt: string,
  sender: SenderInZone,
): Text => ({
  subject: 'Appointment Reminder',
  content: greet(
    channel,
    firstName,
    `this is a reminder of your appointment on ${formatTime(startsAt, sender)}. ${call(sender, 'Questions or a new date?')}`,
  ),
})

export const paymentReminderText = (
  channel: MessageType,
  firstName: string,
  { numbers, balanceCents }: { numbers: readonly string[]; balanceCents: number },
  sender: Sender,
): Text => ({
  subject: `Payment Reminder: ${numbers.length === 1 ? `invoice ${numbers[0]}` : `${numbers.length} invoices`}`,
  content: paymentReminderContent({
    channel,
    firstName,
    balance: dollars(balanceCents),
    invoiceNumbers: numbers,
    business: sender,
  }),
})

export function invoiceText(
  firstName: string,
  { number, balanceCents, dueOn }: { number: string; balanceCents: number; dueOn: string },
  sender: Sender,
): Text {
  const due =
    balanceCents > 0 ? `${dollars(balanceCents)} is due on ${formatDay(dueOn)}.` : 'It has been paid in full.'
  return {
    subject: `Your invoice ${number}`,
    content: greet(
      'email',
      firstName,
      `your invoice ${number} is attached. ${due} Thank you! ${call(sender, 'Questions?')}`,
    ),
  }
}

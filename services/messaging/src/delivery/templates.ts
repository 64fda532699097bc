import { dollars } from '@plumbline/platform/money'

/** How the business signs what it writes. */
export type Sender = { product: string; name: string; phone: string }

type Text = { subject: string; content: string }

const timeInNewYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
// a narrow space would make every part of the SMS Unicode, which holds 70 letters
const formatTime = (instant: string) => timeInNewYork.format(new Date(instant)).replaceAll('\u202f', ' ')

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const formatDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

const call = (sender: Sender, question: string) => `${question} Call ${sender.name} at ${sender.phone}.`

export const cancellationText = (firstName: string, startsAt: string, sender: Sender): Text => ({
  subject: 'Your appointment has been cancelled',
  content: `Hi ${firstName}, your appointment on ${formatTime(startsAt)} has been cancelled. ${call(sender, 'Questions or a new date?')}`,
})

export const appointmentReminderText = (firstName: string, startsAt: string, sender: Sender): Text => ({
  subject: 'Appointment Reminder',
  content: `Hi ${firstName}, a reminder of your appointment on ${formatTime(startsAt)}. ${call(sender, 'Questions or a new date?')}`,
})

export const paymentReminderText = (
  firstName: string,
  { invoiceId, balanceCents }: { invoiceId: number; balanceCents: number },
  sender: Sender,
): Text => ({
  subject: 'Payment Reminder',
  content: `Hi ${firstName}, a friendly reminder: ${dollars(balanceCents)} is still open on invoice #${invoiceId}. Thank you! ${call(sender, 'Questions?')}`,
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
    content: `Hi ${firstName}, your invoice ${number} is attached. ${due} Thank you! ${call(sender, 'Questions?')}`,
  }
}

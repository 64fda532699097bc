import { dollars } from '@plumbline/platform/money'

/** How the business signs what it writes. */
export type Sender = { product: string; name: string; phone: string }

/** Why a message failed, for staff. */
export const failureText = {
  sms: 'The SMS could not be delivered.',
  email: 'The e-mail could not be delivered.',
  erased: 'This person has been erased.',
} as const

/** Why a customer cannot be written to. */
export const unreachable = {
  sms: 'This customer has no phone number that can receive SMS.',
  email: 'This customer has no e-mail address.',
} as const
export const removed = 'This customer has been removed.'
/** Why a message does not go out any more. */
export const outdated = {
  reminder: 'It was too late for this reminder.',
  late: 'It was too late for this message.',
  appointment: 'The appointment was changed before this went out.',
  paid: 'It was paid before this went out.',
  balance: 'The balance changed before this went out.',
  invoice: 'The invoice changed before this went out.',
  voided: 'The invoice was voided before this went out.',
  unknown: 'It is not known whether this is still true. Please write a new message.',
} as const
/** Why there is no reminder of an appointment. */
export const notReminded = {
  off: 'Reminders are switched off.',
  unwanted: 'This customer does not want reminders.',
  skipped: 'Left out by staff.',
} as const
export const optedOut = {
  sms: 'This customer has opted out of SMS.',
  email: 'This customer has opted out of e-mail.',
} as const

const timeInNewYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
// a narrow space would turn a whole SMS into 70-letter parts
const when = (instant: string) => timeInNewYork.format(new Date(instant)).replaceAll('\u202f', ' ')

export const cancellationSubject = 'Your appointment has been cancelled'
export const cancellationText = (firstName: string, startsAt: string, sender?: Sender) =>
  `Hi ${firstName}, your appointment on ${when(startsAt)} has been cancelled.${help(sender, 'Questions or a new date?')}`

export const reminderSubject = 'Payment Reminder'
export const reminderText = (firstName: string, balanceCents: number, invoiceId: number, sender?: Sender) =>
  `Hi ${firstName}, a friendly reminder: ${dollars(balanceCents)} is still open on invoice #${invoiceId}. Thank you!${help(sender, 'Questions?')}`

export const appointmentSubject = 'Appointment Reminder'
export const appointmentText = (firstName: string, startsAt: string, sender?: Sender) =>
  `Hi ${firstName}, a reminder of your appointment on ${when(startsAt)}.${help(sender, 'Questions or a new date?')}`

const dayText = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const invoiceSubject = (number: string) => `Your invoice ${number}`
export const invoiceText = (
  firstName: string,
  { number, owedCents, dueOn }: { number: string; owedCents: number; dueOn: string },
  sender?: Sender,
) =>
  `Hi ${firstName}, your invoice ${number} is attached. ${owedCents > 0 ? `${dollars(owedCents)} is due on ${dayText.format(new Date(`${dueOn}T00:00:00Z`))}.` : 'It has been paid in full.'} Thank you!${help(sender, 'Questions?')}`

const help = (sender: Sender | undefined, question: string) =>
  sender ? ` ${question} Call ${sender.name} at ${sender.phone}.` : ''

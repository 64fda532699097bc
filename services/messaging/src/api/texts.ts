export const messageTypes = ['sms', 'email'] as const
export type MessageType = (typeof messageTypes)[number]

/**
 * Begins a message: in the same line of an SMS, and in an email with a line of its own, followed by a capital letter.
 * @example greet('sms', 'Ann', 'your job is done.') // 'Hi Ann, your job is done.'
 */
export const greet = (channel: MessageType, firstName: string, text: string): string =>
  channel === 'sms'
    ? `Hi ${firstName}, ${text}`
    : `Hi ${firstName},\n\n${text.charAt(0).toUpperCase()}${text.slice(1)}`

type PaymentReminder = {
  channel: MessageType
  firstName: string
  /** As people read it. */
  balance: string
  invoiceNumbers: readonly string[]
  business: { name: string; phone: string }
}

/** What a payment reminder says; billing shows it before it is sent. */
export const paymentReminderContent = ({
  channel,
  firstName,
  balance,
  invoiceNumbers,
  business: { name, phone },
}: PaymentReminder): string =>
  greet(
    channel,
    firstName,
    `a friendly reminder: ${balance} is still due on ${invoiceNumbers.length === 1 ? 'invoice' : 'invoices'} ${listed(invoiceNumbers)}. Thank you! Questions? Call ${name} at ${phone}.`,
  )

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

/** What staff say when they leave for a job; a quick text of the messages as well. */
export const onMyWayText = 'I am on my way to your location.'

/** @example arrivalText(20) // 'I will be there in about 20 minutes.' */
export const arrivalText = (minutes: number): string => `I will be there in about ${minutes} minutes.`

/** What staff say when they are delayed; a quick text of the messages as well. @example runningLateText(15) // 'I am running 15 minutes late. Sorry about that!' */
export const runningLateText = (minutes: number): string =>
  `I am running ${minutes} minutes late. Sorry about that!`

type NewTime = {
  firstName: string
  /** As people read it. */
  when: string
  business: { name: string; phone: string }
}

/** The SMS about an appointment that was moved. */
export const newTimeContent = ({ firstName, when, business: { name, phone } }: NewTime): string =>
  greet(
    'sms',
    firstName,
    `your appointment has been moved to ${when}. If that does not suit you, please call ${phone}. ${name}`,
  )

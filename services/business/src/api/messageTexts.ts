import * as z from 'zod/mini'
import { maxLineLength } from './values.ts'

/** How a text goes out. */
export type TextChannel = 'sms' | 'email'
/** A part of a text that is set by itself; an email has a subject where the product writes it. */
export type TextPart = TextChannel | 'subject'

/** What is filled in for `{name}`, as the owner reads it, with an example. */
export const placeholders = {
  firstName: { label: 'the customer’s first name', example: 'Ann' },
  business: { label: 'the name of the business', example: 'Plumbline Home Services' },
  phone: { label: 'the phone number of the business', example: '(555) 555-0142' },
  signature: { label: 'the signature', example: 'Plumbline Home Services\n(555) 555-0142' },
  time: { label: 'the day and time of the appointment', example: 'Monday, November 23 at 9:00 AM' },
  appointment: { label: 'when the next appointment is', example: 'on Monday, November 23 at 9:00 AM' },
  arrival: { label: 'when you arrive', example: 'I will be there in about 20 minutes.' },
  minutes: { label: 'how late you are', example: '15' },
  number: { label: 'the number of the invoice or quote', example: 'INV-000042' },
  work: { label: 'what the quote is for', example: 'A new deck' },
  link: { label: 'the address of the quote', example: 'https://example.com/c/…' },
  amount: { label: 'the amount that was agreed', example: '$964.71' },
  invoice: { label: 'which invoice', example: 'invoice INV-000042' },
  invoiceOver: { label: 'the invoice with its amount', example: 'Invoice INV-000042 for $75.00' },
  balance: { label: 'what is still due', example: '$75.00' },
  paid: { label: 'what was paid', example: '$75.00' },
  payment: { label: 'what was paid, and for which invoice', example: 'of $75.00 for invoice INV-000042' },
  due: { label: 'what is due, and until when', example: '$75.00 is due on November 30, 2026.' },
  day: { label: 'the day until which it is due', example: 'Nov 30, 2026' },
  reviewLink: { label: 'the review link', example: 'https://example.com/review' },
} as const
export type Placeholder = keyof typeof placeholders

const always = ['firstName', 'business', 'phone'] as const

type TextOptions = {
  channels: readonly TextChannel[]
  subject?: string
  /** What it can say besides the names of customer and business. */
  uses?: readonly Placeholder[]
  /** What it has to say. */
  needs?: readonly Placeholder[]
}

export type MessageText = Required<Omit<TextOptions, 'subject'>> & {
  label: string
  /** The words that hold while nothing is set. */
  standard: Partial<Record<TextPart, string>>
}

/** Begins a text: in the same line of an SMS, and in an email with a line of its own, followed by a capital letter. */
const greeting = (channel: TextChannel, text: string): string =>
  channel === 'sms'
    ? `Hi {firstName}, ${text}`
    : `Hi {firstName},\n\n${text.charAt(0).toUpperCase()}${text.slice(1)}`

function text(label: string, words: string, { channels, subject, uses = [], needs = [] }: TextOptions) {
  const standard = Object.fromEntries(channels.map((channel) => [channel, greeting(channel, words)]))
  return {
    label,
    channels,
    uses: [...always, ...uses],
    needs,
    standard: { ...standard, ...(subject !== undefined && { subject }) },
  } satisfies MessageText
}

const both = ['sms', 'email'] as const
const sms = ['sms'] as const
const email = ['email'] as const
const questions = 'Call {business} at {phone}.'

/** Every text that is written to customers and can be set, in the order of the settings. The first seven go out by themselves. */
export const messageTexts = {
  appointmentReminder: text(
    'Reminder of an appointment',
    `this is a reminder of your appointment on {time}. Questions or a new date? ${questions}`,
    { channels: both, subject: 'Appointment Reminder', uses: ['time'], needs: ['time'] },
  ),
  cancellation: text(
    'Cancelled appointment',
    `your appointment on {time} has been cancelled. Questions or a new date? ${questions}`,
    { channels: both, subject: 'Your appointment has been cancelled', uses: ['time'], needs: ['time'] },
  ),
  invoice: text('Invoice', `your invoice {number} is attached. {due} Thank you! Questions? ${questions}`, {
    channels: email,
    subject: 'Your invoice {number}',
    uses: ['number', 'due'],
    needs: ['number'],
  }),
  paymentReminder: text(
    'Payment reminder',
    `a friendly reminder: {balance} is still due on {invoice}. Thank you! Questions? ${questions}`,
    {
      channels: both,
      subject: 'Payment Reminder: {invoice}',
      uses: ['balance', 'invoice'],
      needs: ['balance', 'invoice'],
    },
  ),
  quote: text(
    'Quote',
    `your quote {number} is ready: {work}. You can look at it, approve it or ask for a change here: {link} Questions? ${questions}`,
    {
      channels: both,
      subject: 'Your quote {number}: {work}',
      uses: ['number', 'work', 'link'],
      needs: ['link'],
    },
  ),
  quoteFollowUp: text(
    'Follow-up of a quote',
    `did you have a chance to look at our quote {number}: {work}? It is here: {link} If anything is not clear or should be different, just ask. ${questions}`,
    {
      channels: both,
      subject: 'Our quote {number}: {work}',
      uses: ['number', 'work', 'link'],
      needs: ['link'],
    },
  ),
  quoteApproved: text(
    'Approved quote',
    `thank you for approving quote {number}: {work}, {amount}. A copy of what was agreed is attached. We will get in touch about the date. Questions? ${questions}`,
    {
      channels: email,
      subject: 'You approved quote {number}',
      uses: ['number', 'work', 'amount'],
      needs: ['number'],
    },
  ),
  newTime: text(
    'Moved appointment',
    'your appointment has been moved to {time}. If that does not suit you, please call {phone}. {business}',
    { channels: sms, uses: ['time'], needs: ['time'] },
  ),
  onMyWay: text('On my way', 'I am on my way to your location. {arrival} {business}', {
    channels: sms,
    uses: ['arrival'],
  }),
  runningLate: text('Running late', 'I am running {minutes} minutes late. Sorry about that! {business}', {
    channels: sms,
    uses: ['minutes'],
    needs: ['minutes'],
  }),
  jobCompleted: text('Job completed', 'your job has been completed successfully. Thank you! {business}', {
    channels: sms,
  }),
  invoiceSent: text('Invoice sent', 'your invoice has been sent to your email. {business}', {
    channels: sms,
  }),
  reschedule: text('Please reschedule', 'please call {phone} to reschedule. {business}', { channels: sms }),
  appointment: text(
    'Reminder of an appointment, by hand',
    'this is a reminder of your appointment {appointment}. If you need another time, please call {phone}.\n\n{signature}',
    { channels: email, uses: ['appointment', 'signature'], needs: ['appointment'] },
  ),
  jobCompletion: text(
    'Job completed, with the invoice',
    'your job is done. {invoiceOver} comes in a separate email; payment is due in full on completion. We accept cash, Zelle, CashApp, Venmo and major credit cards.\n\n{signature}',
    { channels: email, uses: ['invoiceOver', 'signature'] },
  ),
  followUp: text(
    'Follow-up',
    'is everything still as it should be? If anything is not right, tell us and we will fix it. A few words about how we did would help us.\n\n{signature}',
    { channels: email, uses: ['signature'] },
  ),
  paymentConfirmation: text(
    'Payment confirmation',
    'we have received your payment {payment}. Thank you!\n\n{signature}',
    { channels: email, uses: ['payment', 'signature'] },
  ),
  thankYou: text(
    'Thanks',
    'thank you for your business. When something else needs fixing, you know where to find us.\n\n{signature}',
    { channels: email, uses: ['signature'] },
  ),
  howToPay: text(
    'How to pay',
    '{balance} is still due on {invoice}. You can pay by Zelle, CashApp, Venmo, card or cash; to pay by card, call {phone}. {business}',
    { channels: both, uses: ['balance', 'invoice'], needs: ['balance'] },
  ),
  paymentDue: text(
    'Payment reminder, by hand',
    'a friendly reminder: {balance} is still due on {invoice}, payable by {day}. Thank you! {business}',
    { channels: both, uses: ['balance', 'invoice', 'day'], needs: ['balance'] },
  ),
  paymentReceived: text('Payment received', 'we have received {paid} for {invoice}. Thank you! {business}', {
    channels: both,
    uses: ['paid', 'invoice'],
    needs: ['paid'],
  }),
  review: text(
    'Ask for a review',
    'thank you for your business. A few words about how we did would help us: {reviewLink} {business}',
    { channels: both, uses: ['reviewLink'], needs: ['reviewLink'] },
  ),
} as const satisfies Record<string, MessageText>
export type TextName = keyof typeof messageTexts
export const textNames = Object.keys(messageTexts) as TextName[]

/** What an email to a customer ends with. */
export const standardSignature = '{business}\n{phone}'

/** @example textKey('cancellation', 'sms') // 'cancellation.sms' */
export const textKey = (name: TextName, part: TextPart): string => `${name}.${part}`

/** The parts of a text that can be set. */
export const partsOf = (name: TextName): TextPart[] => Object.keys(messageTexts[name].standard) as TextPart[]

/** What is set of the texts: words by key, as `cancellation.sms`. */
export type Texts = { words: Readonly<Record<string, string>>; signature: string; reviewLink: string }
export const standardTexts: Texts = { words: {}, signature: '', reviewLink: '' }

export type Values = { [Name in Placeholder]?: string }

/**
 * Fills in what is known. What is empty takes the space before it along.
 * @example fillIn('Hi {firstName}, on my way. {arrival}', { firstName: 'Ann', arrival: '' }) // 'Hi Ann, on my way.'
 */
export const fillIn = (words: string, values: Values): string =>
  words.replace(/( ?)\{(\w+)\}/g, (whole, space: string, name: string) => {
    const value = values[name as Placeholder]
    if (value === undefined) return whole
    return value === '' ? '' : `${space}${value}`
  })

/** The words of a text with their placeholders, as they are set. */
export const wordsOf = (texts: Texts, name: TextName, part: TextPart): string =>
  texts.words[textKey(name, part)] ?? (messageTexts[name] as MessageText).standard[part] ?? ''

type Business = { name: string; phone: string }

/** What emails end with. */
export const signatureOf = ({ signature }: Texts, { name, phone }: Business): string =>
  fillIn(signature || standardSignature, { business: name, phone })

/** One part of a text, as a customer reads it. Every text that the product fills in is made here. */
export const composeText = (
  texts: Texts,
  [name, part]: readonly [TextName, TextPart],
  {
    business,
    ...values
  }: Omit<Values, 'business' | 'phone' | 'signature' | 'reviewLink'> & { business: Business },
): string =>
  fillIn(wordsOf(texts, name, part), {
    ...values,
    business: business.name,
    phone: business.phone,
    signature: signatureOf(texts, business),
    reviewLink: texts.reviewLink,
  })

const maxLengths: Record<TextPart, number> = { sms: 800, email: 4_000, subject: 150 }
const maxSignatureLength = 500

const named = (names: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names.map((name) => `{${name}}`))

type Allowed = { max: number; uses: readonly string[]; needs?: readonly string[] }

/** What is wrong with words that were typed, as a sentence. */
function whyNotFit(words: string, { max, uses, needs = [] }: Allowed): string | undefined {
  if (words.length > max) return `At most ${max.toLocaleString('en-US')} characters`
  const used = [...words.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name as string)
  const unknown = used.find((name) => !uses.includes(name))
  if (unknown !== undefined) return `There is no {${unknown}} here. You can use ${named(uses)}.`
  const missing = needs.find((name) => !used.includes(name))
  return (
    missing &&
    `{${missing}} is missing: customers need to know ${placeholders[missing as Placeholder].label}.`
  )
}

/** Words as they are stored, or a sentence about what is wrong with them. */
const fitting = (allowed: Allowed) =>
  z
    .string({ error: 'Please enter a text' })
    .check(z.trim(), z.minLength(1, 'Please enter a text'), ({ value, issues }) => {
      const message = whyNotFit(value, allowed)
      if (message) issues.push({ code: 'custom', message, input: value })
    })

/** The schema of one part of a text. */
export function textPart(name: TextName, part: TextPart) {
  const { uses, needs } = messageTexts[name] as MessageText
  // what an email says need not be in its subject
  return fitting({ max: maxLengths[part], uses, ...(part !== 'subject' && { needs }) })
}

export const Signature = /* @__PURE__ */ fitting({ max: maxSignatureLength, uses: ['business', 'phone'] })

const linkMessage = 'Please enter an address such as https://example.com/review'
export const ReviewLink = /* @__PURE__ */ z
  .string({ error: linkMessage })
  .check(
    z.trim(),
    z.maxLength(maxLineLength, `At most ${maxLineLength} characters`),
    z.url({ protocol: /^https$/, error: linkMessage }),
  )

/** Words that are left out stay as they are; null is the standard again. */
const wordChanges = () =>
  z.strictObject(
    Object.fromEntries(
      textNames.flatMap((name) =>
        partsOf(name).map((part) => [textKey(name, part), z.optional(z.nullable(textPart(name, part)))]),
      ),
    ),
  )

/** Fields that are left out stay as they are; null is the standard again, or no link. */
export const MessageTextsChanges = /* @__PURE__ */ (() =>
  z.object({
    words: z.optional(wordChanges()),
    signature: z.optional(z.nullable(Signature)),
    reviewLink: z.optional(z.nullable(ReviewLink)),
  }))()
export type MessageTextsChanges = {
  words?: Record<string, string | null | undefined>
  signature?: string | null
  reviewLink?: string | null
}

/** The form for one text, with each of its parts. */
export const textForm = (name: TextName) =>
  z.object(Object.fromEntries(partsOf(name).map((part) => [part, textPart(name, part)])))

const orNone = (schema: z.ZodMiniType<string>) =>
  z.string().check(z.trim(), ({ value, issues }) => {
    const { error } = value === '' ? { error: undefined } : z.safeParse(schema, value)
    if (error) issues.push({ code: 'custom', message: error.issues[0]?.message, input: value })
  })

/** The form for signature and link: empty for the standard signature, and for no link. */
export const SignatureForm = /* @__PURE__ */ (() =>
  z.object({ signature: orNone(Signature), reviewLink: orNone(ReviewLink) }))()

/** What the parts of the texts are called. */
export const textLabels = { sms: 'SMS', email: 'Email', subject: 'Subject of the email' } satisfies Record<
  TextPart,
  string
>
export const signatureLabels = { signature: 'Signature', reviewLink: 'Review link' }

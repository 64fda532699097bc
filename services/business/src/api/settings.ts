import { clock, Week, type Weekday, weekdays } from '@plumbline/platform/week'
import * as z from 'zod/mini'
import { Picture } from './brand.ts'
import { email, line, maxLineLength, minutes, percent, price, timeZone } from './values.ts'

/** What the days of the week are called. */
export const weekdayLabels: Record<Weekday, string> = {
  sunday: 'Sunday',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
}
const weekday = z.enum(weekdays, { error: 'Please choose a day of the week' })

/** The pictures of services on the landing page. */
export const serviceIcons = ['hammer', 'brush', 'drill', 'wrench', 'sprinkler', 'rake'] as const
export type ServiceIcon = (typeof serviceIcons)[number]

/** As billing records them. */
export const paymentMethods = ['cash', 'zelle', 'cashapp', 'venmo', 'credit_card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** What each part of a description is called. */
export const descriptionLabels = {
  name: 'Name',
  tagline: 'Tagline',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  area: 'Service area',
  founded: 'In business since',
  website: 'Website',
  license: 'License or insurance',
  headline: 'Headline',
  trade: 'What you do',
} as const
export type DescriptionField = keyof typeof descriptionLabels

/** Null in a change: the default again. */
export const Description = z.object({
  name: line('Please enter a name'),
  tagline: line('Please enter a sentence'),
  phone: line('Please enter a phone number', 40),
  email,
  address: line('Please enter an address'),
  area: line('Please enter an area'),
  founded: z
    .string({ error: 'Please enter a year such as 2011' })
    .check(z.trim(), z.regex(/^\d{4}$/, 'Please enter a year such as 2011')),
  website: z
    .string({ error: 'Please enter an address such as https://example.com' })
    .check(
      z.trim(),
      z.maxLength(maxLineLength, `At most ${maxLineLength} characters`),
      z.url({ protocol: /^https?$/, error: 'Please enter an address such as https://example.com' }),
    ),
  license: line('Please enter a license or insurance'),
  headline: line('Please enter a headline', 60),
  trade: line('Please enter what you do', 60),
} satisfies Record<DescriptionField, unknown>)
export type Description = z.infer<typeof Description>

export const Calendar = z.object({ timeZone, weekStartsOn: weekday })

/** What the parts of the calendar are called. */
export const calendarLabels = {
  timeZone: 'Time zone',
  weekStartsOn: 'First day of the week',
} satisfies Record<keyof typeof Calendar.shape, string>

export const Service = z.object({
  id: z.int(),
  title: line('Please enter a name', 100),
  blurb: z.string().check(z.trim(), z.maxLength(300, 'At most 300 characters')),
  bullets: z.array(line('Please enter a text', 100)).check(z.maxLength(8, 'At most 8 points')),
  icon: z.enum(serviceIcons),
  /** Of an appointment, unless it says another. */
  durationMinutes: minutes(15, 'At least 15 minutes'),
  /** Null: the rate of the business. */
  hourlyRate: z.nullable(price),
  onLandingPage: z.boolean(),
  taxable: z.boolean(),
})
export type Service = z.infer<typeof Service>

/** What the parts of a service are called. */
export const serviceLabels = {
  title: 'Name',
  blurb: 'In a sentence',
  bullets: 'Points',
  icon: 'Picture',
  durationMinutes: 'Usual duration',
  hourlyRate: 'Hourly rate',
  onLandingPage: 'On the public page',
  taxable: 'Taxable',
} satisfies Record<Exclude<keyof typeof Service.shape, 'id'>, string>

export const EstimateOption = z.object({
  /** What a lead stores. */
  value: z
    .string()
    .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and hyphens'), z.maxLength(60)),
  label: line('Please enter a name', 100),
  /** What a lead is for that becomes a customer. */
  serviceId: z.nullable(z.int()),
})
export type EstimateOption = z.infer<typeof EstimateOption>

/** What the parts of an option are called. */
export const estimateOptionLabels = {
  label: 'Name',
  serviceId: 'Becomes',
} satisfies Record<Exclude<keyof typeof EstimateOption.shape, 'value'>, string>

export const Rates = z.object({
  hourlyRate: price,
  /** A visit costs no less than this time. */
  minimumMinutes: minutes(15, 'At least 15 minutes'),
  /** What is billed after the minimum, and what each step costs. */
  stepMinutes: minutes(1, 'At least one minute'),
  stepPrice: price,
})

/** What the parts of the rates are called. */
export const rateLabels = {
  hourlyRate: 'Hourly rate',
  minimumMinutes: 'Minimum visit',
  stepMinutes: 'Billed in steps of',
  stepPrice: 'Price of a step',
} satisfies Record<keyof typeof Rates.shape, string>

export const TaxRate = z.object({
  id: z.int(),
  name: line('Please enter a name', 60),
  percent,
  isDefault: z.boolean(),
})
export type TaxRate = z.infer<typeof TaxRate>

/** What the parts of a tax rate are called. */
export const taxRateLabels = {
  name: 'Name',
  percent: 'Percent',
  isDefault: 'Usual rate',
} satisfies Record<Exclude<keyof typeof TaxRate.shape, 'id'>, string>

export const Payment = z.object({
  terms: line('Please enter the terms', 500),
  methods: z.array(z.enum(paymentMethods, { error: 'Please choose how people can pay' })).check(
    z.minLength(1, 'Please choose how people can pay'),
    z.refine((methods) => new Set(methods).size === methods.length, 'Each method once'),
  ),
  daysUntilDue: z
    .int({ error: 'Please enter a number of days' })
    .check(z.minimum(0, 'Please enter a number of days'), z.maximum(365, 'At most 365 days')),
})

/** What makes a customer's approval of a quote count. */
export const QuoteRules = z.object({
  /** Beside the name, which is always asked for. */
  signature: z.enum(['optional', 'required'], { error: 'Please choose whether customers sign' }),
  /** An approval with a deposit counts when the deposit is paid. */
  approvalNeedsDeposit: z.boolean(),
  /** Of the total, as some states limit what may be asked for before the work begins; null where there is no limit. */
  maxDepositPercent: z.nullable(percent),
  /** The same as an amount: where there are both, the lesser one holds. */
  maxDepositAmount: z.nullable(price),
})

/** What the parts of the rules of quotes are called. */
export const quoteRuleLabels = {
  signature: 'Signature',
  approvalNeedsDeposit: 'An approval counts only when its deposit is paid',
  maxDepositPercent: 'Deposit at most (% of the total)',
  maxDepositAmount: 'Deposit at most (amount)',
} satisfies Record<keyof typeof QuoteRules.shape, string>

/** What visitors ask, and the answer on the public page; a line break begins a paragraph. */
export const Question = z.object({
  question: line('Please enter a question', 200),
  answer: line('Please enter an answer', 1_000),
})
export type Question = z.infer<typeof Question>

/** What the parts of a question are called. */
export const questionLabels = {
  question: 'Question',
  answer: 'Answer',
} satisfies Record<keyof Question, string>

/** Finished work on the public page, with what those read who do not see it. */
export const Photo = z.extend(Picture, { alt: line('Please say what the photo shows', 200) })
export type Photo = z.infer<typeof Photo>

/** What the parts of a photo are called. */
export const photoLabels = { hash: 'Photo', alt: 'What it shows' } as const

/** What a customer said, in their words. */
export const Review = z.object({
  name: line('Please enter who said it', 100),
  text: line('Please enter what was said', 600),
})
export type Review = z.infer<typeof Review>

/** What the parts of a review are called. */
export const reviewLabels = { name: 'Who said it', text: 'What was said' } satisfies Record<
  keyof Review,
  string
>

/** What the parts of the payment terms are called. */
export const paymentLabels = {
  terms: 'Payment terms',
  methods: 'Accepted methods',
  daysUntilDue: 'Days until an invoice is due',
} satisfies Record<keyof typeof Payment.shape, string>

/** When messages that are not urgent go out. The reminder of an appointment is sent the day before. */
export const MessageHours = z.object({ quietUntil: clock, quietFrom: clock, remindAt: clock })
export type MessageHours = z.infer<typeof MessageHours>

/** What the parts of the hours of messages are called. */
export const messageHourLabels = {
  quietUntil: 'From',
  quietFrom: 'Until',
  remindAt: 'Reminder of an appointment at',
} satisfies Record<keyof MessageHours, string>

/** Sentences about hours at which no message or no reminder could go out, by field. */
export function messageHourErrors({ quietUntil, quietFrom, remindAt }: MessageHours) {
  const errors: Partial<Record<keyof MessageHours, string>> = {}
  if (quietFrom <= quietUntil) errors.quietFrom = 'Messages need a time at which they can go out'
  else if (remindAt < quietUntil || minutesOf(quietFrom) - minutesOf(remindAt) < 30)
    // reminders are spread over half an hour
    errors.remindAt = 'Choose a time between these, half an hour before the last one at most'
  return errors
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

export const WorkingHours = z.object({
  weekdays: Week,
  closedDays: z
    .array(z.iso.date({ error: 'Please enter a date' }))
    .check(z.maxLength(400, 'At most 400 days')),
})

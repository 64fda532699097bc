import * as z from 'zod/mini'
import type { $ZodType, CheckFn } from 'zod/v4/core'
import { BrandColor, pictureHash } from './brand.ts'
import { maxPhotos } from './pictures.ts'
import {
  Calendar,
  Description,
  EstimateOption,
  MessageHours,
  messageHourErrors,
  Payment,
  Photo,
  Question,
  QuoteRules,
  Rates,
  Review,
  Service,
  TaxRate,
  WorkingHours,
} from './settings.ts'
import { from, percent, price } from './values.ts'

/** A list in which no two have the same of something, with a message at the second one. */
const distinct =
  <Item>(keyOf: (item: Item) => string | undefined, field: string, message: string): CheckFn<Item[]> =>
  ({ value: items, issues }) => {
    const keys = items.map((item) => keyOf(item)?.toLowerCase())
    const at = keys.findIndex((key, i) => key !== undefined && keys.indexOf(key) < i)
    if (at >= 0) issues.push({ code: 'custom', message, input: items, path: [at, field] })
  }

const nullable = (field: keyof typeof Description.shape) => z.optional(z.nullable(Description.shape[field]))

/** Fields that are left out stay as they are; null is the default again. */
export const DescriptionChanges = /* @__PURE__ */ z.object({
  from,
  name: nullable('name'),
  tagline: nullable('tagline'),
  phone: nullable('phone'),
  email: nullable('email'),
  address: nullable('address'),
  area: nullable('area'),
  founded: nullable('founded'),
  website: nullable('website'),
  license: nullable('license'),
  headline: nullable('headline'),
  trade: nullable('trade'),
})
export type DescriptionChanges = z.infer<typeof DescriptionChanges>

/** A text as a form has it, which may be empty. */
const orEmpty = (schema: $ZodType<unknown, string | null>) =>
  z.string().check(z.trim(), ({ value, issues }) => {
    const { error } = value === '' ? { error: undefined } : z.safeParse(schema, value)
    if (error) issues.push({ code: 'custom', message: error.issues[0]?.message, input: value })
  })

const isNew =
  (others: readonly string[], message: string): CheckFn<string> =>
  ({ value, issues }) => {
    if (others.some((it) => it.toLowerCase() === value.toLowerCase()))
      issues.push({ code: 'custom', message, input: value })
  }

/** The form for the description, with every field: empty for the default. */
export const DescriptionForm = /* @__PURE__ */ z.object({
  name: orEmpty(Description.shape.name),
  tagline: orEmpty(Description.shape.tagline),
  phone: orEmpty(Description.shape.phone),
  email: orEmpty(Description.shape.email),
  address: orEmpty(Description.shape.address),
  area: orEmpty(Description.shape.area),
  founded: orEmpty(Description.shape.founded),
  website: orEmpty(Description.shape.website),
  license: orEmpty(Description.shape.license),
  headline: orEmpty(Description.shape.headline),
  trade: orEmpty(Description.shape.trade),
} satisfies Record<keyof typeof Description.shape, unknown>)

/** The first day as a form has it: empty for today. */
const firstDay = z.union([z.literal(''), z.iso.date()], { error: 'Please enter a date' })

/** The form for logo and color: a hash, or empty for the default. */
export const BrandForm = /* @__PURE__ */ z.object({
  logo: orEmpty(pictureHash),
  color: orEmpty(BrandColor),
  from: firstDay,
})

/** The form for the time zone and the week, with every field. */
export const CalendarForm = /* @__PURE__ */ z.extend(Calendar, { from: firstDay })

/** The form for the hours of the weekdays. */
export const WeekForm = /* @__PURE__ */ z.extend(WorkingHours.shape.weekdays, { from: firstDay })

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((it) => it.trim())
    .filter((it) => it !== '')

/** The points of a service as they are typed, one a line. */
const bulletLines = z.pipe(
  z.string().check(({ value, issues }) => {
    const { error } = z.safeParse(Service.shape.bullets, linesOf(value))
    if (error) issues.push({ code: 'custom', message: error.issues[0]?.message, input: value })
  }),
  z.transform(linesOf),
)

/** The form for one service, next to others of these names; without a rate it has that of the business. */
export const serviceForm = (others: readonly string[]) =>
  z.object({
    title: Service.shape.title.check(isNew(others, 'Another service has this name')),
    blurb: Service.shape.blurb,
    bullets: bulletLines,
    icon: Service.shape.icon,
    durationMinutes: Service.shape.durationMinutes,
    hourlyRate: z.pipe(
      orEmpty(Service.shape.hourlyRate),
      z.transform((text: string) => text || null),
    ),
    onLandingPage: Service.shape.onLandingPage,
    taxable: Service.shape.taxable,
  })

/** The form for one option of the estimate dialog, next to others of these names. */
export const estimateOptionForm = (others: readonly string[]) =>
  z.object({
    label: EstimateOption.shape.label.check(isNew(others, 'Another option has this name')),
    serviceId: EstimateOption.shape.serviceId,
  })

/** The form for one tax rate, next to others of these names. */
export const taxRateForm = (others: readonly string[]) =>
  z.object({
    name: TaxRate.shape.name.check(isNew(others, 'Another tax rate has this name')),
    percent: TaxRate.shape.percent,
    isDefault: TaxRate.shape.isDefault,
    from: firstDay,
  })

/** The form for the rates, with every field. */
export const RatesForm = /* @__PURE__ */ z.extend(Rates, { from: firstDay })

/** The form for the payment terms: the number of days as it is typed. */
export const PaymentForm = /* @__PURE__ */ z.extend(Payment, {
  daysUntilDue: z
    .string()
    .check(
      z.trim(),
      z.regex(/^([12]?\d?\d|3[0-5]\d|36[0-5])$/, 'Please enter a number of days, at most 365'),
    ),
})

/** The form for the rules of quotes, with every field. */
export const QuoteRulesForm = /* @__PURE__ */ z.extend(QuoteRules, {
  maxDepositPercent: orEmpty(percent),
  maxDepositAmount: orEmpty(price),
})

/** The form for the hours of messages, with every field. */
export const MessageHoursForm = /* @__PURE__ */ MessageHours.check(({ value, issues }) => {
  for (const [field, message] of Object.entries(messageHourErrors(value)))
    issues.push({ code: 'custom', message, input: value, path: [field] })
})

export const MessageHoursChanges = /* @__PURE__ */ z.partial(MessageHours)
export type MessageHoursChanges = z.infer<typeof MessageHoursChanges>

export const CalendarChanges = /* @__PURE__ */ z.extend(z.partial(Calendar), { from })
export type CalendarChanges = z.infer<typeof CalendarChanges>

export const RateChanges = /* @__PURE__ */ z.extend(z.partial(Rates), { from })
export type RateChanges = z.infer<typeof RateChanges>

export const PaymentChanges = /* @__PURE__ */ z.partial(Payment)
export type PaymentChanges = z.infer<typeof PaymentChanges>

export const QuoteRuleChanges = /* @__PURE__ */ z.partial(QuoteRules)
export type QuoteRuleChanges = z.infer<typeof QuoteRuleChanges>

export const HoursChanges = /* @__PURE__ */ z.object({
  from,
  weekdays: z.optional(z.partial(WorkingHours.shape.weekdays)),
  /** All of them. */
  closedDays: z.optional(WorkingHours.shape.closedDays),
})
export type HoursChanges = z.infer<typeof HoursChanges>

const ServiceForm = /* @__PURE__ */ z.extend(Service, {
  /** A new one has none. */
  id: z.optional(z.int()),
  blurb: z._default(Service.shape.blurb, ''),
  bullets: z._default(Service.shape.bullets, []),
  icon: z._default(Service.shape.icon, 'hammer'),
  durationMinutes: z._default(Service.shape.durationMinutes, 60),
  hourlyRate: z._default(Service.shape.hourlyRate, null),
  onLandingPage: z._default(Service.shape.onLandingPage, true),
  taxable: z._default(Service.shape.taxable, true),
})

/** All that are offered, in their order. One that is left out is retired. */
export const ServicesForm = /* @__PURE__ */ z.object({
  services: z.array(ServiceForm).check(
    z.minLength(1, 'Please offer a service'),
    z.maxLength(50, 'At most 50 services'),
    distinct(({ title }) => title, 'title', 'Another service has this name'),
    distinct(({ id }) => id?.toString(), 'id', 'This service is in the list twice'),
  ),
})
export type ServicesForm = z.infer<typeof ServicesForm>

/** All of them, in their order. */
export const EstimateOptionsForm = /* @__PURE__ */ z.object({
  options: z.array(EstimateOption).check(
    z.minLength(1, 'Please give an option'),
    z.maxLength(30, 'At most 30 options'),
    distinct(({ value }) => value, 'value', 'Another option has this value'),
    distinct(({ label }) => label, 'label', 'Another option has this name'),
  ),
})
export type EstimateOptionsForm = z.infer<typeof EstimateOptionsForm>

/** A photo that was added, and what it shows. */
const PhotoForm = /* @__PURE__ */ z.pick(Photo, { hash: true, alt: true })

/** The form for one photo, next to these others. */
export const photoForm = (others: readonly string[]) =>
  z.object({
    hash: pictureHash.check(isNew(others, 'This photo is in the list already')),
    alt: Photo.shape.alt,
  })

/** A list that is left out stays as it is; one that is given is all of it, in its order. */
export const LandingForm = /* @__PURE__ */ z.object({
  questions: z.optional(
    z.array(Question).check(
      z.maxLength(12, 'At most 12 questions'),
      distinct(({ question }) => question, 'question', 'This question is in the list twice'),
    ),
  ),
  reviews: z.optional(
    z.array(Review).check(
      z.maxLength(12, 'At most 12 reviews'),
      distinct(({ text }) => text, 'text', 'This review is in the list twice'),
    ),
  ),
  photos: z.optional(
    z.array(PhotoForm).check(
      z.maxLength(maxPhotos, `At most ${maxPhotos} photos`),
      distinct(({ hash }) => hash, 'hash', 'This photo is in the list already'),
    ),
  ),
})
export type LandingForm = z.infer<typeof LandingForm>

/** The form for one question, next to these others. */
export const questionForm = (others: readonly string[]) =>
  z.object({
    question: Question.shape.question.check(isNew(others, 'This question is in the list already')),
    answer: Question.shape.answer,
  })

const TaxRateForm = /* @__PURE__ */ z.extend(TaxRate, { id: z.optional(z.int()) })

/** All of them. One that is left out ends. */
export const TaxForm = /* @__PURE__ */ z.object({
  from,
  rates: z.array(TaxRateForm).check(
    z.maxLength(20, 'At most 20 tax rates'),
    distinct(({ name }) => name, 'name', 'Another tax rate has this name'),
    distinct(({ id }) => id?.toString(), 'id', 'This tax rate is in the list twice'),
    distinct(
      ({ isDefault }) => (isDefault ? 'default' : undefined),
      'isDefault',
      'Only one can be the default',
    ),
  ),
  /** A rate above 30 % is meant. */
  confirmed: z.optional(z.boolean()),
})
export type TaxForm = z.infer<typeof TaxForm>

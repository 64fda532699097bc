import * as z from 'zod/mini'
import { Brand, BrandChanges } from './api/brand.ts'
import {
  CalendarChanges,
  DescriptionChanges,
  EstimateOptionsForm,
  HoursChanges,
  LandingForm,
  MessageHoursChanges,
  PaymentChanges,
  QuoteRuleChanges,
  RateChanges,
  ServicesForm,
  TaxForm,
} from './api/forms.ts'
import { MessageTextsChanges } from './api/messageTexts.ts'
import {
  Calendar,
  type DescriptionField,
  EstimateOption,
  MessageHours,
  Payment,
  Photo,
  Question,
  QuoteRules,
  Rates,
  Review,
  Service,
  TaxRate,
  WorkingHours,
} from './api/settings.ts'

export { type Hours, type Week, type Weekday, weekdays } from '@plumbline/platform/week'
export {
  accentsOf,
  type Brand,
  BrandChanges,
  BrandColor,
  brandLabels,
  contrastOf,
  grounds,
  nearestColor,
  onAccent,
  type Picture,
  sunken,
} from './api/brand.ts'
export * from './api/defaults.ts'
export * from './api/forms.ts'
export * from './api/messageTexts.ts'
export * from './api/pictures.ts'
export {
  calendarLabels,
  type DescriptionField,
  descriptionLabels,
  type EstimateOption,
  estimateOptionLabels,
  type MessageHours,
  messageHourErrors,
  messageHourLabels,
  type PaymentMethod,
  type Photo,
  paymentLabels,
  paymentMethods,
  photoLabels,
  type Question,
  questionLabels,
  quoteRuleLabels,
  Review,
  rateLabels,
  reviewLabels,
  type Service,
  type ServiceIcon,
  serviceIcons,
  serviceLabels,
  type TaxRate,
  taxRateLabels,
  weekdayLabels,
} from './api/settings.ts'
export * from './api/setup.ts'

/** The parts in which the settings are changed. */
export const sections = [
  'description',
  'brand',
  'calendar',
  'services',
  'estimateOptions',
  'rates',
  'tax',
  'payment',
  'quotes',
  'hours',
  'messages',
  'texts',
  'landing',
] as const
export type Section = (typeof sections)[number]

/** What is true of the business on a day. Money is text with two decimals. */
export const Settings = z.object({
  /** Empty where nothing is said of it. */
  description: z.object({
    name: z.string(),
    tagline: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    area: z.string(),
    founded: z.string(),
    website: z.string(),
    license: z.string(),
    headline: z.string(),
    trade: z.string(),
  } satisfies Record<DescriptionField, unknown>),
  brand: Brand,
  calendar: Calendar,
  /** Those that are offered, in their order. */
  services: z.array(Service),
  estimateOptions: z.array(EstimateOption),
  rates: Rates,
  tax: z.object({ rates: z.array(TaxRate) }),
  payment: Payment,
  quotes: QuoteRules,
  hours: WorkingHours,
  messages: MessageHours,
  /** What is set of the texts that customers get, by key, as `cancellation.sms`. */
  texts: z.object({ words: z.record(z.string(), z.string()), signature: z.string(), reviewLink: z.string() }),
  /** What the public page says besides. */
  landing: z.object({ questions: z.array(Question), reviews: z.array(Review), photos: z.array(Photo) }),
})
export type Settings = z.infer<typeof Settings>

export const Business = z.extend(Settings, {
  /** What was set and is not a default: `rates`, or `description.name`. */
  set: z.array(z.string()),
  /** Fields that an environment variable sets, by `description.name`. They cannot be changed here. */
  locked: z.record(z.string(), z.string()),
  /** What will be true from later days on, and what of it changes then. */
  planned: z.array(z.object({ from: z.iso.date(), sections: z.array(z.enum(sections)), settings: Settings })),
  /** Who changed a part last, by `section`. */
  changed: z.record(z.string(), z.object({ at: z.iso.datetime(), by: z.nullable(z.string()) })),
  /** What is accepted and may be a mistake, as a sentence by field. */
  warnings: z.record(z.string(), z.string()),
})
export type Business = z.infer<typeof Business>

export const getBusiness = {
  method: 'GET',
  path: '/api/business',
  summary: 'The settings of the business: as of today, what is set or locked, and what is planned',
  needs: 'self',
  response: Business,
} as const

export const describeBusiness = {
  method: 'PATCH',
  path: '/api/business/description',
  summary: 'Change name, contact and the like, from a day on',
  needs: 'settings',
  body: DescriptionChanges,
  response: Business,
} as const

export const changeBrand = {
  method: 'PATCH',
  path: '/api/business/brand',
  summary: 'Change the logo and the color, from a day on; a color that cannot be read is refused',
  needs: 'settings',
  body: BrandChanges,
  response: Business,
} as const

export const changeCalendar = {
  method: 'PATCH',
  path: '/api/business/calendar',
  summary: 'Change the time zone and the first day of the week, from a day on',
  needs: 'settings',
  body: CalendarChanges,
  response: Business,
} as const

export const changeServices = {
  method: 'PUT',
  path: '/api/business/services',
  summary: 'Set the services that are offered; appointments keep the titles they have',
  needs: 'settings',
  body: ServicesForm,
  response: Business,
} as const

export const changeEstimateOptions = {
  method: 'PUT',
  path: '/api/business/estimate-options',
  summary: 'Set what visitors choose from when they ask for an estimate',
  needs: 'settings',
  body: EstimateOptionsForm,
  response: Business,
} as const

export const changeRates = {
  method: 'PATCH',
  path: '/api/business/rates',
  summary: 'Change what an hour and a step cost, from a day on',
  needs: 'settings',
  body: RateChanges,
  response: Business,
} as const

export const changeTax = {
  method: 'PUT',
  path: '/api/business/tax',
  summary: 'Set the tax rates, from a day on; above 30 % they have to be confirmed',
  needs: 'settings',
  body: TaxForm,
  response: Business,
} as const

export const changeMessageHours = {
  method: 'PATCH',
  path: '/api/business/messages',
  summary: 'Change when messages that are not urgent go out, and when people are reminded of appointments',
  needs: 'settings',
  body: MessageHoursChanges,
  response: Business,
} as const

export const changeMessageTexts = {
  method: 'PATCH',
  path: '/api/business/texts',
  summary: 'Change the texts that customers get, the signature of emails, and the link for reviews',
  needs: 'settings',
  body: MessageTextsChanges,
  response: Business,
} as const

export const changePayment = {
  method: 'PATCH',
  path: '/api/business/payment',
  summary: 'Change payment terms, accepted methods and days until an invoice is due',
  needs: 'settings',
  body: PaymentChanges,
  response: Business,
} as const

export const changeQuoteRules = {
  method: 'PATCH',
  path: '/api/business/quotes',
  summary: 'Change whether customers sign quotes, and whether an approval counts before its deposit is paid',
  needs: 'settings',
  body: QuoteRuleChanges,
  response: Business,
} as const

export const changeHours = {
  method: 'PATCH',
  path: '/api/business/hours',
  summary: 'Change the working hours of weekdays and the closed days, from a day on',
  needs: 'settings',
  body: HoursChanges,
  response: Business,
} as const

export const changeLanding = {
  method: 'PUT',
  path: '/api/business/landing',
  summary: 'Set the questions that the public page answers, and the reviews and photos that it shows',
  needs: 'settings',
  body: LandingForm,
  response: Business,
} as const

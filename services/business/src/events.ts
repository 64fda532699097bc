import type {
  EstimateOption,
  Hours,
  PaymentMethod,
  Question,
  Review,
  ServiceIcon,
  SetupStep,
  Weekday,
} from './api.ts'

/** ISO 8601 in UTC. */
type Time = string
/** The first day on which it is so, `2026-11-27`, where the business is. */
type Day = string

export type DescriptionFields = {
  name: string
  tagline: string
  phone: string
  email: string
  address: string
  area: string
  founded: string
  website: string
  license: string
  /** Of the public page. */
  headline: string
  /** As in 'Professional handyman services'. */
  trade: string
}

/** Holds only what is different. Null: the default again. */
export type BusinessDescribed = {
  type: 'BusinessDescribed'
  data: { from: Day; changedAt: Time } & { [Field in keyof DescriptionFields]?: string | null }
}

export type TimeZoneSet = {
  type: 'TimeZoneSet'
  data: { from: Day; timeZone?: string; weekStartsOn?: Weekday; changedAt: Time }
}

/** A visit costs `hourCents` for the minimum, and then `stepCents` for each step that it takes longer. */
export type RatesSet = {
  type: 'RatesSet'
  data: {
    from: Day
    hourCents?: number
    minimumMinutes?: number
    stepMinutes?: number
    stepCents?: number
    changedAt: Time
  }
}

/** In thousandths of a percent: 7.375 % is 7375. */
export type TaxRateSet = {
  type: 'TaxRateSet'
  data: {
    from: Day
    taxRateId: number
    name: string
    thousandths: number
    isDefault: boolean
    changedAt: Time
  }
}

export type TaxRateEnded = {
  type: 'TaxRateEnded'
  data: { from: Day; taxRateId: number; changedAt: Time }
}

/** Weekdays that are left out stay as they are; null is a day off. */
export type HoursSet = {
  type: 'HoursSet'
  data: {
    from: Day
    weekdays?: { [Name in Weekday]?: Hours | null }
    closedDays?: Day[]
    changedAt: Time
  }
}

export type OfferedService = {
  title: string
  blurb: string
  bullets: string[]
  icon: ServiceIcon
  durationMinutes: number
  /** Null: that of the business. */
  hourCents: number | null
  onLandingPage: boolean
  taxable: boolean
}

/** New, or offered again. */
export type ServiceOffered = {
  type: 'ServiceOffered'
  data: { serviceId: number; changedAt: Time } & OfferedService
}

/** Holds only what is different. */
export type ServiceChanged = {
  type: 'ServiceChanged'
  data: { serviceId: number; changedAt: Time } & Partial<OfferedService>
}

export type ServiceRetired = {
  type: 'ServiceRetired'
  data: { serviceId: number; changedAt: Time }
}

export type ServicesOrdered = {
  type: 'ServicesOrdered'
  data: { serviceIds: number[]; changedAt: Time }
}

/** All of them. */
export type EstimateOptionsSet = {
  type: 'EstimateOptionsSet'
  data: { options: EstimateOption[]; changedAt: Time }
}

export type PaymentTermsSet = {
  type: 'PaymentTermsSet'
  data: { terms?: string; methods?: PaymentMethod[]; daysUntilDue?: number; changedAt: Time }
}

/** Holds only what is different. */
export type QuoteRulesSet = {
  type: 'QuoteRulesSet'
  data: {
    signature?: 'optional' | 'required'
    approvalNeedsDeposit?: boolean
    /** A decimal with at most three places; null for no limit, as the amount. */
    maxDepositPercent?: string | null
    maxDepositAmount?: string | null
    changedAt: Time
  }
}

/** Holds only what is different. Times of a clock, `21:00`. */
export type MessageHoursSet = {
  type: 'MessageHoursSet'
  data: { quietUntil?: string; quietFrom?: string; remindAt?: string; changedAt: Time }
}

/** Holds only what is different. Words by key, as `cancellation.sms`. Null: the standard again, or no link. */
export type MessageTextsSet = {
  type: 'MessageTextsSet'
  data: {
    words?: { [key: string]: string | null }
    signature?: string | null
    reviewLink?: string | null
    changedAt: Time
  }
}

/** The address of a picture, and its size in pixels. */
export type PictureAddress = { hash: string; width: number; height: number }

/** Null: none, and the product's own is shown. */
export type LogoSet = {
  type: 'LogoSet'
  data: { from: Day; logo: PictureAddress | null; changedAt: Time }
}

/** As `#1f6feb`; null: that of the product. */
export type BrandColorSet = {
  type: 'BrandColorSet'
  data: { from: Day; color: string | null; changedAt: Time }
}

/** All that the public page answers. */
export type QuestionsSet = {
  type: 'QuestionsSet'
  data: { questions: Question[]; changedAt: Time }
}

/** All that customers said and the public page repeats. */
export type ReviewsSet = {
  type: 'ReviewsSet'
  data: { reviews: Review[]; changedAt: Time }
}

/** All pictures of finished work that the public page shows. */
export type PhotosSet = {
  type: 'PhotosSet'
  data: { photos: (PictureAddress & { alt: string })[]; changedAt: Time }
}

/** The owner goes on without this step of making the product theirs. */
export type SetupStepSkipped = {
  type: 'SetupStepSkipped'
  data: { step: SetupStep; skippedAt: Time }
}

/** Every step is done or skipped, or the owner wants no more of it. */
export type SetupEnded = {
  type: 'SetupEnded'
  data: { reason: 'done' | 'dismissed'; endedAt: Time }
}

/** Stream `setup-1`. */
export type SetupEvent = SetupStepSkipped | SetupEnded

/** Stream `business-1`. */
export type BusinessEvent =
  | BusinessDescribed
  | TimeZoneSet
  | RatesSet
  | TaxRateSet
  | TaxRateEnded
  | HoursSet
  | ServiceOffered
  | ServiceChanged
  | ServiceRetired
  | ServicesOrdered
  | EstimateOptionsSet
  | PaymentTermsSet
  | QuoteRulesSet
  | MessageHoursSet
  | MessageTextsSet
  | QuestionsSet
  | ReviewsSet
  | LogoSet
  | BrandColorSet
  | PhotosSet

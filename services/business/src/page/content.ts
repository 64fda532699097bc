import { centsOf, dollars } from '@plumbline/platform/money'
import {
  accentsOf,
  defaultHeadline,
  defaultTrade,
  type PaymentMethod,
  type Picture,
  pictureAddress,
  type Service,
  type Settings,
  serviceIcons,
  shownSize,
} from '../api.ts'
import type { BusinessEvent } from '../events.ts'
import { type Configured, clockOf, descriptionOf, setDescriptionOn, settingsOn } from '../settings/record.ts'
import { detailsOn } from './details.ts'

type Item = { readonly [Field in string]: string | Item[] }

/** What pages show of the business, by the names that their templates use. */
export type PageContent<Business> = {
  business: Business
  texts: Record<string, Record<string, string>>
  lists: Record<string, Item[]>
}

/** What pages show now. */
export function pageContentAt<Business extends Configured['business']>(
  events: readonly BusinessEvent[],
  now: Date,
  configured: Configured<Business>,
): PageContent<Business> {
  const { timeZone, settingsDay: day } = clockOf(events, now)
  const settings = settingsOn(events, day, configured)
  const { services, estimateOptions, rates, payment, brand } = settings
  const methods = payment.methods.map((method) => methodLabels[method])
  return {
    business: descriptionOf(configured, setDescriptionOn(events, day)),
    texts: {
      opening: {
        headline: settings.description.headline || defaultHeadline,
        trade: settings.description.trade || defaultTrade,
      },
      calendar: { timeZone, weekStartsOn: settings.calendar.weekStartsOn },
      rates: {
        hour: priceText(centsOf(rates.hourlyRate)),
        minimum: rates.minimumMinutes === 60 ? 'one hour' : durationText(rates.minimumMinutes),
        step: `${rates.stepMinutes}-minute`,
        stepPrice: priceText(centsOf(rates.stepPrice)),
      },
      payment: { terms: payment.terms, methods: methods.join(', ') },
    },
    lists: {
      logo: brand.logo ? [logoTexts(brand.logo)] : [],
      plumbBob: brand.logo ? [] : [{}],
      accent: brand.color ? [accentTexts(brand.color)] : [],
      services: services.filter(({ onLandingPage }) => onLandingPage).map(toCard),
      options: estimateOptions.map(({ value, label }) => ({ value, label })),
      examples: exampleSteps.map((steps) => exampleOf(rates, steps)),
      methods: methods.map((label) => ({ label })),
      ...detailsOn(events, day, settings, configured),
    },
  }
}

const methodLabels: Record<PaymentMethod, string> = {
  cash: 'Cash',
  zelle: 'Zelle',
  cashapp: 'CashApp',
  venmo: 'Venmo',
  credit_card: 'Major credit cards',
}

/** Where the logo is, and how large it is shown. */
function logoTexts(logo: Picture): Item {
  const { width, height } = shownSize(logo)
  return { logo: pictureAddress('logo', logo.hash), width: String(width), height: String(height) }
}

/** The colours of both themes. */
function accentTexts(color: string): Item {
  const { light, dark } = accentsOf(color)
  return {
    light: light.accent,
    lightStrong: light.strong,
    lightTint: light.tint,
    dark: dark.accent,
    darkStrong: dark.strong,
    darkTint: dark.tint,
  }
}

/** Of each picture there is a list, which only that of the service has an item in. */
const toCard = ({ title, blurb, bullets, icon }: Service): Item => ({
  title,
  blurb,
  features: bullets.map((text) => ({ text })),
  ...Object.fromEntries(serviceIcons.map((name) => [name, name === icon ? [{}] : []])),
})

/** How many steps after the minimum the examples take. */
const exampleSteps = [0, 1, 2, 4]

function exampleOf(
  { hourlyRate, minimumMinutes, stepMinutes, stepPrice }: Settings['rates'],
  steps: number,
): Item {
  const minimumCents = Math.round((centsOf(hourlyRate) * minimumMinutes) / 60)
  return {
    time: durationText(minimumMinutes + steps * stepMinutes),
    price: priceText(minimumCents + steps * centsOf(stepPrice)),
    bar: Array.from({ length: steps }, () => ({})),
  }
}

/** @example durationText(90) // '1.5 hours' */
export function durationText(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  if (minutes % 30 === 0) return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
  const rest = minutes % 60
  return `${durationText(minutes - rest)} ${durationText(rest)}`
}

/** Without cents where there are none. */
const priceText = (cents: number): string => dollars(cents).replace(/\.00$/, '')

import {
  type Business,
  type Hours,
  rateLabels,
  type Settings,
  type TaxRate,
  type Weekday,
  weekdayLabels,
  weekdays,
} from '@plumbline/business/api'
import { formatTime } from '@plumbline/contract'
import { formatMoney, type Money } from '@plumbline/contract/money'
import { durationText } from './durations.ts'
import { timeZoneOption } from './timeZones.ts'

/** What is different from a day on, and the settings before it. */
export type PlannedChange = { from: string; texts: string[]; before: Settings; after: Settings }

export type Describe = (before: Settings, after: Settings) => string[]

/** What is planned of a part of the settings; a day on which nothing of it becomes different is left out. */
export const plannedChanges = (business: Business, describe: Describe): PlannedChange[] =>
  business.planned
    .map(({ from, settings: after }, i) => {
      const before = business.planned[i - 1]?.settings ?? business
      return { from, texts: describe(before, after), before, after }
    })
    .filter(({ texts }) => texts.length > 0)

/** @example clockText('08:00') // '8:00 AM' */
export const clockText = (clock: string): string => formatTime(`2000-01-01T${clock}`)

/** @example '8:00 AM – 6:00 PM', 'closed' */
export const hoursText = (hours: Hours | null): string =>
  hours ? `${clockText(hours.opens)} – ${clockText(hours.closes)}` : 'closed'

/** The days of the week, from its first one on. */
export function weekFrom(first: Weekday): Weekday[] {
  const at = weekdays.indexOf(first)
  return [...weekdays.slice(at), ...weekdays.slice(0, at)]
}

export const describeBrand: Describe = ({ brand: before }, { brand: after }) => [
  ...(after.logo?.hash === before.logo?.hash ? [] : [after.logo ? 'Another logo' : 'No logo']),
  ...(after.color === before.color ? [] : [`Color: ${after.color ?? 'that of the product'}`]),
]

export const describeCalendar: Describe = ({ calendar: before }, { calendar: after }) => [
  ...(after.timeZone === before.timeZone ? [] : [`Time zone: ${timeZoneOption(after.timeZone).label}`]),
  ...(after.weekStartsOn === before.weekStartsOn
    ? []
    : [`The week begins on ${weekdayLabels[after.weekStartsOn]}`]),
]

export const describeWeek: Describe = ({ hours: before }, { hours: after, calendar }) =>
  weekFrom(calendar.weekStartsOn)
    .filter((day) => hoursText(after.weekdays[day]) !== hoursText(before.weekdays[day]))
    .map((day) => `${weekdayLabels[day]}: ${hoursText(after.weekdays[day])}`)

export const describeRates: Describe = ({ rates: before }, { rates: after }) =>
  (Object.keys(rateLabels) as (keyof typeof rateLabels)[])
    .filter((name) => after[name] !== before[name])
    .map((name) => {
      const value = after[name]
      const text = typeof value === 'number' ? durationText(value) : formatMoney(value as Money)
      return `${rateLabels[name]}: ${text}`
    })

export const describeTax: Describe = ({ tax: before }, { tax: after }) => [
  ...after.rates
    .filter((rate) => !before.rates.some((it) => taxRateText(it) === taxRateText(rate) && it.id === rate.id))
    .map(taxRateText),
  ...before.rates
    .filter(({ id }) => !after.rates.some((rate) => rate.id === id))
    .map(({ name }) => `${name} ends`),
]

const taxRateText = ({ name, percent, isDefault }: TaxRate) =>
  `${name} ${percent} %${isDefault ? ', the usual rate' : ''}`

/** The settings as of a day with what is planned until then; without a day as of today. */
export const settingsFrom = (business: Business, day: string): Settings =>
  business.planned.findLast(({ from }) => from <= day)?.settings ?? business

type TaxRateForm = Omit<TaxRate, 'id'> & { id?: number }

/** Tax rates with one that is new or changed. There is one usual rate. */
export function withTaxRate(rates: readonly TaxRate[], rate: TaxRateForm): TaxRateForm[] {
  const others = rates.map((it) => (rate.isDefault ? { ...it, isDefault: false } : it))
  return others.some(({ id }) => id === rate.id)
    ? others.map((it) => (it.id === rate.id ? rate : it))
    : [...others, rate]
}

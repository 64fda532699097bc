import { moneyText } from '@plumbline/platform/money'
import { dayIn, defaultTimeZone } from '@plumbline/platform/time'
import {
  claims,
  type DescriptionField,
  defaultEstimateOptions,
  defaultMessageHours,
  defaultMethods,
  defaultQuoteRules,
  defaultRates,
  defaultServices,
  defaultTerms,
  defaultWeek,
  descriptionLabels,
  type Section,
  type Service,
  type Settings,
  standardTexts,
  type Texts,
} from '../api.ts'
import type {
  BusinessDescribed,
  BusinessEvent,
  MessageTextsSet,
  OfferedService,
  TimeZoneSet,
} from '../events.ts'

/** What operators configure: it describes the business as long as nothing is set. */
export type Configured<Fields = Partial<Record<DescriptionField, string>>> = {
  business: Fields
  /** The environment variables that describe it; they have precedence over what is set. */
  lockedBy?: Readonly<Partial<Record<DescriptionField, string>>>
}

/** Which part of the settings an event changes. */
export const sectionOf: Record<BusinessEvent['type'], Section> = {
  BusinessDescribed: 'description',
  TimeZoneSet: 'calendar',
  RatesSet: 'rates',
  TaxRateSet: 'tax',
  TaxRateEnded: 'tax',
  HoursSet: 'hours',
  ServiceOffered: 'services',
  ServiceChanged: 'services',
  ServiceRetired: 'services',
  ServicesOrdered: 'services',
  EstimateOptionsSet: 'estimateOptions',
  PaymentTermsSet: 'payment',
  QuoteRulesSet: 'quotes',
  MessageHoursSet: 'messages',
  MessageTextsSet: 'texts',
  LogoSet: 'brand',
  BrandColorSet: 'brand',
  QuestionsSet: 'landing',
  ReviewsSet: 'landing',
  PhotosSet: 'landing',
}

/** The first day of an event; of those without one every day. */
export const firstDayOf = ({ data }: BusinessEvent): string => ('from' in data ? data.from : '')

/** The events that count on a day, in the order of their first days, and then in that of the log. */
export const eventsInForce = <Event extends BusinessEvent>(events: readonly Event[], day: string): Event[] =>
  events
    .filter((event) => firstDayOf(event) <= day)
    .sort((a, b) => (firstDayOf(a) < firstDayOf(b) ? -1 : Number(firstDayOf(a) > firstDayOf(b))))

/** The zone on a day, as of these events. */
export const timeZoneOn = (events: readonly BusinessEvent[], day: string): string =>
  eventsInForce(events.filter(setsTimeZone), day).at(-1)?.data.timeZone ?? defaultTimeZone

const setsTimeZone = (event: BusinessEvent): event is TimeZoneSet & { data: { timeZone: string } } =>
  event.type === 'TimeZoneSet' && event.data.timeZone !== undefined

/** What an instant is for the business. */
export type Clock = {
  timeZone: string
  today: string
  /** Of settings. It is a day later than today where the zone was ahead: what was set then as of its day stays in force. */
  settingsDay: string
}

export function clockOf(events: readonly BusinessEvent[], instant: Date): Clock {
  const zones = events.filter(setsTimeZone).filter(({ data }) => data.changedAt <= instant.toISOString())
  const dayAfter = (settingsDay: string, at: Date, known: typeof zones) =>
    [settingsDay, dayIn(timeZoneOn(known, settingsDay), at)].sort().at(-1) as string
  const changedOn = zones.reduce(
    (day, { data }, i) => dayAfter(day, new Date(data.changedAt), zones.slice(0, i)),
    '',
  )
  const settingsDay = dayAfter(changedOn, instant, zones)
  const timeZone = timeZoneOn(zones, settingsDay)
  return { timeZone, today: dayIn(timeZone, instant), settingsDay }
}

type SetDescription = Partial<Record<DescriptionField, string>>
type State = Omit<Settings, 'description'> & { set: SetDescription }

const initialState = (): State => ({
  set: {},
  brand: { logo: null, color: null },
  calendar: { timeZone: defaultTimeZone, weekStartsOn: 'sunday' },
  services: [...defaultServices],
  estimateOptions: [...defaultEstimateOptions],
  rates: defaultRates,
  tax: { rates: [] },
  messages: defaultMessageHours,
  texts: standardTexts,
  payment: { terms: defaultTerms, methods: [...defaultMethods], daysUntilDue: 0 },
  quotes: defaultQuoteRules,
  hours: { weekdays: defaultWeek, closedDays: [] },
  landing: { questions: [], reviews: [], photos: [] },
})

const stateOn = (events: readonly BusinessEvent[], day: string): State =>
  eventsInForce(events, day).reduce(evolve, initialState())

/** The settings as of a day. */
export function settingsOn(events: readonly BusinessEvent[], day: string, configured: Configured): Settings {
  const { set, estimateOptions, ...state } = stateOn(events, day)
  const isOffered = (id: number | null) => state.services.some((service) => service.id === id)
  return {
    ...state,
    description: { ...emptyDescription, ...descriptionOf(configured, set) },
    estimateOptions: estimateOptions.map((option) =>
      isOffered(option.serviceId) ? option : { ...option, serviceId: null },
    ),
  }
}

/** What is set of the description as of a day. */
export const setDescriptionOn = (events: readonly BusinessEvent[], day: string): SetDescription =>
  stateOn(events, day).set

/** Logo and color as of a day. */
export const brandOn = (events: readonly BusinessEvent[], day: string): Settings['brand'] =>
  stateOn(events, day).brand

/** The payment terms as of a day, if any are set. */
export const setPaymentOn = (
  events: readonly BusinessEvent[],
  day: string,
): Settings['payment'] | undefined =>
  events.some(({ type }) => type === 'PaymentTermsSet') ? stateOn(events, day).payment : undefined

/** What makes an approval of a quote count, as of a day. */
export const quoteRulesOn = (events: readonly BusinessEvent[], day: string): Settings['quotes'] =>
  stateOn(events, day).quotes

const emptyDescription = Object.fromEntries(
  Object.keys(descriptionLabels).map((field) => [field, '']),
) as Settings['description']

/**
 * The description of the business: what is configured, with what is set in its place. A business with a name of its own
 * has no tagline, area, age or rating but those that are set or configured for it.
 */
export function descriptionOf<Fields extends Partial<Record<DescriptionField, string>>>(
  { business, lockedBy = {} }: Configured<Fields>,
  set: SetDescription,
): Fields & SetDescription {
  const free = Object.fromEntries(Object.entries(set).filter(([field]) => !(field in lockedBy)))
  const isRenamed = free.name !== undefined && free.name !== business.name
  const withdrawn = isRenamed ? claims.filter((claim) => claim in business && !(claim in lockedBy)) : []
  return { ...business, ...Object.fromEntries(withdrawn.map((claim) => [claim, ''])), ...free }
}

function evolve(state: State, { type, data }: BusinessEvent): State {
  switch (type) {
    case 'BusinessDescribed':
      return { ...state, set: describedFields(state.set, data) }
    case 'TimeZoneSet': {
      const { timeZone, weekStartsOn } = { ...state.calendar, ...data }
      return { ...state, calendar: { timeZone, weekStartsOn } }
    }
    case 'RatesSet': {
      const { hourCents, stepCents, minimumMinutes, stepMinutes } = data
      const rates = {
        ...state.rates,
        ...(hourCents !== undefined && { hourlyRate: moneyText(hourCents) }),
        ...(minimumMinutes !== undefined && { minimumMinutes }),
        ...(stepMinutes !== undefined && { stepMinutes }),
        ...(stepCents !== undefined && { stepPrice: moneyText(stepCents) }),
      }
      return { ...state, rates }
    }
    case 'TaxRateSet': {
      const { taxRateId: id, name, thousandths, isDefault } = data
      const rate = { id, name, percent: percentText(thousandths), isDefault }
      // one that was planned as the usual rate knows nothing of those that are so until then
      const others = isDefault ? state.tax.rates.map((it) => ({ ...it, isDefault: false })) : state.tax.rates
      return { ...state, tax: { rates: withItem(others, rate) } }
    }
    case 'TaxRateEnded':
      return { ...state, tax: { rates: state.tax.rates.filter(({ id }) => id !== data.taxRateId) } }
    case 'HoursSet': {
      const { weekdays, closedDays = state.hours.closedDays } = data
      return { ...state, hours: { weekdays: { ...state.hours.weekdays, ...weekdays }, closedDays } }
    }
    case 'ServiceOffered':
    case 'ServiceChanged': {
      const before = state.services.find(({ id }) => id === data.serviceId)
      const service = { ...before, ...serviceFields(data), id: data.serviceId } as Service
      return { ...state, services: withItem(state.services, service) }
    }
    case 'ServiceRetired':
      return { ...state, services: state.services.filter(({ id }) => id !== data.serviceId) }
    case 'ServicesOrdered': {
      const place = ({ id }: Service) => data.serviceIds.indexOf(id)
      return { ...state, services: state.services.toSorted((a, b) => place(a) - place(b)) }
    }
    case 'EstimateOptionsSet':
      return { ...state, estimateOptions: data.options }
    case 'QuestionsSet':
      return { ...state, landing: { ...state.landing, questions: data.questions } }
    case 'ReviewsSet':
      return { ...state, landing: { ...state.landing, reviews: data.reviews } }
    case 'PhotosSet':
      return { ...state, landing: { ...state.landing, photos: data.photos } }
    case 'LogoSet':
      return { ...state, brand: { ...state.brand, logo: data.logo } }
    case 'BrandColorSet':
      return { ...state, brand: { ...state.brand, color: data.color } }
    case 'MessageHoursSet': {
      const { quietUntil, quietFrom, remindAt } = { ...state.messages, ...data }
      return { ...state, messages: { quietUntil, quietFrom, remindAt } }
    }
    case 'MessageTextsSet':
      return { ...state, texts: withTexts(state.texts, data) }
    case 'QuoteRulesSet': {
      const { changedAt: _, ...changes } = data
      return { ...state, quotes: { ...state.quotes, ...changes } }
    }
    case 'PaymentTermsSet': {
      const { terms, methods, daysUntilDue } = { ...state.payment, ...data }
      return { ...state, payment: { terms, methods, daysUntilDue } }
    }
  }
}

function withTexts(before: Texts, { words, signature, reviewLink }: MessageTextsSet['data']): Texts {
  const after = Object.entries({ ...before.words, ...words }).filter(
    (it): it is [string, string] => it[1] !== null,
  )
  return {
    words: Object.fromEntries(after),
    signature: signature === undefined ? before.signature : (signature ?? ''),
    reviewLink: reviewLink === undefined ? before.reviewLink : (reviewLink ?? ''),
  }
}

function describedFields(
  before: SetDescription,
  { from: _, changedAt: __, ...fields }: BusinessDescribed['data'],
): SetDescription {
  const after = Object.entries({ ...before, ...fields }).filter(([, value]) => value !== null)
  return Object.fromEntries(after)
}

const serviceFields = ({
  serviceId: _,
  changedAt: __,
  hourCents,
  ...fields
}: Partial<OfferedService> & { serviceId: number; changedAt: string }) => ({
  ...fields,
  ...(hourCents !== undefined && { hourlyRate: hourCents === null ? null : moneyText(hourCents) }),
})

/** Replaces the item with its id, or adds it at the end. */
const withItem = <Item extends { id: number }>(items: readonly Item[], item: Item): Item[] =>
  items.some(({ id }) => id === item.id)
    ? items.map((it) => (it.id === item.id ? item : it))
    : [...items, item]

/** @example percentText(7375) // '7.375' */
export const percentText = (thousandths: number): string => String(thousandths / 1000)

/** @example thousandthsOf('7.375') // 7375 */
export const thousandthsOf = (percent: string): number => Math.round(Number(percent) * 1000)

const sortKeys = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Whether two values of plain data are the same; a stored one may have its keys in another order. */
export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a, sortKeys) === JSON.stringify(b, sortKeys)

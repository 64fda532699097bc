import { refuseField, rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import {
  type Brand,
  type BrandChanges,
  type CalendarChanges,
  type DescriptionChanges,
  type DescriptionField,
  descriptionLabels,
  type EstimateOptionsForm,
  type HoursChanges,
  type MessageHoursChanges,
  type MessageTextsChanges,
  messageHourErrors,
  type PaymentChanges,
  type QuoteRuleChanges,
  type RateChanges,
  type ServicesForm,
  type Settings,
  type TaxForm,
} from '../api.ts'
import type { BusinessDescribed, BusinessEvent } from '../events.ts'
import { changedServices } from '../offer/decider.ts'
import { type Configured, clockOf, isSame, setDescriptionOn, settingsOn, thousandthsOf } from './record.ts'

type WithConfigured = { configured: Configured }
export type BusinessCommand = WithConfigured &
  (
    | { type: 'Describe'; changes: DescriptionChanges }
    | { type: 'ChangeBrand'; changes: Omit<BrandChanges, 'logo'> & Partial<Pick<Brand, 'logo'>> }
    | { type: 'ChangeCalendar'; changes: CalendarChanges }
    | { type: 'ChangeServices'; form: ServicesForm }
    | { type: 'ChangeEstimateOptions'; form: EstimateOptionsForm }
    | { type: 'ChangeRates'; changes: RateChanges }
    | { type: 'ChangeTax'; form: TaxForm }
    | { type: 'ChangePayment'; changes: PaymentChanges }
    | { type: 'ChangeQuoteRules'; changes: QuoteRuleChanges }
    | { type: 'ChangeMessageHours'; changes: MessageHoursChanges }
    | { type: 'ChangeMessageTexts'; changes: MessageTextsChanges }
    | { type: 'ChangeHours'; changes: HoursChanges }
    | { type: 'ChangeLanding'; form: Partial<Settings['landing']> }
  )

type Today = WithConfigured & { today: string }

/** Everything that was set; what is true on a day follows from it. */
export type BusinessState = readonly BusinessEvent[]

function decide(command: BusinessCommand, state: BusinessState, { now }: DecisionContext): BusinessEvent[] {
  const { configured } = command
  const today = clockOf(state, new Date(now)).settingsDay
  const changedAt = now
  switch (command.type) {
    case 'Describe':
      return described(command.changes, state, { today, configured }, changedAt)
    case 'ChangeBrand': {
      const { from, ...changes } = withFirstDay(command.changes, today)
      const { logo, color } = different(changes, settingsOn(state, from, configured).brand) ?? {}
      return [
        ...(logo !== undefined ? [{ type: 'LogoSet' as const, data: { from, logo, changedAt } }] : []),
        ...(color !== undefined
          ? [{ type: 'BrandColorSet' as const, data: { from, color, changedAt } }]
          : []),
      ]
    }
    case 'ChangeCalendar': {
      const { from, ...changes } = withFirstDay(command.changes, today)
      const fields = different(changes, settingsOn(state, from, configured).calendar)
      return fields ? [{ type: 'TimeZoneSet', data: { from, ...fields, changedAt } }] : []
    }
    case 'ChangeRates': {
      const { from, ...changes } = withFirstDay(command.changes, today)
      const fields = different(inCents(changes), inCents(settingsOn(state, from, configured).rates))
      return fields ? [{ type: 'RatesSet', data: { from, ...fields, changedAt } }] : []
    }
    case 'ChangeHours': {
      const { from, weekdays = {}, closedDays } = withFirstDay(command.changes, today)
      const { hours } = settingsOn(state, from, configured)
      const week = different(weekdays, hours.weekdays)
      const fields = {
        ...(week && { weekdays: week }),
        ...different({ closedDays: closedDays && sortedDays(closedDays) }, hours),
      }
      return Object.keys(fields).length > 0
        ? [{ type: 'HoursSet', data: { from, ...fields, changedAt } }]
        : []
    }
    case 'ChangeTax':
      return taxChanged(command.form, state, { today, configured }, changedAt)
    case 'ChangePayment': {
      const fields = different(command.changes, settingsOn(state, today, configured).payment)
      return fields ? [{ type: 'PaymentTermsSet', data: { ...fields, changedAt } }] : []
    }
    case 'ChangeQuoteRules': {
      const fields = different(command.changes, settingsOn(state, today, configured).quotes)
      return fields ? [{ type: 'QuoteRulesSet', data: { ...fields, changedAt } }] : []
    }
    case 'ChangeMessageHours': {
      const before = settingsOn(state, today, configured).messages
      const fields = different(command.changes, before)
      const [[field, message] = []] = Object.entries(messageHourErrors({ ...before, ...fields }))
      if (field && message) refuseField(field, message)
      return fields ? [{ type: 'MessageHoursSet', data: { ...fields, changedAt } }] : []
    }
    case 'ChangeMessageTexts': {
      const before = settingsOn(state, today, configured).texts
      const { words = {}, signature, reviewLink } = command.changes
      const changedWords = differentTexts(words, before.words)
      const others = differentTexts({ signature, reviewLink }, before)
      const data = { ...(changedWords && { words: changedWords }), ...others, changedAt }
      return changedWords || others ? [{ type: 'MessageTextsSet', data }] : []
    }
    case 'ChangeServices':
      return changedServices(
        command.form.services,
        settingsOn(state, today, configured).services,
        state,
        changedAt,
      )
    case 'ChangeEstimateOptions': {
      const { options } = command.form
      const { services, estimateOptions } = settingsOn(state, today, configured)
      requireOffered(options, services)
      return isSame(options, estimateOptions)
        ? []
        : [{ type: 'EstimateOptionsSet', data: { options, changedAt } }]
    }
    case 'ChangeLanding': {
      const before = settingsOn(state, today, configured).landing
      const { questions, reviews, photos } = different(command.form, before) ?? {}
      return [
        ...(questions ? [{ type: 'QuestionsSet' as const, data: { questions, changedAt } }] : []),
        ...(reviews ? [{ type: 'ReviewsSet' as const, data: { reviews, changedAt } }] : []),
        ...(photos ? [{ type: 'PhotosSet' as const, data: { photos, changedAt } }] : []),
      ]
    }
  }
}

/** What was true on a day that has passed does not change any more. */
function withFirstDay<Changes extends { from?: string }>(changes: Changes, today: string) {
  const { from = today } = changes
  if (from < today) refuseField('from', 'The first day cannot be in the past.')
  return { ...changes, from }
}

function described(
  changes: DescriptionChanges,
  state: BusinessState,
  { today, configured }: Today,
  changedAt: string,
): BusinessEvent[] {
  const { from, ...fields } = withFirstDay(changes, today)
  const before = settingsOn(state, from, configured).description
  const set = setDescriptionOn(state, from)
  const changed = Object.entries(fields).filter(([name, value]) => {
    const field = name as DescriptionField
    return value === null ? set[field] !== undefined : value !== undefined && value !== before[field]
  })
  for (const [name] of changed) refuseLocked(name as DescriptionField, configured)
  const data: BusinessDescribed['data'] = { from, ...Object.fromEntries(changed), changedAt }
  return changed.length > 0 ? [{ type: 'BusinessDescribed', data }] : []
}

function refuseLocked(field: DescriptionField, { lockedBy }: Configured): void {
  const variable = lockedBy?.[field]
  if (!variable) return
  const label = descriptionLabels[field].toLowerCase()
  const message = `The ${label} is set by ${variable} on the server, and can be changed only there.`
  throw rejection('conflict', message, { fields: { [field]: message } })
}

const highThousandths = 30_000

function taxChanged(
  { confirmed = false, ...form }: TaxForm,
  state: BusinessState,
  { today, configured }: Today,
  changedAt: string,
): BusinessEvent[] {
  const { from, rates } = withFirstDay(form, today)
  const before = settingsOn(state, from, configured).tax.rates
  const everSet = state.flatMap((it) => (it.type === 'TaxRateSet' ? [it.data.taxRateId] : []))
  let lastId = Math.max(0, ...everSet)
  const set = rates.flatMap(({ id, name, percent, isDefault }, i): BusinessEvent[] => {
    const known = before.find((rate) => rate.id === id)
    // one that ends by then may go on
    if (id !== undefined && !everSet.includes(id)) refuseField(`rates.${i}.id`, 'There is no such tax rate.')
    const thousandths = thousandthsOf(percent)
    const isSameRate = known && thousandths === thousandthsOf(known.percent)
    if (known && isSameRate && name === known.name && isDefault === known.isDefault) return []
    if (thousandths > highThousandths && !isSameRate && !confirmed)
      refuseField(`rates.${i}.percent`, `${percent} % is a high tax rate. Confirm that it is meant.`)
    const taxRateId = id ?? ++lastId
    return [{ type: 'TaxRateSet', data: { from, taxRateId, name, thousandths, isDefault, changedAt } }]
  })
  const ended = before
    .filter(({ id }) => !rates.some((rate) => rate.id === id))
    .map(({ id }): BusinessEvent => ({ type: 'TaxRateEnded', data: { from, taxRateId: id, changedAt } }))
  return [...ended, ...set]
}

function requireOffered(options: EstimateOptionsForm['options'], services: Settings['services']): void {
  const at = options.findIndex(
    ({ serviceId }) => serviceId !== null && !services.some(({ id }) => id === serviceId),
  )
  if (at >= 0) refuseField(`options.${at}.serviceId`, 'This service is not offered.')
}

type InCents<Changes> = { hourCents?: number; stepCents?: number } & Omit<Changes, 'hourlyRate' | 'stepPrice'>
const inCents = <Changes extends { hourlyRate?: string; stepPrice?: string }>({
  hourlyRate,
  stepPrice,
  ...minutes
}: Changes): InCents<Changes> => ({
  ...minutes,
  ...(hourlyRate !== undefined && { hourCents: centsOf(hourlyRate) }),
  ...(stepPrice !== undefined && { stepCents: centsOf(stepPrice) }),
})

const sortedDays = (days: readonly string[]) => [...new Set(days)].sort()

/** The fields that are given and differ; undefined when none does. */
function different<Fields extends object>(
  changes: Partial<Fields>,
  before: Fields,
): Partial<Fields> | undefined {
  const fields = Object.entries(changes).filter(
    ([name, value]) => value !== undefined && !isSame(value, before[name as keyof Fields]),
  )
  return fields.length > 0 ? (Object.fromEntries(fields) as Partial<Fields>) : undefined
}

/** The same of texts, which are null in a change and empty or missing in what is set where they are not set. */
const differentTexts = (
  changes: Record<string, string | null | undefined>,
  before: Readonly<Record<string, unknown>>,
): Record<string, string | null> | undefined => {
  const fields = Object.entries(changes).filter(
    (it): it is [string, string | null] => it[1] !== undefined && (it[1] ?? '') !== (before[it[0]] ?? ''),
  )
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

/** The settings of the business. */
export const businessDecider: Decider<BusinessState, BusinessCommand, BusinessEvent> = {
  initialState: () => [],
  decide,
  evolve: (state, event) => [...state, event],
}

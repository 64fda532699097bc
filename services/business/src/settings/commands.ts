import { refuseField } from '@plumbline/platform/errors'
import { type Aggregate, execute } from '@plumbline/platform/event-store'
import type { ServiceContext } from '@plumbline/platform/service'
import type * as api from '../api.ts'
import type { BusinessEvent } from '../events.ts'
import { findPictures } from '../pictures/store.ts'
import { type BusinessCommand, type BusinessState, businessDecider } from './decider.ts'
import { businessId } from './directory.ts'
import { answerFromEvents, type BusinessAnswer } from './queries.ts'
import type { Configured } from './record.ts'

export type BusinessSettings = Configured
type Context = ServiceContext<BusinessSettings>

/** Stream `business-1`. */
const business: Aggregate<BusinessState, BusinessCommand, BusinessEvent, never> = {
  name: 'business',
  decider: businessDecider,
}

type Omitted<Command> = Command extends unknown ? Omit<Command, 'configured'> : never

async function change(ctx: Context, command: Omitted<BusinessCommand>): Promise<BusinessAnswer> {
  const configured = ctx.settings
  const { events } = await execute(ctx, business, businessId, { ...command, configured })
  return answerFromEvents(events, ctx.now, configured)
}

export const describeBusiness = (ctx: Context, changes: api.DescriptionChanges) =>
  change(ctx, { type: 'Describe', changes })

export const changeCalendar = (ctx: Context, changes: api.CalendarChanges) =>
  change(ctx, { type: 'ChangeCalendar', changes })

export const changeServices = (ctx: Context, form: api.ServicesForm) =>
  change(ctx, { type: 'ChangeServices', form })

export const changeEstimateOptions = (ctx: Context, form: api.EstimateOptionsForm) =>
  change(ctx, { type: 'ChangeEstimateOptions', form })

export const changeRates = (ctx: Context, changes: api.RateChanges) =>
  change(ctx, { type: 'ChangeRates', changes })

export const changeTax = (ctx: Context, form: api.TaxForm) => change(ctx, { type: 'ChangeTax', form })

export const changeMessageHours = (ctx: Context, changes: api.MessageHoursChanges) =>
  change(ctx, { type: 'ChangeMessageHours', changes })

export const changeMessageTexts = (ctx: Context, changes: api.MessageTextsChanges) =>
  change(ctx, { type: 'ChangeMessageTexts', changes })

export const changePayment = (ctx: Context, changes: api.PaymentChanges) =>
  change(ctx, { type: 'ChangePayment', changes })

export const changeQuoteRules = (ctx: Context, changes: api.QuoteRuleChanges) =>
  change(ctx, { type: 'ChangeQuoteRules', changes })

export async function changeBrand(ctx: Context, { logo: hash, ...changes }: api.BrandChanges) {
  const [logo = null] = await requirePictures(ctx, 'logo', hash ? [hash] : [], () => 'logo')
  return change(ctx, { type: 'ChangeBrand', changes: { ...changes, ...(hash !== undefined && { logo }) } })
}

export async function changeLanding(ctx: Context, { photos, ...form }: api.LandingForm) {
  const hashes = photos?.map(({ hash }) => hash) ?? []
  const pictures = await requirePictures(ctx, 'photo', hashes, (at) => `photos.${at}.hash`)
  const withSizes = photos?.map(({ alt }, at) => ({ ...(pictures[at] as api.Picture), alt }))
  return change(ctx, { type: 'ChangeLanding', form: { ...form, ...(withSizes && { photos: withSizes }) } })
}

/** The pictures with their sizes. */
async function requirePictures(
  { db }: Context,
  use: api.PictureUse,
  hashes: readonly string[],
  fieldAt: (at: number) => string,
): Promise<api.Picture[]> {
  const found = hashes.length > 0 ? await findPictures(db, use, hashes) : []
  return hashes.map((hash, at) => {
    const picture = found.find((it) => it.hash === hash)
    return picture ?? refuseField(fieldAt(at), 'This picture is not stored. Please choose it again')
  })
}

export const changeHours = (ctx: Context, changes: api.HoursChanges) =>
  change(ctx, { type: 'ChangeHours', changes })

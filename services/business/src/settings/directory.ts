import type { Db } from '@plumbline/platform/db'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import { clockAt } from '@plumbline/platform/time'
import { weekdays } from '../api.ts'
import type { BusinessEvent } from '../events.ts'
import {
  type Clock,
  type Configured,
  clockOf,
  descriptionOf,
  setDescriptionOn,
  settingsOn,
} from './record.ts'

export {
  composeText,
  pictureAddress,
  type Settings,
  shownSize,
  signatureOf,
  type Texts,
  type Values,
} from '../api.ts'
export { pictureGrants, picturesMigration, readPicture } from '../pictures/store.ts'
export {
  brandOn,
  type Clock,
  type Configured,
  clockOf,
  quoteRulesOn,
  setDescriptionOn,
  setPaymentOn,
  settingsOn,
  timeZoneOn,
} from './record.ts'

// Other services read the log and no table of their own: a message or an invoice must not have the name of a moment ago.

/** There is one business in an installation. */
export const businessId = 1

/** What was set, in the order of the log; nothing at first. */
export const readBusinessEvents = (db: Db): Promise<Recorded<BusinessEvent>[]> =>
  readStream<BusinessEvent>(db, `business-${businessId}`)

/** The zone in which people see and write times now, and the day it is there. */
export const readClock = async (db: Db, now: Date): Promise<Clock> =>
  clockOf(await readBusinessEvents(db), now)

const usualOpening = '08:00'

/** When work begins on a day; on a day off as it usually does. */
export async function readOpening(db: Db, day: string, now: Date): Promise<Date> {
  const events = await readBusinessEvents(db)
  const { hours } = settingsOn(events, day, { business: {} })
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
  const isOff = !weekday || hours.closedDays.includes(day)
  const opens = (isOff ? null : hours.weekdays[weekday])?.opens ?? usualOpening
  return clockAt(clockOf(events, now).timeZone, day, opens)
}

/** What a lead for an option of the estimate dialog is to be scheduled as: the service of the option, or else the first one. */
export async function readServiceTitle(db: Db, option: string, now: Date): Promise<string> {
  const events = await readBusinessEvents(db)
  const { services, estimateOptions } = settingsOn(events, clockOf(events, now).settingsDay, { business: {} })
  const serviceId = estimateOptions.find(({ value }) => value === option)?.serviceId
  const [first] = services
  return (services.find(({ id }) => id === serviceId) ?? first)?.title ?? ''
}

/** The description of the business: what is configured, with what is set in its place. */
export const descriptionAt = <Fields extends Configured['business']>(
  events: readonly BusinessEvent[],
  configured: Configured<Fields>,
  now: Date,
) => descriptionOf(configured, setDescriptionOn(events, clockOf(events, now).settingsDay))

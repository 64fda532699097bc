import type { Db } from '@plumbline/platform/db'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import type { BusinessEvent } from '../events.ts'
import { type Configured, descriptionOf, setDescriptionOn, settingsOn } from './record.ts'

export type { Settings } from '../api.ts'
export { type Configured, setDescriptionOn, setPaymentOn, settingsOn } from './record.ts'

// Other services read the log and no table of their own: a message or an invoice must not have the name of a moment ago.

/** There is one business in an installation. */
export const businessId = 1

/** What was set, in the order of the log; nothing at first. */
export const readBusinessEvents = (db: Db): Promise<Recorded<BusinessEvent>[]> =>
  readStream<BusinessEvent>(db, `business-${businessId}`)

/** What a lead for an option of the estimate dialog is to be scheduled as: the service of the option, or else the first one. */
export async function readServiceTitle(db: Db, option: string, day: string): Promise<string> {
  const { services, estimateOptions } = settingsOn(await readBusinessEvents(db), day, { business: {} })
  const serviceId = estimateOptions.find(({ value }) => value === option)?.serviceId
  const [first] = services
  return (services.find(({ id }) => id === serviceId) ?? first)?.title ?? ''
}

/** The description of the business as of a day: what is configured, with what is set in its place. */
export const readDescription = async <Fields extends Configured['business']>(
  db: Db,
  configured: Configured<Fields>,
  day: string,
) => descriptionOf(configured, setDescriptionOn(await readBusinessEvents(db), day))

import type { Db } from '@plumbline/platform/db'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import type { BusinessEvent } from '../events.ts'
import { type Configured, descriptionOf, setDescriptionOn } from './record.ts'

export { type Configured, setDescriptionOn, setPaymentOn, settingsOn } from './record.ts'

// Other services read the log and no table of their own: a message or an invoice must not have the name of a moment ago.

/** There is one business in an installation. */
export const businessId = 1

/** What was set, in the order of the log; nothing at first. */
export const readBusinessEvents = (db: Db): Promise<Recorded<BusinessEvent>[]> =>
  readStream<BusinessEvent>(db, `business-${businessId}`)

/** The description of the business as of a day: what is configured, with what is set in its place. */
export const readDescription = async <Fields extends Configured['business']>(
  db: Db,
  configured: Configured<Fields>,
  day: string,
) => descriptionOf(configured, setDescriptionOn(await readBusinessEvents(db), day))

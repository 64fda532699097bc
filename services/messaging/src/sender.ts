import { descriptionAt, readBusinessEvents, settingsOn } from '@plumbline/business/directory'
import type { Db } from '@plumbline/platform/db'
import { messageHoursAt } from './messageHours.ts'
import type { MessagingSettings } from './settings.ts'

type Now = { db: Db; settings: Pick<MessagingSettings, 'business' | 'lockedBy'>; now: Date }

/** How the business signs what it writes now, with what words, when it writes, and the zone in which it says times. */
export async function readSender({ db, settings, now }: Now) {
  const events = await readBusinessEvents(db)
  const hours = messageHoursAt(events, now)
  const { texts } = settingsOn(events, hours.settingsDay, { business: {} })
  return { ...descriptionAt(events, settings, now), ...hours, texts }
}

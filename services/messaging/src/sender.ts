import {
  descriptionAt,
  pictureAddress,
  readBusinessEvents,
  type Settings,
  settingsOn,
  shownSize,
} from '@plumbline/business/directory'
import type { Db } from '@plumbline/platform/db'
import { messageHoursAt } from './messageHours.ts'
import type { MessagingSettings } from './settings.ts'
import type { Look } from './texts/mail.ts'

type Now = { db: Db; settings: Pick<MessagingSettings, 'business' | 'lockedBy'>; now: Date }

/** How the business signs what it writes now, with what words, when it writes, and the zone in which it says times. */
export async function readSender({ db, settings, now }: Now) {
  const events = await readBusinessEvents(db)
  const hours = messageHoursAt(events, now)
  const { texts, brand } = settingsOn(events, hours.settingsDay, { business: {} })
  return { ...descriptionAt(events, settings, now), ...hours, texts, brand }
}

/** How its mails look. Those who read them can load a logo only where it is served for everybody. */
export function lookOf(
  { brand: { logo, color }, name }: { brand: Settings['brand']; name: string },
  publicUrl: string,
): Look {
  return {
    ...(color && { color }),
    ...(logo &&
      publicUrl.startsWith('https:') && {
        logo: { url: publicUrl + pictureAddress('logo', logo.hash), name, ...shownSize(logo) },
      }),
  }
}

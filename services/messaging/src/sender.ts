import { readDescription } from '@plumbline/business/directory'
import type { Db } from '@plumbline/platform/db'
import { dayIn, timeZone } from '@plumbline/platform/time'
import type { MessagingSettings } from './settings.ts'

type Now = { db: Db; settings: Pick<MessagingSettings, 'business' | 'lockedBy'>; now: Date }

/** How the business signs what it writes today. */
export const readSender = ({ db, settings, now }: Now) => readDescription(db, settings, dayIn(timeZone, now))

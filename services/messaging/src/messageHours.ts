import {
  type Clock,
  clockOf,
  readBusinessEvents,
  type Settings,
  settingsOn,
} from '@plumbline/business/directory'
import type { Db } from '@plumbline/platform/db'

type BusinessEvents = Awaited<ReturnType<typeof readBusinessEvents>>

/** When messages that are not urgent go out, by the clock of the business. */
export type MessageHours = Clock & Settings['messages']

export function messageHoursAt(events: BusinessEvents, now: Date): MessageHours {
  const clock = clockOf(events, now)
  return { ...clock, ...settingsOn(events, clock.settingsDay, { business: {} }).messages }
}

export const readMessageHours = async (db: Db, now: Date): Promise<MessageHours> =>
  messageHoursAt(await readBusinessEvents(db), now)

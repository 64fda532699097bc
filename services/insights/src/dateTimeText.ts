import { timeZone } from '@plumbline/platform/time'

const dateTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone,
})

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone })

/** @example timeText('2026-11-24T13:00:00.000Z') // '8:00 AM' */
export const timeText = (at: string): string => time.format(new Date(at))

/** A time as people in New York read it. @example dateTimeText('2026-11-24T15:00:00.000Z') // 'Nov 24, 2026, 10:00 AM' */
export const dateTimeText = (at: string): string => dateTime.format(new Date(at))

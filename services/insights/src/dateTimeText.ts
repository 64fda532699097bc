const dateTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/New_York',
})

/** A time as people in New York read it. @example dateTimeText('2026-11-24T15:00:00.000Z') // 'Nov 24, 2026, 10:00 AM' */
export const dateTimeText = (at: string): string => dateTime.format(new Date(at))

import type { Option } from '@plumbline/ui'

const maxMatches = 50

/** What a time zone is called: its place, and what its people call its time. */
export const timeZoneOption = (name: string): Option => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longGeneric' })
  const time = parts.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value
  return { value: name, label: name.replaceAll('_', ' '), detail: time }
}

let options: Option[] | undefined

/** The time zones that this browser knows and that match every word of a text. */
export function findTimeZones(text: string): Option[] {
  options ??= Intl.supportedValuesOf('timeZone').map(timeZoneOption)
  const words = text.toLowerCase().replaceAll('_', ' ').split(/\s+/)
  const matching = options.filter(({ label, detail = '' }) => {
    const names = `${label} ${detail}`.toLowerCase()
    return words.every((word) => names.includes(word))
  })
  return matching.slice(0, maxMatches)
}

/** The time zone of this device; undefined where the browser does not say. */
export const deviceTimeZone = (): string | undefined =>
  Intl.DateTimeFormat().resolvedOptions().timeZone || undefined

/** An instant as it reads in a time zone. @example 'Thu, Nov 26, 8:00 AM' */
export const formatIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(instant))

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

/** The module as it is in a document of this zone. */
function timeIn(timeZone: string | undefined): Promise<typeof import('./time.ts')> {
  vi.stubGlobal('document', { documentElement: { dataset: { timeZone } } })
  return import('./time.ts')
}
const evening = new Date('2026-11-28T02:30:00Z')

it.each([
  ['America/New_York', '2026-11-27', '9:30 PM', '2026-11-27T14:00:00.000Z'],
  ['America/Denver', '2026-11-27', '7:30 PM', '2026-11-27T16:00:00.000Z'],
  ['Pacific/Auckland', '2026-11-28', '3:30 PM', '2026-11-26T20:00:00.000Z'],
])('in a document of %s it is %s, %s, and nine in the morning is %s', async (zone, day, time, nine) => {
  const { dayAt, formatTime, readTime } = await timeIn(zone)
  expect(dayAt(evening)).toBe(day)
  expect(formatTime(evening.toISOString())).toBe(time)
  expect(readTime('2026-11-27T09:00')?.toISOString()).toBe(nine)
})

it.each([undefined, '', '{{calendar.timeZone}}', 'America/Atlantis'])(
  'a document of the zone %j is one of the default',
  async (zone) => expect((await timeIn(zone)).timeZone).toBe('America/New_York'),
)

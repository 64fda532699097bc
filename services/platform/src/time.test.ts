import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockAt, dayIn, dayLater, isDay, readTime } from './time.ts'

const newYork = 'America/New_York'
const utc = (text: string, zone = newYork) => readTime(zone, text)?.toISOString()

describe('a time in New York', () => {
  it.each([
    ['2026-01-15T09:00', '2026-01-15T14:00:00.000Z'],
    ['2026-07-15T09:00', '2026-07-15T13:00:00.000Z'],
    ['2026-03-08T01:59:59.999', '2026-03-08T06:59:59.999Z'],
    ['2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
    ['2026-11-01T00:59', '2026-11-01T04:59:00.000Z'],
    ['2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
  ])('%s is %s', (local, instant) => expect(utc(local)).toBe(instant))

  it('in the spring gap moves forward', () => {
    expect(utc('2026-03-08T02:00')).toBe('2026-03-08T07:00:00.000Z')
    expect(utc('2026-03-08T02:30')).toBe('2026-03-08T07:30:00.000Z')
  })

  it('in the repeated autumn hour is the first one', () => {
    expect(utc('2026-11-01T01:00')).toBe('2026-11-01T05:00:00.000Z')
    expect(utc('2026-11-01T01:59')).toBe('2026-11-01T05:59:00.000Z')
  })
})

it.each([
  // summer time of the southern half begins in September
  ['Pacific/Auckland', '2026-09-27T01:59', '2026-09-26T13:59:00.000Z'],
  ['Pacific/Auckland', '2026-09-27T02:30', '2026-09-26T14:30:00.000Z'],
  ['Pacific/Auckland', '2026-04-05T02:30', '2026-04-04T13:30:00.000Z'],
  ['America/Denver', '2026-03-08T02:30', '2026-03-08T09:30:00.000Z'],
  ['Europe/London', '2026-01-15T09:00', '2026-01-15T09:00:00.000Z'],
  ['Europe/London', '2026-07-15T09:00', '2026-07-15T08:00:00.000Z'],
  ['Asia/Kolkata', '2026-07-15T09:00', '2026-07-15T03:30:00.000Z'],
  // half an hour of summer time
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z'],
  // the day has no midnight
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['UTC', '2026-07-15T09:00', '2026-07-15T09:00:00.000Z'],
])('in %s %s is %s', (zone, local, instant) => expect(utc(local, zone)).toBe(instant))

it('every noon is on its day, in every zone', () => {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  const days = fc.integer({ min: 0, max: 10_000 }).map((days) => dayLater('2012-01-01', days))
  fc.assert(
    fc.property(fc.constantFrom(...zones), days, (zone, day) => {
      const noon = clockAt(zone, day, '12:00')
      expect(dayIn(zone, noon)).toBe(day)
      const local = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(noon)
      expect(local).toBe('12:00')
      expect(dayIn(zone, clockAt(zone, day, '00:00'))).toBe(day)
    }),
    { numRuns: 2_000 },
  )
})

describe('a day', () => {
  it.each([
    ['2026-11-21', '2026-11-21T05:00:00.000Z'],
    ['2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', '2026-11-02T05:00:00.000Z'],
  ])('%s begins at %s', (day, instant) => {
    expect(utc(day)).toBe(instant)
    expect(dayIn(newYork, new Date(instant))).toBe(day)
    expect(dayIn(newYork, new Date(Date.parse(instant) - 1))).toBe(dayLater(day, -1))
  })

  it('is followed by the next', () => {
    expect(dayLater('2028-02-28')).toBe('2028-02-29')
    expect(dayLater('2026-12-31')).toBe('2027-01-01')
    expect(dayLater('2026-10-31', 3)).toBe('2026-11-03')
  })
})

it('exists only if the calendar has it', () => {
  const texts = ['2026-11-21', '2028-02-29', '2026-02-29', '2026-13-01', '2026-11-21T10:00', 'tomorrow', '']
  expect(texts.filter(isDay)).toEqual(['2026-11-21', '2028-02-29'])
})

it('a time with an offset is used as written', () => {
  expect(utc('2026-11-21T15:00:00Z')).toBe('2026-11-21T15:00:00.000Z')
  expect(utc('2026-11-21T15:00:00.5+05:30')).toBe('2026-11-21T09:30:00.500Z')
  expect(utc('2026-11-21T15:00-0500')).toBe('2026-11-21T20:00:00.000Z')
})

it.each([
  '',
  'tomorrow',
  '2026-02-29',
  '2026-13-01',
  '2026-11-21T24:00',
  '2026-11-21T10:60',
  '0000-01-01',
  '1899-12-31',
  '2200-01-01',
  '2026-11-21T10:00Z ',
  '20261121',
])('%j is no time', (text) => expect(readTime(newYork, text)).toBeNull())

it.each(['UTC', 'Pacific/Auckland', 'America/New_York'])('is the same for a computer in %s', (TZ) => {
  const module = JSON.stringify(new URL('./time.ts', import.meta.url).href)
  const program = `import { dayIn, readTime } from ${module}
    const zone = 'America/New_York'
    console.log(readTime(zone, '2026-03-08T02:30').toISOString(), readTime(zone, '2026-11-21').toISOString(),
      dayIn(zone, new Date('2026-11-22T04:59:59Z')), dayIn(zone, new Date('2026-11-22T05:00:00Z')))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TZ },
    encoding: 'utf8',
  })
  expect(said.trim()).toBe('2026-03-08T07:30:00.000Z 2026-11-21T05:00:00.000Z 2026-11-21 2026-11-22')
})

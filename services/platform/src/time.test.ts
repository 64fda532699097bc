import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { dayInNewYork, dayLater, isDay, readTime } from './time.ts'

const utc = (text: string) => readTime(text)?.toISOString()

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

describe('a day', () => {
  it.each([
    ['2026-11-21', '2026-11-21T05:00:00.000Z'],
    ['2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', '2026-11-02T05:00:00.000Z'],
  ])('%s begins at %s', (day, instant) => {
    expect(utc(day)).toBe(instant)
    expect(dayInNewYork(new Date(instant))).toBe(day)
    expect(dayInNewYork(new Date(Date.parse(instant) - 1))).toBe(dayLater(day, -1))
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
])('%j is no time', (text) => expect(readTime(text)).toBeNull())

it.each(['UTC', 'Pacific/Auckland', 'America/New_York'])('is the same for a computer in %s', (TZ) => {
  const module = JSON.stringify(new URL('./time.ts', import.meta.url).href)
  const program = `import { dayInNewYork, readTime } from ${module}
    console.log(readTime('2026-03-08T02:30').toISOString(), readTime('2026-11-21').toISOString(),
      dayInNewYork(new Date('2026-11-22T04:59:59Z')), dayInNewYork(new Date('2026-11-22T05:00:00Z')))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TZ },
    encoding: 'utf8',
  })
  expect(said.trim()).toBe('2026-03-08T07:30:00.000Z 2026-11-21T05:00:00.000Z 2026-11-21 2026-11-22')
})

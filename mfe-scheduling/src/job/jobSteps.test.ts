import { expect, it } from 'vitest'
import { isDue, isExpected, nextStep, timeUntil } from './jobSteps.ts'

const tenOClock = '2026-11-24T15:00:00.000Z'
const job = (status: 'scheduled' | 'in_progress' | 'completed' | 'cancelled') => ({
  status,
  scheduledDate: tenOClock,
  onTheWaySince: null as string | null,
})
const onTheWay = { ...job('scheduled'), onTheWaySince: '2026-11-24T14:10:00.000Z' }
const before = new Date('2026-11-24T14:20:00Z')
const after = new Date('2026-11-24T15:10:00Z')

it('the steps of a job follow each other: on my way, start, complete, nothing', () => {
  expect(nextStep(job('scheduled'), before)).toBe('announce')
  expect(nextStep(onTheWay, before)).toBe('start')
  expect(nextStep(job('in_progress'), before)).toBe('complete')
  expect(nextStep(job('completed'), before)).toBeNull()
  expect(nextStep(job('cancelled'), before)).toBeNull()
})

it('a job that should have begun is started without a text', () => {
  expect(nextStep(job('scheduled'), before)).toBe('announce')
  expect(nextStep(job('scheduled'), after)).toBe('start')
})

it('a job of a day that is over is started without a text, at any time of its day too', () => {
  const nextDay = new Date('2026-11-25T05:00:00Z')
  const anytime = { ...job('scheduled'), anytime: true }
  expect(nextStep(anytime, new Date('2026-11-25T04:59:00Z'))).toBe('announce')
  expect(nextStep(anytime, nextDay)).toBe('start')
  expect(nextStep({ ...anytime, onTheWaySince: onTheWay.onTheWaySince }, nextDay)).toBe('start')
})

it('a job of a later day is not due, by the clock in New York', () => {
  expect(isDue(job('scheduled'), new Date('2026-11-24T04:59:00Z'))).toBe(false)
  expect(isDue(job('scheduled'), new Date('2026-11-24T05:00:00Z'))).toBe(true)
  expect(isDue(job('scheduled'), new Date('2026-11-26T05:00:00Z'))).toBe(true)
})

it.each([
  ['2026-11-24T14:20:00Z', 'in 40 min'],
  ['2026-11-24T14:00:00Z', 'in 1 h'],
  ['2026-11-24T12:55:00Z', 'in 2 h 5 min'],
  ['2026-11-24T15:00:20Z', 'now'],
  ['2026-11-24T15:10:00Z', '10 min late'],
])('at %s it says %s', (now, text) => {
  expect(timeUntil(job('scheduled'), new Date(now))).toBe(text)
})

it('a customer waits for a scheduled job of the hours around now', () => {
  expect(isExpected(job('scheduled'), before)).toBe(true)
  expect(isExpected(job('scheduled'), after)).toBe(true)
  expect(isExpected(job('scheduled'), new Date('2026-11-25T15:00:00Z'))).toBe(false)
  expect(isExpected(job('in_progress'), after)).toBe(false)
})

it('within its window a job is not late, and it is still announced', () => {
  const inWindow = { ...job('scheduled'), arrivalWindow: 60 }
  expect(timeUntil(inWindow, before)).toBe('in 40 min')
  expect(timeUntil(inWindow, after)).toBe('now')
  expect(timeUntil(inWindow, new Date('2026-11-24T16:15:00Z'))).toBe('15 min late')
  expect(nextStep(inWindow, after)).toBe('announce')
  expect(nextStep(inWindow, new Date('2026-11-24T16:15:00Z'))).toBe('start')
})

it('a job at any time of its day is announced whenever it is', () => {
  expect(nextStep({ ...job('scheduled'), anytime: true }, after)).toBe('announce')
})

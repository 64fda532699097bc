import { arrivalText, runningLateText } from '@plumbline/messaging/api'
import { expect, it } from 'vitest'
import { withMinutes } from './arrival.ts'

const text = 'Hi Ann, I am on my way to your location. Plumbline'
const arrival = {
  compose: (minutes: number | null) =>
    minutes === null ? text : text.replace('. ', `. ${arrivalText(minutes)} `),
  said: arrivalText,
}
const delay = {
  compose: (minutes: number | null) =>
    `Hi Ann, I am running ${minutes} minutes late. Sorry about that! Plumbline`,
  said: runningLateText,
}

it('an arrival is said, changed and left out again', () => {
  const ten = withMinutes(text, [null, 10], arrival)
  expect(ten).toBe('Hi Ann, I am on my way to your location. I will be there in about 10 minutes. Plumbline')
  expect(withMinutes(ten, [10, 30], arrival)).toBe(ten.replace('10', '30'))
  expect(withMinutes(ten, [10, null], arrival)).toBe(text)
})

it('what was written besides is kept', () => {
  expect(withMinutes('Traffic is bad.', [null, 20], arrival)).toBe(
    'Traffic is bad. I will be there in about 20 minutes.',
  )
  const twenty = withMinutes(text, [null, 20], arrival)
  expect(withMinutes(`${twenty} See you!`, [20, 10], arrival)).toContain(
    'about 10 minutes. Plumbline See you!',
  )
  expect(withMinutes(twenty.replace('Hi', 'Hello'), [20, 10], arrival)).toBe(
    'Hello Ann, I am on my way to your location. I will be there in about 10 minutes. Plumbline',
  )
})

it('another delay takes the place of the one before, or follows what was written instead', () => {
  const late = 'Hi Ann, I am running 15 minutes late. Sorry about that! Plumbline'
  expect(withMinutes(`${late} See you!`, [15, 30], delay)).toBe(`${late.replace('15', '30')} See you!`)
  expect(withMinutes(late.replace('Hi', 'Hello'), [15, 30], delay)).toBe(
    late.replace('Hi', 'Hello').replace('15', '30'),
  )
  expect(withMinutes('Traffic is bad.', [15, 10], delay)).toBe(
    'Traffic is bad. I am running 10 minutes late. Sorry about that!',
  )
})

it('words of the business that say the minutes elsewhere are kept', () => {
  const own = { ...delay, compose: (minutes: number | null) => `${minutes} min late, Ann.` }
  expect(withMinutes('15 min late, Ann. Sorry!', [15, 30], own)).toBe('30 min late, Ann. Sorry!')
})

import { expect, it } from 'vitest'
import { withArrival, withDelay } from './arrival.ts'

const text = 'Hi Ann, I am on my way to your location. Plumbline'

it('an arrival is said, changed and left out again', () => {
  const ten = withArrival(text, null, 10)
  expect(ten).toBe('Hi Ann, I am on my way to your location. I will be there in about 10 minutes. Plumbline')
  expect(withArrival(ten, 10, 30)).toBe(ten.replace('10', '30'))
  expect(withArrival(ten, 10, null)).toBe(text)
})

it('what was written besides is kept', () => {
  expect(withArrival('Traffic is bad.', null, 20)).toBe(
    'Traffic is bad. I will be there in about 20 minutes.',
  )
  expect(withArrival(`${withArrival(text, null, 20)} See you!`, 20, 10)).toContain(
    'about 10 minutes. Plumbline See you!',
  )
})

it('another delay takes the place of the one before, or follows what was written instead', () => {
  const late = 'Hi Ann, I am running 15 minutes late. Sorry about that! Plumbline'
  expect(withDelay(`${late} See you!`, 15, 30)).toBe(`${late.replace('15', '30')} See you!`)
  expect(withDelay('Traffic is bad.', 15, 10)).toBe(
    'Traffic is bad. I am running 10 minutes late. Sorry about that!',
  )
})

import { expect, it } from 'vitest'
import { initials } from './Avatar.tsx'

it.each([
  ['Ann', 'Lee', 'AL'],
  [' élodie', 'özil ', 'ÉÖ'],
  ['👩 Ann', '', '👩'],
  ['', '', ''],
])('the initials of %j %j are %j', (first, last, text) => {
  expect(initials(first, last)).toBe(text)
})

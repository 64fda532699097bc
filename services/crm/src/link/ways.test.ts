import { expect, it } from 'vitest'
import { waysTo } from './ways.ts'

it.each([
  ['919 555 0142', 'ann@example.test', ['the number ending in 42', 'a***@example.test']],
  ['919 555 0142', '', ['the number ending in 42']],
  // no SMS goes to another country
  ['+44 20 7946 0018', ' b@example.test ', ['b***@example.test']],
  ['', 'ann', []],
  ['', '@example.test', []],
])('a customer with %j and %j can be sent a code to %j', (phone, email, shown) => {
  expect(waysTo({ phone, email }).map(({ to }) => to)).toEqual(shown)
})

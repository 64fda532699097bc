import { expect, it } from 'vitest'
import { toE164, toSmsNumber } from './e164.ts'

it.each([
  ['(919) 555-0101', '+19195550101'],
  ['+1 416 555 0101', '+14165550101'],
  // of an area code that no country has yet, however it is written
  ['555-123-4567', '+15551234567'],
  ['1-555-123-4567', '+15551234567'],
  ['+15551234567', '+15551234567'],
])('SMS can be sent to %s', (phone, number) => {
  expect([toSmsNumber(phone), toE164(phone)]).toEqual([number, number])
})

it.each([
  ['+1 876 555 0100', '+18765550100'],
  ['+44 20 7946 0958', '+442079460958'],
  ['555-0101', null],
  ['none', null],
])('no SMS can be sent to %s', (phone, number) => {
  expect([toSmsNumber(phone), toE164(phone)]).toEqual([null, number])
})

import { expect, it } from 'vitest'
import { telephoneLink } from './phone.ts'

it.each([
  ['(919) 555-0104', 'tel:9195550104'],
  ['+1 919 555 0104', 'tel:+19195550104'],
  ['919-555-0104 ext. 12', 'tel:9195550104;ext=12'],
  ['919-555-0104 x12', 'tel:9195550104;ext=12'],
  ['919.555.0104 #7', 'tel:9195550104;ext=7'],
  ['+44 20 7946 0958', 'tel:+442079460958'],
  ['911', 'tel:911'],
])('%j is dialled as %j', (written, link) => {
  expect(telephoneLink(written)).toBe(link)
})

it.each([
  '919 555 0104 / 919 555 0105',
  '919-555-0104 or 919-555-0105',
  '9195550104, 9195550105',
  '919 555 0104 919 555 0105',
])('of two numbers in one field, %j, the first is dialled', (written) => {
  expect(telephoneLink(written)).toBe('tel:9195550104')
})

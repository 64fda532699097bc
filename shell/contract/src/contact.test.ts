import { expect, it } from 'vitest'
import { directionsLink, formatPhone, mailtoLink, textLink } from './contact.ts'

it.each([
  ['9195550120', '(919) 555-0120'],
  ['919.555.0120', '(919) 555-0120'],
  ['(919) 555-0120', '(919) 555-0120'],
  ['+1 919 555 0120', '(919) 555-0120'],
  ['1-919-555-0120', '(919) 555-0120'],
  ['919-555-0120 x12', '(919) 555-0120 ext. 12'],
  ['919 555 0120 ext. 12', '(919) 555-0120 ext. 12'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['+49 171 123456', '+49 171 123456'],
  ['+19195550101', '(919) 555-0101'],
  ['+447911123456', '+447911123456'],
  ['anonymous', 'anonymous'],
  ['919 555 0120 or 919 555 0121', '919 555 0120 or 919 555 0121'],
  ['555 0120, ask for Ann', '555 0120, ask for Ann'],
  ['', ''],
])('a phone number typed as %j is shown as %j', (typed, formatted) => {
  expect(formatPhone(typed)).toBe(formatted)
})

it('addresses and emails are escaped in links', () => {
  expect(mailtoLink('a?bcc=x@y.io')).toBe('mailto:a%3Fbcc%3Dx%40y.io')
  expect(directionsLink('12 Old Mill Rd & Co')).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=12%20Old%20Mill%20Rd%20%26%20Co',
  )
})

it('a text goes to the number without its extension', () => {
  expect(textLink('(919) 555-0104 ext. 12')).toBe('sms:9195550104')
  expect(textLink('+1 919 555 0104')).toBe('sms:+19195550104')
})

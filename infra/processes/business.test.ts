import { expect, it } from 'vitest'
import { readBusiness } from './business.ts'

const invented = {
  product: 'Plumbline',
  name: 'Plumbline Home Services',
  tagline: 'Straight answers, square work.',
  phone: '(555) 555-0142',
  email: 'hello@plumbline.example',
  area: 'Greater Raleigh',
  founded: '2011',
  rating: '4.9/5',
  customers: '500+ happy customers',
}
const claims = { tagline: '', area: '', founded: '', rating: '', customers: '' }

it('a business is as the file says while nothing, or the same name, is set', () => {
  expect(readBusiness(invented, {})).toEqual({ business: invented, lockedBy: {} })
  expect(readBusiness(invented, { BUSINESS_NAME: invented.name }).business).toEqual(invented)
  // as Compose passes what is not set
  expect(readBusiness(invented, { BUSINESS_NAME: '' })).toEqual({ business: invented, lockedBy: {} })
  expect(readBusiness(invented, { BUSINESS_PHONE: '(919) 555-0100' })).toMatchObject({
    business: { rating: '4.9/5' },
    lockedBy: { phone: 'BUSINESS_PHONE' },
  })
})

it('a business with a name of its own claims only what is set for it', () => {
  const name = 'Ann & Sons'
  expect(readBusiness(invented, { BUSINESS_NAME: name }).business).toEqual({ ...invented, ...claims, name })
  expect(readBusiness(invented, { BUSINESS_NAME: name, BUSINESS_FOUNDED: '1998' }).business).toMatchObject({
    ...claims,
    founded: '1998',
  })
})

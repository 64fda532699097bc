import { expect, it } from 'vitest'
import { contactIn, emptyToNull, formOf } from './customerForm.ts'

it('a new customer is active and came directly', () => {
  expect(formOf()).toMatchObject({ status: 'active', source: 'direct', firstName: '', notes: '' })
})

it('a field that was emptied is saved as null', () => {
  expect(emptyToNull({ lastName: 'Leigh', notes: '', address: '1 Elm St' })).toEqual({
    lastName: 'Leigh',
    notes: null,
    address: '1 Elm St',
  })
})

it.each([
  ['', {}],
  ['Ann', { firstName: 'Ann', lastName: '' }],
  [' Ann  van Lee ', { firstName: 'Ann', lastName: 'van Lee' }],
  ['(919) 555-0118', { phone: '(919) 555-0118' }],
])('a search for %j fills in %j', (text, contact) => {
  expect(contactIn(text)).toEqual(contact)
})

import type { Customer } from '@plumbline/crm/api'
import { expect, it } from 'vitest'
import { directions, emptyToNull, formOf, sourceLabel } from './customer.ts'

const ann: Customer = {
  id: 7,
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.test',
  phone: '(555) 555-0101',
  address: null,
  status: 'lead',
  source: 'social',
  notes: 'Dog in the yard',
  createdAt: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
  phoneDialable: true,
}

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

it('says and links what people expect', () => {
  expect(sourceLabel(ann)).toBe('Social Media')
  expect(sourceLabel({ source: 'radio' })).toBe('radio')
  expect(directions('1 Elm St & 2nd')).toContain('destination=1%20Elm%20St%20%26%202nd')
})

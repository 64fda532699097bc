import type { Customer } from '@plumbline/crm/api'
import { expect, it } from 'vitest'
import { fieldsInCommon, sourceLabel } from './customer.ts'

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

it('a source is shown by its label, or as it is when it has none', () => {
  expect(sourceLabel(ann)).toBe('Social Media')
  expect(sourceLabel({ source: 'radio' })).toBe('radio')
})

it.each([
  [{ phone: '+1 555 555 0101', email: 'other@example.test' }, ['phone']],
  [{ phone: '555 555 0199', email: 'ANN@example.test ' }, ['email']],
  [{ phone: '555 555 0101', email: 'x@y.io', firstName: 'ann', lastName: 'LEE ' }, ['phone', 'name']],
  [{ phone: '0101', email: 'x@y.io' }, ['phone']],
])('what %j has in common with a customer is %j', (contact, fields) => {
  expect(fieldsInCommon(contact, ann)).toEqual(fields)
})

import type { Customer } from '@plumbline/crm/api'
import { expect, it } from 'vitest'
import { changesOfMerge, differences, takenByDefault } from './merging.ts'

const ann: Customer = {
  id: 7,
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.test',
  phone: '(555) 555-0101',
  address: null,
  status: 'active',
  source: 'social',
  notes: 'Dog in the yard',
  createdAt: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
  phoneDialable: true,
}
const anne: Customer = {
  ...ann,
  id: 9,
  firstName: 'Anne',
  address: '1 Elm St',
  notes: 'Gate code 1234',
  status: 'lead',
}

it('only what differs, and what the one that goes has, is to be chosen', () => {
  expect(differences(ann, anne)).toEqual([
    { name: 'firstName', label: 'First name', stays: 'Ann', goes: 'Anne' },
    { name: 'address', label: 'Address', stays: '', goes: '1 Elm St' },
  ])
  // the other way round an address is nothing to choose, and a lead may become active
  expect(differences(anne, ann).map(({ name }) => name)).toEqual(['firstName', 'status'])
})

it('what the one that stays lacks is taken over', () => {
  expect(takenByDefault(differences(ann, anne))).toEqual(['address'])
})

it('changes are what was chosen, and the notes of both', () => {
  const notes = 'Dog in the yard\nGate code 1234'
  expect(changesOfMerge(ann, anne, ['address'])).toEqual({ address: '1 Elm St', notes })
  expect(changesOfMerge(ann, { ...anne, notes: null }, [])).toEqual({})
  expect(changesOfMerge(ann, { ...anne, notes: ann.notes }, [])).toEqual({})
})

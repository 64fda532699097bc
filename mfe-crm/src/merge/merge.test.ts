import type { Customer } from '@plumbline/crm/api'
import { expect, it } from 'vitest'
import { defaultChoice, differences, fitsNotes, mergeChanges } from './merge.ts'

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

it('a value is chosen only where the two differ and the duplicate has one', () => {
  expect(differences({ survivor: ann, duplicate: anne })).toEqual([
    { name: 'firstName', label: 'First name', survivor: 'Ann', duplicate: 'Anne' },
    { name: 'address', label: 'Address', survivor: '', duplicate: '1 Elm St' },
  ])
  // the other way round the duplicate has no address, and a lead may become active
  const names = differences({ survivor: anne, duplicate: ann }).map(({ name }) => name)
  expect(names).toEqual(['firstName', 'status'])
})

it('a phone number that is only typed in another way is no difference', () => {
  const duplicate = { ...ann, phone: '+1 555 555 0101' }
  expect(differences({ survivor: ann, duplicate })).toEqual([])
})

it('what the survivor lacks comes from the duplicate by default', () => {
  expect(defaultChoice({ survivor: ann, duplicate: anne })).toEqual(['address'])
})

it('a merge changes the chosen fields, and joins the notes of both', () => {
  const changesWith = (duplicate: Customer, fields: Parameters<typeof mergeChanges>[1]) =>
    mergeChanges({ survivor: ann, duplicate }, fields)
  const notes = 'Dog in the yard\nGate code 1234'
  expect(changesWith(anne, ['address'])).toEqual({ address: '1 Elm St', notes })
  expect(changesWith({ ...anne, notes: null }, [])).toEqual({})
  expect(changesWith({ ...anne, notes: ann.notes }, [])).toEqual({})
})

it('a merge cuts no notes: it is possible only while one record can hold those of both', () => {
  const pairWith = (length: number) => ({
    survivor: { ...ann, notes: 'a'.repeat(4_000) },
    duplicate: { ...anne, notes: 'b'.repeat(length) },
  })
  expect(fitsNotes(pairWith(999))).toBe(true)
  expect(mergeChanges(pairWith(999), []).notes).toHaveLength(5_000)
  expect(fitsNotes(pairWith(1_000))).toBe(false)
  expect(mergeChanges(pairWith(1_000), []).notes).toHaveLength(5_001)
  expect(fitsNotes({ survivor: ann, duplicate: { ...anne, notes: null } })).toBe(true)
})

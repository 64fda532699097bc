import { expect, it } from 'vitest'
import { schemaVersionOf, upcast } from './upcasters.ts'

const upcasters = {
  LeadReceived: [
    (data: { name: string }) => ({ firstName: data.name.split(' ')[0], lastName: data.name.split(' ')[1] }),
    (data: { firstName: string; lastName: string }) => ({ ...data, source: 'website' }),
  ],
}

it.each([
  [1, { name: 'Ann Lee' }],
  [2, { firstName: 'Ann', lastName: 'Lee' }],
  [3, { firstName: 'Ann', lastName: 'Lee', source: 'website' }],
])('schema version %i is upcast to the current shape', (version, data) => {
  expect(upcast(upcasters, 'LeadReceived', version, data)).toEqual({
    firstName: 'Ann',
    lastName: 'Lee',
    source: 'website',
  })
})

it('an event type that never changed is not upcast and has schema version 1', () => {
  const data = { a: 1 }
  expect(upcast(upcasters, 'Other', 1, data)).toBe(data)
  expect([schemaVersionOf(upcasters, 'Other'), schemaVersionOf(upcasters, 'LeadReceived')]).toEqual([1, 3])
})

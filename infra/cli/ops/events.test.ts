import { expect, it } from 'vitest'
import { differences } from './events.ts'

it('names what is new and what changed, and nothing else', () => {
  const previous = { leadId: 7, status: 'new', tags: ['a'] }
  expect(differences(previous, { leadId: 7, status: 'quoted', tags: ['a'], value: null })).toEqual([
    'status: "new" → "quoted"',
    'value: null',
  ])
})

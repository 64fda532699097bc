import { expect, it } from 'vitest'
import { titleWithNames } from './assignees.ts'

const members = [
  { id: 1, name: 'maria' },
  { id: 2, name: 'sam' },
]
const title = 'Appointment assigned'

it.each([
  [[1], 'Assigned to maria'],
  [[1, 2], 'Assigned to maria and sam'],
  [[1, 2, 9], 'Assigned to maria, sam, and a former member'],
  [[], 'Assigned to nobody'],
])('%j is said as %j', (assigneeIds, text) => {
  expect(titleWithNames({ title, assigneeIds }, members)).toBe(text)
})

it('until the members are known, and of anything else, the title is that of the answer', () => {
  expect(titleWithNames({ title, assigneeIds: [1] }, undefined)).toBe(title)
  expect(titleWithNames({ title: 'Job started' }, members)).toBe('Job started')
})

import type { Member } from '@plumbline/identity/api'
import { expect, it } from 'vitest'
import { sharesCrew } from './crew.ts'
import { teamOf } from './team.ts'

const member = (id: number, name: string, state: Member['state'] = 'active'): Member => ({
  id,
  name,
  role: 'worker',
  state,
})

it('who works alone has no team', () => {
  expect(teamOf([])).toBeUndefined()
  expect(teamOf([member(1, 'ann')])).toBeUndefined()
  expect(teamOf([member(1, 'ann'), member(2, 'bob', 'inactive')])).toBeUndefined()
})

it('a job is given to who belongs to the team, and says who did it when they have left', () => {
  const team = teamOf([member(1, 'ann'), member(2, 'bob', 'invited'), member(3, 'cem', 'inactive')])
  expect(team?.members.map(({ name }) => name)).toEqual(['ann', 'bob'])
  expect(team?.crewText([3, 1])).toBe('cem, ann')
  expect(team?.crewText([])).toBe('Unassigned')
  expect(team?.crewText([9])).toBe('Former member')
})

it.each([
  [[], [], true],
  [[1], [], false],
  [[1, 2], [2, 3], true],
  [[1], [2], false],
])('jobs of %j and of %j: of the same crew is %s', (a, b, expected) => {
  expect(sharesCrew(a, b)).toBe(expected)
  expect(sharesCrew(b, a)).toBe(expected)
})

import type { Member } from '@plumbline/identity/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { expect, it } from 'vitest'
import { teamOf } from '../team/team.ts'
import { givenText, isInLane, type Lane, laneName, lanesOf, readLane, reassign } from './lanes.ts'

const member = (id: number, name: string, state: Member['state'] = 'active'): Member => ({
  id,
  name,
  role: 'worker',
  state,
})
const team = teamOf([member(1, 'ann'), member(2, 'bob'), member(3, 'cem', 'inactive')])
if (!team) throw new Error('two are a team')
const jobOf = (...assigneeIds: number[]) => ({ assigneeIds }) as Appointment

it('a job stands in the lane of each who does it, and in that of nobody while it is nobody’s', () => {
  const lanesWith = (job: Appointment) => (['none', 1, 2] as Lane[]).filter((lane) => isInLane(job, lane))
  expect(lanesWith(jobOf())).toEqual(['none'])
  expect(lanesWith(jobOf(2))).toEqual([2])
  expect(lanesWith(jobOf(1, 2))).toEqual([1, 2])
  expect(isInLane(jobOf(), undefined)).toBe(true)
})

it('there is a lane for each member, and for who has left but still has a job', () => {
  expect(lanesOf(team, [jobOf(1)])).toEqual(['none', 1, 2])
  expect(lanesOf(team, [jobOf(1, 3), jobOf(3)])).toEqual(['none', 1, 2, 3])
  expect(['none', 2, 3].map((lane) => laneName(lane as Lane, team))).toEqual(['Unassigned', 'bob', 'cem'])
})

it.each<[number[], Lane | undefined, Lane | undefined, number[]]>([
  [[1], 1, 1, [1]],
  [[1], undefined, undefined, [1]],
  [[1], 1, 2, [2]],
  [[], 'none', 2, [2]],
  [[1], 1, 'none', []],
  [[1, 3], 1, 2, [2, 3]],
  [[1, 2], 1, 2, [2]],
  [[1, 2], 1, 'none', [2]],
])('a job of %j that is moved from lane %s to %s is of %j', (crew, from, to, expected) => {
  expect(reassign(crew, from, to)).toEqual(expected)
})

it('a URL names a lane, and anything else means everybody', () => {
  expect(['7', 'none', '', null, undefined, '0', '1e3', 'ann'].map(readLane)).toEqual([
    7,
    'none',
    ...Array(6).fill(undefined),
  ])
})

it('a move says who was given a job', () => {
  expect(givenText([1, 2], team)).toBe('Given to ann, bob')
  expect(givenText([], team)).toBe('Unassigned')
})

import type { MemberEvent } from '@plumbline/identity/directory'
import type { Caller } from '@plumbline/platform/http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActivityItem } from '../api.ts'
import { type InsightsUnderTest, startInsights } from '../testing.ts'

let test: InsightsUnderTest
beforeAll(async () => {
  test = await startInsights()
})
afterAll(() => test.stop())

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T15:00:00.000Z`
const owner = { actor: 'user-1', actorName: 'owner' }
const maria = { actor: 'user-7', actorName: 'maria' }
const hours = { opens: '06:00', closes: '14:00' }
const week = {
  ...{ sunday: null, monday: hours, tuesday: hours, wednesday: hours },
  ...{ thursday: hours, friday: null, saturday: null },
}
const timeOff = { userId: 7, timeOffId: 'a', from: '2026-12-24', to: '2026-12-31' }

const history: [MemberEvent, { actor: string; actorName?: string }, string][] = [
  [
    { type: 'MemberInvited', data: { userId: 7, role: 'worker', invitedBy: 1, invitedAt: at(1) } },
    owner,
    'Invited as Worker by owner',
  ],
  [
    {
      type: 'MemberLinkIssued',
      data: { userId: 7, purpose: 'join', validUntil: at(8), issuedAt: at(2) },
    },
    owner,
    'Link to join made by owner',
  ],
  [
    { type: 'MemberJoined', data: { userId: 7, role: 'worker', joinedAt: at(3) } },
    maria,
    'Joined as Worker by maria',
  ],
  [
    {
      type: 'MemberRoleChanged',
      data: { userId: 7, role: 'dispatcher', granted: ['reports'], denied: [], changedAt: at(4) },
    },
    owner,
    'Role changed by owner; Role: Worker → Dispatcher; Added: null → See reports',
  ],
  [
    {
      type: 'MemberRoleChanged',
      data: { userId: 7, role: 'dispatcher', granted: [], denied: ['leads', 'unheard'], changedAt: at(5) },
    },
    { actor: 'operator' },
    'Rights changed by an operator; Added: See reports → null; Taken: null → Handle requests, unheard',
  ],
  [
    { type: 'MemberDetailsChanged', data: { userId: 7, fields: ['username', 'email'], changedAt: at(6) } },
    owner,
    'Changed: name, email address by owner',
  ],
  [
    { type: 'MemberHoursSet', data: { userId: 7, week, setAt: at(7) } },
    owner,
    'Hours of their own set by owner',
  ],
  [
    { type: 'MemberHoursSet', data: { userId: 7, week: null, setAt: at(8) } },
    owner,
    'Hours of the business again by owner',
  ],
  [
    { type: 'TimeOffPlanned', data: { ...timeOff, plannedAt: at(9) } },
    owner,
    'Time off planned: Dec 24, 2026 – Dec 31, 2026 by owner',
  ],
  [
    { type: 'TimeOffDropped', data: { userId: 7, timeOffId: 'a', droppedAt: at(10) } },
    owner,
    'Time off dropped: Dec 24, 2026 – Dec 31, 2026 by owner',
  ],
  [
    { type: 'MemberDeactivated', data: { userId: 7, jobsGoTo: 8, deactivatedAt: at(11) } },
    owner,
    'Deactivated, jobs given to another member by owner',
  ],
  [{ type: 'MemberReactivated', data: { userId: 7, reactivatedAt: at(12) } }, owner, 'Reactivated by owner'],
  [
    { type: 'MemberDeactivated', data: { userId: 7, deactivatedAt: at(13) } },
    { actor: 'operator' },
    'Deactivated by an operator',
  ],
]

const as = (role: string): Partial<Caller> => ({
  user: { id: 7, username: role, email: 'a@x.io', role },
})
const read = (record: string, caller = as('business_owner')) =>
  test.call<ActivityItem[]>('GET', `/api/activity?record=${record}`, { caller })

it('the history of a member says what happened, when, and who did it, the newest first', async () => {
  for (const [event, metadata] of history) await test.appendForeign('member-7', event, metadata)
  const { json } = await read('member-7')
  const texts = json.map(({ title, actor, changes }) =>
    [`${title} by ${actor}`, ...changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`)].join('; '),
  )
  expect(texts.toReversed()).toEqual(history.map(([, , text]) => text))
  expect(json.at(-1)).toMatchObject({ at: at(1), kind: 'member', link: null, restore: null })
})

it('is for who may change the team alone, and no activity of the business', async () => {
  for (const role of ['manager', 'dispatcher', 'worker'])
    expect([role, (await read('member-7', as(role))).status]).toEqual([role, 403])
  expect((await read('member-4040')).json).toEqual([])
  await test.project()
  expect((await test.call<ActivityItem[]>('GET', '/api/activity')).json).toEqual([])
})

import { givenEvents } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { MemberEvent } from '../events.ts'
import { type MemberCommand, type MemberState, memberDecider } from './decider.ts'

const context = { id: 7, now: '2026-11-27T12:00:00.000Z' }
const before = '2026-11-20T12:00:00.000Z'
const invited: MemberEvent = {
  type: 'MemberInvited',
  data: { userId: 7, role: 'worker', invitedBy: 1, invitedAt: before },
}
const joined: MemberEvent = { type: 'MemberJoined', data: { userId: 7, role: 'worker', joinedAt: before } }
const deactivated: MemberEvent = { type: 'MemberDeactivated', data: { userId: 7, deactivatedAt: before } }
const revoked: MemberEvent = { type: 'InvitationRevoked', data: { userId: 7, revokedAt: before } }
const changed: MemberEvent = {
  type: 'MemberRoleChanged',
  data: { userId: 7, role: 'dispatcher', granted: ['reports'], denied: [], changedAt: before },
}

const given = (...events: MemberEvent[]) => givenEvents(memberDecider, events, context)
const dispatcher = { role: 'dispatcher', granted: ['reports'], denied: [] }

describe('an invitation', () => {
  it('is recorded with the role and who invites, and with no name or address', () =>
    given()
      .when({ type: 'InviteMember', role: 'worker', invitedBy: 1 })
      .thenEvents([{ ...invited, data: { ...invited.data, invitedAt: context.now } } as MemberEvent]))

  it('is accepted with the role that it has by then', () =>
    given(invited, changed)
      .when({ type: 'AcceptInvitation' })
      .thenEvents([{ type: 'MemberJoined', data: { userId: 7, role: 'dispatcher', joinedAt: context.now } }]))

  it('is accepted and revoked once', () => {
    given(joined).when({ type: 'AcceptInvitation' }).thenRefused('joined already')
    given(joined).when({ type: 'RevokeInvitation' }).thenRefused('joined already')
    given(invited, revoked).when({ type: 'AcceptInvitation' }).thenRefused('not found')
    given(invited)
      .when({ type: 'RevokeInvitation' })
      .thenEvents([
        { type: 'InvitationRevoked', data: { userId: 7, jobsGoTo: null, revokedAt: context.now } },
      ])
  })
})

describe('a role', () => {
  it('is changed as a whole, and not when nothing is different', () => {
    given(joined)
      .when({ type: 'ChangeMemberRole', ...dispatcher })
      .thenEvents([{ ...changed, data: { ...changed.data, changedAt: context.now } } as MemberEvent])
    given(joined, changed)
      .when({ type: 'ChangeMemberRole', ...dispatcher })
      .thenEvents([])
  })

  it('of who is not there is not', () => {
    given()
      .when({ type: 'ChangeMemberRole', ...dispatcher })
      .thenRefused('not found')
    given(invited, revoked)
      .when({ type: 'ChangeMemberRole', ...dispatcher })
      .thenRefused('not found')
  })
})

describe('a link', () => {
  const issue = { type: 'IssueMemberLink', validUntil: '2026-12-01T00:00:00.000Z' } as const
  const issued = (purpose: 'join' | 'password'): MemberEvent => ({
    type: 'MemberLinkIssued',
    data: { userId: 7, purpose, validUntil: issue.validUntil, issuedAt: context.now },
  })

  it('is for joining, then for another password', () => {
    given(invited)
      .when(issue)
      .thenEvents([issued('join')])
    given(invited, joined)
      .when(issue)
      .thenEvents([issued('password')])
  })

  it('is not for who is deactivated', () => given(joined, deactivated).when(issue).thenRefused('deactivated'))
})

describe('a member', () => {
  it('is deactivated and reactivated, each once', () => {
    given(joined)
      .when({ type: 'DeactivateMember' })
      .thenEvents([{ type: 'MemberDeactivated', data: { userId: 7, deactivatedAt: context.now } }])
    given(joined, deactivated).when({ type: 'DeactivateMember' }).thenEvents([])
    given(joined, deactivated)
      .when({ type: 'ReactivateMember' })
      .thenEvents([{ type: 'MemberReactivated', data: { userId: 7, reactivatedAt: context.now } }])
    given(joined).when({ type: 'ReactivateMember' }).thenEvents([])
  })

  it('leaves their jobs as they are, unless it is said whose they become', () => {
    for (const jobsGoTo of [8, null])
      given(joined)
        .when({ type: 'DeactivateMember', jobsGoTo })
        .thenEvents([
          { type: 'MemberDeactivated', data: { userId: 7, jobsGoTo, deactivatedAt: context.now } },
        ])
  })

  it('who has not joined is not deactivated', () =>
    given(invited).when({ type: 'DeactivateMember' }).thenRefused('Revoke the invitation'))
})

const day = (date: number) => `2026-12-${String(date).padStart(2, '0')}`
const days = (timeOffId: string, from: number, to: number) =>
  ({
    type: 'TimeOffPlanned',
    data: { userId: 7, timeOffId, from: day(from), to: day(to), plannedAt: before },
  }) satisfies MemberEvent
const early = { opens: '06:00', closes: '14:00' }
const week = {
  ...{ sunday: null, monday: early, tuesday: early, wednesday: early },
  ...{ thursday: early, friday: null, saturday: null },
}
const hours = { type: 'MemberHoursSet', data: { userId: 7, week, setAt: before } } satisfies MemberEvent

describe('hours', () => {
  it('are set as a whole week, or taken back, and not when nothing is different', () => {
    given(joined)
      .when({ type: 'SetMemberHours', week })
      .thenEvents([{ ...hours, data: { ...hours.data, setAt: context.now } }])
    given(joined, hours)
      .when({ type: 'SetMemberHours', week: { ...week, monday: { ...early } } })
      .thenEvents([])
    given(joined, hours)
      .when({ type: 'SetMemberHours', week: null })
      .thenEvents([{ type: 'MemberHoursSet', data: { userId: 7, week: null, setAt: context.now } }])
    given(joined).when({ type: 'SetMemberHours', week: null }).thenEvents([])
  })

  it('are set before they join, and are there when they have', () =>
    given(invited, hours, joined).when({ type: 'SetMemberHours', week }).thenEvents([]))

  it('are not of who is deactivated, or not there', () => {
    given(joined, deactivated).when({ type: 'SetMemberHours', week }).thenRefused('deactivated')
    given().when({ type: 'SetMemberHours', week }).thenRefused('not found')
  })
})

describe('time off', () => {
  const plan = (from: number, to: number) =>
    ({ type: 'PlanTimeOff', timeOffId: 'b', from: day(from), to: day(to), today: day(10) }) as const
  const planned = (from: number, to: number): MemberEvent => ({
    type: 'TimeOffPlanned',
    data: { ...days('b', from, to).data, plannedAt: context.now },
  })

  it('may have begun, and is not over', () => {
    given(joined)
      .when(plan(8, 10))
      .thenEvents([planned(8, 10)])
    given(joined).when(plan(8, 9)).thenRefused('over')
  })

  it.each([
    [1, 12],
    [14, 20],
    [13, 13],
    [1, 30],
  ])('from %i to %i shares days with what is planned, and is refused', (from, to) =>
    given(joined, days('a', 12, 14))
      .when(plan(from, to))
      .thenRefused('already'),
  )

  it('next to another is planned; the same days once more are nothing new', () => {
    given(joined, days('a', 12, 14))
      .when(plan(15, 16))
      .thenEvents([planned(15, 16)])
    given(joined, days('a', 12, 14))
      .when(plan(12, 14))
      .thenEvents([])
  })

  it('is dropped once, and its days are free again', () => {
    const dropped: MemberEvent = {
      type: 'TimeOffDropped',
      data: { userId: 7, timeOffId: 'a', droppedAt: context.now },
    }
    given(joined, days('a', 12, 14))
      .when({ type: 'DropTimeOff', timeOffId: 'a' })
      .thenEvents([dropped])
    given(joined, days('a', 12, 14), dropped)
      .when({ type: 'DropTimeOff', timeOffId: 'a' })
      .thenEvents([])
    given(joined, days('a', 12, 14), dropped)
      .when(plan(12, 14))
      .thenEvents([planned(12, 14)])
  })

  it('is not of who is deactivated', () => {
    given(joined, deactivated).when(plan(12, 14)).thenRefused('deactivated')
    given(joined, deactivated).when({ type: 'DropTimeOff', timeOffId: 'a' }).thenRefused('deactivated')
  })
})

describe('what a row says and the stream does not', () => {
  const row = { standing: 'active', ...dispatcher, week: null, timeOff: [] } as const
  const record = (of: MemberState): MemberCommand => ({
    type: 'ChangeMember',
    row: of,
    change: { type: 'ChangeMemberDetails', fields: [] },
  })
  it('is recorded: a user of the release before, and one of a backup whose log is older', () => {
    const join: MemberEvent = {
      type: 'MemberJoined',
      data: { userId: 7, role: 'dispatcher', joinedAt: context.now },
    }
    const role = { ...changed, data: { ...changed.data, changedAt: context.now } } as MemberEvent
    given()
      .when(record({ ...row, granted: [] }))
      .thenEvents([join])
    given().when(record(row)).thenEvents([join, role])
    given(joined)
      .when(record({ ...row, standing: 'inactive' }))
      .thenEvents([
        join,
        role,
        { type: 'MemberDeactivated', data: { userId: 7, deactivatedAt: context.now } },
      ])
    given(joined, changed).when(record(row)).thenEvents([])
  })

  it('is recorded with hours and time off', () => {
    const join: MemberEvent = {
      type: 'MemberJoined',
      data: { userId: 7, role: 'worker', joinedAt: context.now },
    }
    const own = {
      ...row,
      role: 'worker',
      granted: [],
      week,
      timeOff: [{ id: 'b', from: day(20), to: day(20) }],
    }
    const set = [
      { type: 'MemberHoursSet', data: { userId: 7, week, setAt: context.now } },
      { type: 'TimeOffPlanned', data: { ...days('b', 20, 20).data, plannedAt: context.now } },
    ] as MemberEvent[]
    given()
      .when(record(own))
      .thenEvents([join, ...set])
    given(joined).when(record(own)).thenEvents(set)
    given(joined, days('a', 1, 2))
      .when(record({ ...row, role: 'worker', granted: [] }))
      .thenEvents([{ type: 'TimeOffDropped', data: { userId: 7, timeOffId: 'a', droppedAt: context.now } }])
  })

  it('takes nothing over from another who had the number before', () =>
    given(joined, changed)
      .when({ type: 'AddMember', role: 'worker' })
      .thenEvents([{ type: 'MemberJoined', data: { userId: 7, role: 'worker', joinedAt: context.now } }]))
})

import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import type { MemberDetailsChanged, MemberEvent, MemberHoursSet } from '../events.ts'

/** When a member works. */
export type Availability = {
  week: MemberHoursSet['data']['week']
  /** Soonest first. */
  timeOff: readonly TimeOff[]
}
type TimeOff = { id: string; from: string; to: string }

export type MemberState = Availability & {
  standing: 'missing' | 'invited' | 'active' | 'inactive' | 'revoked'
  role: string
  granted: readonly string[]
  denied: readonly string[]
}

export type MemberChange =
  | { type: 'InviteMember'; role: string; invitedBy: number | null }
  | { type: 'RevokeInvitation' }
  | { type: 'AddMember'; role: string }
  | { type: 'AcceptInvitation' }
  | { type: 'ChangeMemberRole'; role: string; granted: readonly string[]; denied: readonly string[] }
  | { type: 'ChangeMemberDetails'; fields: Readonly<MemberDetailsChanged['data']['fields']> }
  | { type: 'IssueMemberLink'; validUntil: string }
  | { type: 'SetMemberHours'; week: Availability['week'] }
  | { type: 'PlanTimeOff'; timeOffId: string; from: string; to: string; today: string }
  | { type: 'DropTimeOff'; timeOffId: string }
  | { type: 'DeactivateMember'; jobsGoTo?: number | null | undefined }
  | { type: 'ReactivateMember' }

export type MemberCommand =
  | MemberChange
  /** A change, after what the row says and the stream does not: of an older release, or of a restored backup. */
  | { type: 'ChangeMember'; row: MemberState; change: MemberChange }

function decide(command: MemberCommand, state: MemberState, context: DecisionContext): MemberEvent[] {
  const { id: userId, now } = context
  switch (command.type) {
    case 'ChangeMember': {
      const recorded = differences(command.row, state, userId, now)
      return [...recorded, ...decide(command.change, recorded.reduce(evolve, state), context)]
    }
    case 'InviteMember': {
      const { role, invitedBy } = command
      return [{ type: 'MemberInvited', data: { userId, role, invitedBy, invitedAt: now } }]
    }
    case 'AddMember':
      return [joined(userId, command.role, now)]
    case 'RevokeInvitation':
      requireInvitation(state)
      return [{ type: 'InvitationRevoked', data: { userId, jobsGoTo: null, revokedAt: now } }]
    case 'AcceptInvitation':
      requireInvitation(state)
      return [joined(userId, state.role, now)]
    case 'ChangeMemberRole':
      requireMember(state)
      return hasRole(state, command) ? [] : [roleChanged(userId, command, now)]
    case 'ChangeMemberDetails': {
      requireMember(state)
      const fields = [...command.fields]
      return fields.length === 0
        ? []
        : [{ type: 'MemberDetailsChanged', data: { userId, fields, changedAt: now } }]
    }
    case 'IssueMemberLink': {
      requireMember(state)
      if (state.standing === 'inactive')
        throw rejection('conflict', 'Who is deactivated cannot sign in. Reactivate them first.')
      const purpose = state.standing === 'invited' ? 'join' : 'password'
      const { validUntil } = command
      return [{ type: 'MemberLinkIssued', data: { userId, purpose, validUntil, issuedAt: now } }]
    }
    case 'SetMemberHours':
      requireActive(state)
      return isSameWeek(state.week, command.week) ? [] : [hoursSet(userId, command.week, now)]
    case 'PlanTimeOff': {
      requireActive(state)
      const { timeOffId: id, from, to, today } = command
      if (state.timeOff.some((it) => it.from === from && it.to === to)) return []
      if (to < today)
        throw rejection('invalid', 'This time off is over', { fields: { to: 'This day is over' } })
      if (state.timeOff.some((it) => it.from <= to && it.to >= from))
        throw rejection('conflict', 'They are off on some of these days already.', {
          fields: { from: 'They are off on some of these days already' },
        })
      return [timeOffPlanned(userId, { id, from, to }, now)]
    }
    case 'DropTimeOff':
      requireActive(state)
      return state.timeOff.some(({ id }) => id === command.timeOffId)
        ? [timeOffDropped(userId, command.timeOffId, now)]
        : []
    case 'DeactivateMember':
      requireMember(state)
      if (state.standing === 'invited')
        throw rejection('conflict', 'They have not joined yet. Revoke the invitation instead.')
      return state.standing === 'inactive' ? [] : [deactivated(userId, now, command.jobsGoTo)]
    case 'ReactivateMember':
      requireMember(state)
      return state.standing === 'inactive'
        ? [{ type: 'MemberReactivated', data: { userId, reactivatedAt: now } }]
        : []
  }
}

function requireMember({ standing }: MemberState): void {
  if (standing === 'missing' || standing === 'revoked') throw rejection('not-found', 'Member not found')
}

function requireActive(state: MemberState): void {
  requireMember(state)
  if (state.standing === 'inactive')
    throw rejection('conflict', 'Who is deactivated has no hours. Reactivate them first.')
}

function requireInvitation(state: MemberState): void {
  requireMember(state)
  if (state.standing !== 'invited') throw rejection('conflict', 'They have joined already.')
}

const joined = (userId: number, role: string, joinedAt: string): MemberEvent => ({
  type: 'MemberJoined',
  data: { userId, role, joinedAt },
})
const deactivated = (userId: number, deactivatedAt: string, jobsGoTo?: number | null): MemberEvent => ({
  type: 'MemberDeactivated',
  data: { userId, ...(jobsGoTo !== undefined && { jobsGoTo }), deactivatedAt },
})

const hoursSet = (userId: number, week: Availability['week'], setAt: string): MemberEvent => ({
  type: 'MemberHoursSet',
  data: { userId, week, setAt },
})
const timeOffPlanned = (userId: number, { id, from, to }: TimeOff, plannedAt: string): MemberEvent => ({
  type: 'TimeOffPlanned',
  data: { userId, timeOffId: id, from, to, plannedAt },
})
const timeOffDropped = (userId: number, timeOffId: string, droppedAt: string): MemberEvent => ({
  type: 'TimeOffDropped',
  data: { userId, timeOffId, droppedAt },
})

type Role = Pick<MemberState, 'role' | 'granted' | 'denied'>

const roleChanged = (userId: number, { role, granted, denied }: Role, changedAt: string): MemberEvent => ({
  type: 'MemberRoleChanged',
  data: { userId, role, granted: [...granted], denied: [...denied], changedAt },
})

/** Whether both may do the same. */
export const hasRole = (a: Role, b: Role) =>
  a.role === b.role && isSame(a.granted, b.granted) && isSame(a.denied, b.denied)
const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((right) => b.includes(right))

function isSameWeek(a: Availability['week'], b: Availability['week']): boolean {
  if (!a || !b) return a === b
  return (Object.keys(a) as (keyof typeof a)[]).every(
    (day) => a[day]?.opens === b[day]?.opens && a[day]?.closes === b[day]?.closes,
  )
}

function differences(row: MemberState, before: MemberState, userId: number, now: string): MemberEvent[] {
  if (row.standing === before.standing && hasRole(row, before))
    return availabilityDifferences(row, before, userId, now)
  const first: MemberEvent =
    row.standing === 'invited'
      ? { type: 'MemberInvited', data: { userId, role: row.role, invitedBy: null, invitedAt: now } }
      : joined(userId, row.role, now)
  const after = evolve(before, first)
  return [
    first,
    ...(hasRole(row, after) ? [] : [roleChanged(userId, row, now)]),
    ...availabilityDifferences(row, after, userId, now),
    ...(row.standing === 'inactive' ? [deactivated(userId, now)] : []),
  ]
}

function availabilityDifferences(
  row: Availability,
  before: Availability,
  userId: number,
  now: string,
): MemberEvent[] {
  const missingIn =
    ({ timeOff }: Availability) =>
    ({ id }: TimeOff) =>
      !timeOff.some((it) => it.id === id)
  return [
    ...(isSameWeek(row.week, before.week) ? [] : [hoursSet(userId, row.week, now)]),
    ...before.timeOff.filter(missingIn(row)).map(({ id }) => timeOffDropped(userId, id, now)),
    ...row.timeOff.filter(missingIn(before)).map((it) => timeOffPlanned(userId, it, now)),
  ]
}

const nothing = { granted: [], denied: [], week: null, timeOff: [] }

function evolve(state: MemberState, { type, data }: MemberEvent): MemberState {
  switch (type) {
    case 'MemberInvited':
      return { standing: 'invited', role: data.role, ...nothing }
    case 'MemberJoined': {
      // only invited members had rights or hours of their own before
      const own = state.standing === 'invited' ? state : nothing
      return { ...own, standing: 'active', role: data.role }
    }
    case 'InvitationRevoked':
      return { ...state, standing: 'revoked' }
    case 'MemberRoleChanged':
      return { ...state, role: data.role, granted: data.granted, denied: data.denied }
    case 'MemberHoursSet':
      return { ...state, week: data.week }
    case 'TimeOffPlanned': {
      const planned = { id: data.timeOffId, from: data.from, to: data.to }
      const timeOff = [...state.timeOff, planned].sort((a, b) => (a.from < b.from ? -1 : 1))
      return { ...state, timeOff }
    }
    case 'TimeOffDropped':
      return { ...state, timeOff: state.timeOff.filter(({ id }) => id !== data.timeOffId) }
    case 'MemberDeactivated':
      return { ...state, standing: 'inactive' }
    case 'MemberReactivated':
      return { ...state, standing: 'active' }
    case 'MemberDetailsChanged':
    case 'MemberLinkIssued':
      return state
  }
}

/** Whether a user belongs to the business, and what they may do. */
export const memberDecider: Decider<MemberState, MemberCommand, MemberEvent> = {
  initialState: () => ({ standing: 'missing', role: '', ...nothing }),
  decide,
  evolve,
}

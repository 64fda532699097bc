import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import type { MemberEvent } from '../events.ts'

export type MemberState = {
  standing: 'missing' | 'invited' | 'active' | 'inactive' | 'revoked'
  role: string
  granted: readonly string[]
  denied: readonly string[]
}

export type MemberCommand =
  | { type: 'InviteMember'; role: string; invitedBy: number | null }
  | { type: 'RevokeInvitation' }
  | { type: 'AddMember'; role: string }
  | { type: 'AcceptInvitation' }
  | { type: 'ChangeMemberRole'; role: string; granted: readonly string[]; denied: readonly string[] }
  | { type: 'ChangeMemberDetails'; fields: readonly ('username' | 'email')[] }
  | { type: 'IssueMemberLink'; validUntil: string }
  | { type: 'DeactivateMember' }
  | { type: 'ReactivateMember' }
  /** Records what a row says and the stream does not: of an older release, or of a restored backup. */
  | { type: 'RecordMember'; row: MemberState }

function decide(
  command: MemberCommand,
  state: MemberState,
  { id: userId, now }: DecisionContext,
): MemberEvent[] {
  switch (command.type) {
    case 'InviteMember': {
      const { role, invitedBy } = command
      return [{ type: 'MemberInvited', data: { userId, role, invitedBy, invitedAt: now } }]
    }
    case 'AddMember':
      return [joined(userId, command.role, now)]
    case 'RecordMember':
      return differences(command.row, state, userId, now)
    case 'RevokeInvitation':
      requireInvitation(state)
      return [{ type: 'InvitationRevoked', data: { userId, revokedAt: now } }]
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
    case 'DeactivateMember':
      requireMember(state)
      if (state.standing === 'invited')
        throw rejection('conflict', 'They have not joined yet. Revoke the invitation instead.')
      return state.standing === 'inactive' ? [] : [deactivated(userId, now)]
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

function requireInvitation(state: MemberState): void {
  requireMember(state)
  if (state.standing !== 'invited') throw rejection('conflict', 'They have joined already.')
}

const joined = (userId: number, role: string, joinedAt: string): MemberEvent => ({
  type: 'MemberJoined',
  data: { userId, role, joinedAt },
})
const deactivated = (userId: number, deactivatedAt: string): MemberEvent => ({
  type: 'MemberDeactivated',
  data: { userId, deactivatedAt },
})

type Role = Pick<MemberState, 'role' | 'granted' | 'denied'>

const roleChanged = (userId: number, { role, granted, denied }: Role, changedAt: string): MemberEvent => ({
  type: 'MemberRoleChanged',
  data: { userId, role, granted: [...granted], denied: [...denied], changedAt },
})

const hasRole = (a: Role, b: Role) =>
  a.role === b.role && isSame(a.granted, b.granted) && isSame(a.denied, b.denied)
const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((right) => b.includes(right))

function differences(row: MemberState, before: MemberState, userId: number, now: string): MemberEvent[] {
  if (row.standing === before.standing && hasRole(row, before)) return []
  const first: MemberEvent =
    row.standing === 'invited'
      ? { type: 'MemberInvited', data: { userId, role: row.role, invitedBy: null, invitedAt: now } }
      : joined(userId, row.role, now)
  return [
    first,
    ...(hasRole(row, evolve(before, first)) ? [] : [roleChanged(userId, row, now)]),
    ...(row.standing === 'inactive' ? [deactivated(userId, now)] : []),
  ]
}

const nothing = { granted: [], denied: [] }

function evolve(state: MemberState, { type, data }: MemberEvent): MemberState {
  switch (type) {
    case 'MemberInvited':
      return { standing: 'invited', role: data.role, ...nothing }
    case 'MemberJoined': {
      // rights of their own were given to nobody but whom was invited
      const { granted, denied } = state.standing === 'invited' ? state : nothing
      return { standing: 'active', role: data.role, granted, denied }
    }
    case 'InvitationRevoked':
      return { ...state, standing: 'revoked' }
    case 'MemberRoleChanged':
      return { ...state, role: data.role, granted: data.granted, denied: data.denied }
    case 'MemberDeactivated':
      return { ...state, standing: 'inactive' }
    case 'MemberReactivated':
      return { ...state, standing: 'active' }
    case 'MemberDetailsChanged':
    case 'MemberLinkIssued':
      return state
  }
}

/** Whether somebody belongs to the business, and what they may do. */
export const memberDecider: Decider<MemberState, MemberCommand, MemberEvent> = {
  initialState: () => ({ standing: 'missing', role: '', ...nothing }),
  decide,
  evolve,
}

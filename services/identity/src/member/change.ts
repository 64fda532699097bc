import { rejection } from '@plumbline/platform/errors'
import { type Aggregate, append, type CommandContext, execute } from '@plumbline/platform/event-store'
import type { MemberEvent, UserAccessRevoked } from '../events.ts'
import { deleteLink, hasAnotherOwner, memberOf, type StoredUser, updateMember } from '../user/table.ts'
import { hasRole, type MemberChange, type MemberCommand, type MemberState, memberDecider } from './decider.ts'

/** Stream `member-<id>`; the row of the user follows it in the same transaction. */
const member: Aggregate<MemberState, MemberCommand, MemberEvent, never> = {
  name: 'member',
  decider: memberDecider,
}

/** One of the members who may do everything, of whom one must remain. */
const isOwner = ({ standing, role, denied }: MemberState) =>
  standing === 'active' && role === 'business_owner' && denied.length === 0

export async function addMember(
  ctx: CommandContext,
  userId: number,
  command: Extract<MemberChange, { type: 'AddMember' | 'InviteMember' }>,
): Promise<void> {
  const { state } = await execute(ctx, member, userId, command)
  await updateMember(ctx.db, userId, state)
}

/** Changes a member under `lockTeam`. One member who may do everything must remain. */
export async function changeMember(
  ctx: CommandContext,
  user: StoredUser,
  change: MemberChange,
): Promise<MemberState> {
  const before = memberOf(user)
  const { state } = await execute(ctx, member, user.id, { type: 'ChangeMember', row: before, change })
  if (isOwner(before) && !isOwner(state) && !(await hasAnotherOwner(ctx.db, user.id)))
    throw rejection('conflict', 'Somebody has to be the owner. Make another member an owner first.')
  await updateMember(ctx.db, user.id, state)
  const isDeactivated = change.type === 'DeactivateMember'
  // who made it did so for what the member might do then
  if (isDeactivated || !hasRole(before, state)) await deleteLink(ctx.db, user.id)
  if (isDeactivated) await revokeAccessOf(ctx, user.id, 'disabled')
  return state
}

/** `actor`: the user, where the command comes from the gateway on the user's behalf. */
export const revokeAccessOf = (
  ctx: CommandContext,
  userId: number,
  reason: UserAccessRevoked['data']['reason'],
  actor = ctx.metadata.actor,
) =>
  append<UserAccessRevoked>(
    { ...ctx, metadata: { ...ctx.metadata, actor } },
    {
      stream: `user-${userId}`,
      expectedVersion: 'any',
      events: [{ type: 'UserAccessRevoked', data: { userId, reason } }],
    },
  )

import { randomUUID } from 'node:crypto'
import { readClock } from '@plumbline/business/directory'
import { toSmsNumber } from '@plumbline/platform/e164'
import { refuseField, rejection } from '@plumbline/platform/errors'
import type { LinkRedemption, OpenedLink, RedeemedLink } from '@plumbline/platform/links'
import type { Right } from '@plumbline/platform/rights'
import type { ServiceContext } from '@plumbline/platform/service'
import type {
  Invitation,
  IssuedLink,
  JobNotices,
  MemberActive,
  MemberDetails,
  MemberHours,
  MemberRole,
  TimeOffForm,
} from '../api.ts'
import { dummyHash, hashPassword } from '../user/passwordHash.ts'
import { type IdentitySettings, validatePassword } from '../user/passwordRules.ts'
import {
  deleteUser,
  findLink,
  insertUser,
  lockTeam,
  memberOf,
  putLink,
  requireFreeNames,
  type StoredUser,
  selectUserById,
  setForgottenPassword,
  takeLink,
  updateNames,
  updateNotices,
} from '../user/table.ts'
import { addMember, changeMember, revokeAccessOf } from './change.ts'
import type { MemberChange, MemberState } from './decider.ts'
import { hashOf, memberOfLink, newLink } from './links.ts'
import { currentRights, includesRightsOf } from './rights.ts'

type Context = ServiceContext<IdentitySettings>

/** The member cannot sign in before they accept it by a link. `actorId`: the user who invites. */
export async function inviteMember(
  ctx: Context,
  actorId: number,
  { username, email, role }: Invitation,
): Promise<number> {
  await lockTeam(ctx.db)
  requireRights(await rightsOfActor(ctx, actorId), { role })
  await requireFreeNames(ctx.db, { username, email })
  const user = await insertUser(ctx.db, { username, email, role, password: dummyHash })
  await addMember(ctx, user.id, { type: 'InviteMember', role, invitedBy: actorId })
  return user.id
}

/** Its name and address are free again. */
export async function revokeInvitation(ctx: Context, actorId: number, userId: number): Promise<void> {
  await change(ctx, actorId, userId, { type: 'RevokeInvitation' })
  await deleteUser(ctx.db, userId)
}

export async function changeRole(
  ctx: Context,
  actorId: number,
  userId: number,
  { role, granted, denied }: MemberRole,
): Promise<void> {
  if (actorId === userId) throw rejection('conflict', 'Nobody changes their own role. Ask another owner.')
  await change(ctx, actorId, userId, { type: 'ChangeMemberRole', role, granted, denied })
}

export async function changeDetails(
  ctx: Context,
  actorId: number,
  userId: number,
  details: MemberDetails,
): Promise<void> {
  const user = await requireManageable(ctx, actorId, userId)
  const { username = user.username, email = user.email, publicName = user.publicName } = details
  await requireFreeNames(ctx.db, { username, email }, userId)
  const after = { username, email, publicName }
  const fields = (['username', 'email', 'publicName'] as const).filter((name) => after[name] !== user[name])
  await changeMember(ctx, user, { type: 'ChangeMemberDetails', fields })
  await updateNames(ctx.db, userId, after)
}

/** Members decide themselves how they get news about changes of their jobs, whatever their rights. */
export async function changeJobNotices(
  ctx: Context,
  userId: number,
  { channel: notices, mobile: written }: JobNotices,
): Promise<void> {
  const mobile = toSmsNumber(written)
  if (mobile === null && (written !== '' || notices === 'sms'))
    refuseField('mobile', 'Please enter a mobile number')
  await lockTeam(ctx.db)
  const user = await requireExistingMember(ctx, userId)
  const after = { notices, mobile }
  const fields = (['notices', 'mobile'] as const).filter((name) => after[name] !== user[name])
  await changeMember(ctx, user, { type: 'ChangeMemberDetails', fields })
  await updateNotices(ctx.db, userId, after)
}

/** Who is deactivated is signed out with their next request; their sessions of before stay over. */
export async function setActive(
  ctx: Context,
  actorId: number,
  userId: number,
  { active, jobsGoTo }: MemberActive,
): Promise<void> {
  if (actorId === userId) throw rejection('conflict', 'Nobody deactivates themselves. Ask another owner.')
  if (active) return change(ctx, actorId, userId, { type: 'ReactivateMember' })
  const user = await requireManageable(ctx, actorId, userId)
  if (jobsGoTo !== undefined) await requireJobsGoTo(ctx, actorId, userId, jobsGoTo)
  await changeMember(ctx, user, { type: 'DeactivateMember', jobsGoTo })
}

async function requireJobsGoTo(ctx: Context, actorId: number, userId: number, successorId: number | null) {
  const own = await rightsOfActor(ctx, actorId)
  if (!own.includes('schedule.all.edit'))
    throw rejection('forbidden', 'You may not change the jobs of others.')
  if (successorId === null) return
  const successor = await selectUserById(ctx.db, successorId)
  if (successorId !== userId && successor && !successor.disabled) return
  refuseField('jobsGoTo', 'Please choose another member of the team.')
}

/** Hours and time off are no matter of access: who plans the jobs of everybody plans them too. */
export const setHours = (ctx: Context, userId: number, { week }: MemberHours) =>
  plan(ctx, userId, { type: 'SetMemberHours', week })

export async function planTimeOff(ctx: Context, userId: number, { from, to }: TimeOffForm): Promise<void> {
  const { today } = await readClock(ctx.db, ctx.now)
  await plan(ctx, userId, { type: 'PlanTimeOff', timeOffId: randomUUID(), from, to, today })
}

export const dropTimeOff = (ctx: Context, userId: number, timeOffId: string) =>
  plan(ctx, userId, { type: 'DropTimeOff', timeOffId })

async function plan(ctx: Context, userId: number, command: MemberChange): Promise<void> {
  await lockTeam(ctx.db)
  await changeMember(ctx, await requireExistingMember(ctx, userId), command)
}

/** The link with which an invited member joins, or one who forgot the password sets another. The link before ends. */
export async function issueLink(ctx: Context, actorId: number, userId: number): Promise<IssuedLink> {
  const user = await requireManageable(ctx, actorId, userId)
  const { token, hash, validUntil } = newLink(user.invited ? 'join' : 'password', ctx.now)
  await changeMember(ctx, user, { type: 'IssueMemberLink', validUntil })
  await putLink(ctx.db, { userId, issuedBy: actorId, hash, validUntil })
  return { token, validUntil }
}

/** The member of a link; null when it is wrong, used, replaced or too old, or its issuer may not make it any more. */
export async function openLink(ctx: Context, token: string): Promise<OpenedLink | null> {
  const user = await memberOfLink(ctx.db, await findLink(ctx.db, hashOf(token), ctx.now))
  if (!user) return null
  const { username, email, invited } = user
  return { username, email, purpose: invited ? 'join' : 'password' }
}

/** Sets the password of a link's member, once. The caller signs the member in. */
export async function redeemLink(
  ctx: Context,
  { token, password }: LinkRedemption,
): Promise<RedeemedLink | null> {
  const hash = hashOf(token)
  const { pool } = ctx.store
  const known = await memberOfLink(pool, await findLink(pool, hash, ctx.now))
  if (!known) return null
  const problem = await validatePassword(password, { ...known, ...ctx.settings })
  if (problem) return { problem }
  const passwordHash = await hashPassword(password)
  await lockTeam(ctx.db)
  const user = await memberOfLink(ctx.db, await takeLink(ctx.db, hash, ctx.now))
  if (!user) return null
  const { id, username, email, role } = user
  const own = { ...ctx, metadata: { ...ctx.metadata, actor: `user-${id}`, actorName: username } }
  await setForgottenPassword(ctx.db, id, passwordHash)
  if (user.invited) await changeMember(own, user, { type: 'AcceptInvitation' })
  else await revokeAccessOf(own, id, 'new password')
  return { user: { id, username, email, role } }
}

async function change(ctx: Context, actorId: number, userId: number, command: MemberChange): Promise<void> {
  const user = await requireManageable(ctx, actorId, userId, command)
  await changeMember(ctx, user, command)
}

/** The member, locked, if the user may change them: a user can neither change nor make one who may do more. */
async function requireManageable(
  ctx: Context,
  actorId: number,
  userId: number,
  after?: MemberChange,
): Promise<StoredUser> {
  await lockTeam(ctx.db)
  const user = await requireExistingMember(ctx, userId)
  const own = await rightsOfActor(ctx, actorId)
  requireRights(own, memberOf(user))
  if (after?.type === 'ChangeMemberRole') requireRights(own, after)
  return user
}

async function requireExistingMember({ db }: Context, userId: number): Promise<StoredUser> {
  const user = await selectUserById(db, userId)
  if (!user) throw rejection('not-found', 'Member not found')
  return user
}

/** As they are now, whatever they were when the request began. */
async function rightsOfActor({ db }: Context, actorId: number): Promise<readonly Right[]> {
  const own = currentRights(await selectUserById(db, actorId))
  if (!own.includes('team')) throw rejection('forbidden', 'You may not change the team.')
  return own
}

function requireRights(own: readonly Right[], member: Partial<MemberState>): void {
  if (!includesRightsOf(own, member))
    throw rejection('forbidden', 'You may not change a member who may do more than you.')
}

import { Credentials, type User } from '@plumbline/platform/credentials'
import { rejection } from '@plumbline/platform/errors'
import { PasswordChange, type PasswordRefusal } from '@plumbline/platform/passwords'
import { type Role, roles } from '@plumbline/platform/rights'
import type { ServiceContext } from '@plumbline/platform/service'
import { safeParse } from 'zod/mini'
import { NewUser } from '../api.ts'
import { addMember, changeMember, revokeAccessOf } from '../member/change.ts'
import type { MemberChange } from '../member/decider.ts'
import { dummyHash, hashPassword, isOutdated, verifyPassword } from './passwordHash.ts'
import { type IdentitySettings, validatePassword } from './passwordRules.ts'
import {
  anyUserExists,
  insertUser,
  lockTeam,
  requireFreeNames,
  type StoredUser,
  selectUserById,
  selectUserByName,
  selectUsers,
  updatePassword,
} from './table.ts'

// Hashing takes long. What is read before it is read from the pool, so that no transaction is open meanwhile.
type Context = ServiceContext<IdentitySettings>

/**
 * The user, or null when the name or the password is wrong, or the user is disabled or has not joined. All take the same time, so that
 * a caller cannot find out which it was.
 */
export async function signIn(ctx: Context, credentials: unknown): Promise<User | null> {
  const parsed = safeParse(Credentials, credentials ?? {})
  if (!parsed.success) throw rejection('invalid', parsed.error.issues[0]?.message ?? 'Invalid credentials')
  const { username, password } = parsed.data
  const user = await selectUserByName(ctx.store.pool, username)
  const isRight = await verifyPassword(user?.password ?? dummyHash, password)
  if (!user || !isRight || user.disabled || user.invited) return null
  if (isOutdated(user.password)) await updatePassword(ctx.db, user, await hashPassword(password))
  return toUser(user)
}

/** Adds a user. Throws `conflict` when the name or the e-mail address is taken. */
export async function addUser(ctx: Context, user: NewUser): Promise<User> {
  const parsed = safeParse(NewUser, user)
  if (!parsed.success) throw rejection('invalid', parsed.error.issues[0]?.message ?? 'Invalid user.')
  const { username, email, password } = parsed.data
  await requireGoodPassword(ctx, password, { username, email })
  const hash = await hashPassword(password)
  await lockTeam(ctx.db)
  await requireFreeNames(ctx.db, { username, email })
  const role = 'business_owner'
  const added = await insertUser(ctx.db, { username, email, password: hash, role })
  await addMember(ctx, added.id, { type: 'AddMember', role })
  return added
}

/** A user's own change, which needs the current password. Null when it is done. */
export async function changePassword(
  ctx: Context,
  userId: number,
  change: unknown,
): Promise<PasswordRefusal | null> {
  const parsed = safeParse(PasswordChange, change ?? {})
  if (!parsed.success) return refusalOf(parsed.error.issues[0])
  const { current, next } = parsed.data
  const user = await selectUserById(ctx.store.pool, userId)
  if (!user || user.disabled || user.invited) throw rejection('unauthenticated', 'Please sign in.')
  // checked first, so that the answer does not depend on the current password
  const problem = await validatePassword(next, { ...user, ...ctx.settings })
  if (problem) return { field: 'next', message: problem }
  const isRight = await verifyPassword(user.password, current)
  if (!isRight || !(await replacePassword(ctx, user, next, `user-${userId}`)))
    return { field: 'current', message: 'Current password is incorrect.' }
  return null
}

/** An operator's change, which needs no current password. The caller ends the user's sessions. */
export async function setPassword(ctx: Context, username: string, password: string): Promise<User> {
  const user = requireExistingUser(await selectUserByName(ctx.store.pool, username), username)
  if (user.invited) throw rejection('conflict', `${username} has not joined yet.`)
  await requireGoodPassword(ctx, password, user)
  if (!(await replacePassword(ctx, user, password)))
    throw rejection('conflict', 'The password was changed at the same moment. Please try again.')
  return toUser(user)
}

/** A disabled user cannot sign in. The caller ends the user's sessions. */
export const setUserDisabled = (ctx: Context, username: string, disabled: boolean): Promise<User> =>
  changeByName(ctx, username, { type: disabled ? 'DeactivateMember' : 'ReactivateMember' })

/** An operator's change; what was added to the rights of the role before, or taken from them, is not any more. */
export async function setRole(ctx: Context, username: string, role: string): Promise<User> {
  if (!roles.includes(role as Role)) throw rejection('invalid', `The roles are ${roles.join(', ')}.`)
  return changeByName(ctx, username, { type: 'ChangeMemberRole', role, granted: [], denied: [] })
}

async function changeByName(ctx: Context, username: string, command: MemberChange): Promise<User> {
  await lockTeam(ctx.db)
  const user = requireExistingUser(await selectUserByName(ctx.db, username), username)
  const { role } = await changeMember(ctx, user, command)
  return { ...toUser(user), role }
}

/** For a user who signs out everywhere. The sessions are the gateway's to end. */
export async function revokeAccess(ctx: Context, userId: number): Promise<void> {
  await revokeAccessOf(ctx, userId, 'signed out everywhere', `user-${userId}`)
}

export const listUsers = async (ctx: Context): Promise<ListedUser[]> =>
  (await selectUsers(ctx.db)).map((user) => ({
    ...toUser(user),
    disabled: user.disabled,
    ...(user.invited && { invited: true }),
  }))

type ListedUser = User & { disabled: boolean; invited?: true }

export const hasUsers = (ctx: Context): Promise<boolean> => anyUserExists(ctx.db)

function requireExistingUser(user: StoredUser | undefined, username: string): StoredUser {
  if (!user) throw rejection('not-found', `There is no user ${username}.`)
  return user
}

async function requireGoodPassword(
  { settings }: Context,
  password: string,
  { username, email }: Pick<User, 'username' | 'email'>,
): Promise<void> {
  const problem = await validatePassword(password, { username, email, ...settings })
  if (problem) throw rejection('invalid', problem)
}

/** False when the stored password has changed since `user` was read. */
async function replacePassword(
  ctx: Context,
  user: StoredUser,
  password: string,
  actor?: string,
): Promise<boolean> {
  const hash = await hashPassword(password)
  const isReplaced = await updatePassword(ctx.db, user, hash)
  if (isReplaced) await revokeAccessOf(ctx, user.id, 'new password', actor)
  return isReplaced
}

const toUser = ({ id, username, email, role }: StoredUser): User => ({ id, username, email, role })

const refusalOf = (issue: { path: PropertyKey[]; message: string } | undefined): PasswordRefusal => ({
  field: issue?.path[0] === 'next' ? 'next' : 'current',
  message: issue?.message ?? 'The request could not be read.',
})

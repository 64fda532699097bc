import { inTransaction, type Pool, type Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { append, type Metadata } from '@plumbline/platform/event-store'
import { eventLogGrants, roleOf, type SchemaDefinition } from '@plumbline/platform/migrate'
import { safeParse } from 'zod/mini'
import { Credentials, NewUser, PasswordChange, type PasswordRefusal, type User } from './api.ts'
import type { UserAccessRevoked } from './events.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'
import { faultOf } from './passwordRules.ts'
import {
  countUsers,
  findById,
  findByUsername,
  insertUser,
  listUsers,
  replacePassword,
  type StoredUser,
  setDisabled,
  usersMigrations,
} from './users.ts'

export { identityRouter } from './routes.ts'

const role = roleOf('identity')

export const identitySchema: SchemaDefinition = {
  schema: 'identity',
  role,
  grants: eventLogGrants(role),
  migrations: usersMigrations,
}

export type IdentityOptions = {
  pool: Pool
  /** What the product and the business are called: nobody's password. */
  names: readonly string[]
}

type Reason = UserAccessRevoked['data']['reason']

const revoke = (tx: Tx, userId: number, reason: Reason, actor: Metadata['actor']) =>
  append<UserAccessRevoked>(tx, {
    stream: `user-${userId}`,
    expectedVersion: 'any',
    events: [{ type: 'UserAccessRevoked', data: { userId, reason } }],
    metadata: { actor, requestId: reason },
  })

/** Users and their passwords. Sessions are the gateway's. */
export function createIdentity({ pool, names }: IdentityOptions) {
  // verified when the user is unknown, so that both answers take the same time
  const decoy = hashPassword('a password nobody has')

  const named = async (username: string) => {
    const user = await findByUsername(pool, username)
    if (!user) throw rejection('not-found', `There is no user ${username}.`)
    return user
  }

  /** False when the password that was checked is no longer the stored one. */
  const takePassword = async (user: StoredUser, next: string, actor: Metadata['actor']): Promise<boolean> => {
    const hash = await hashPassword(next)
    return inTransaction(pool, async (tx) => {
      const isReplaced = await replacePassword(tx, user, hash)
      if (isReplaced) await revoke(tx, user.id, 'new password', actor)
      return isReplaced
    })
  }

  return {
    /** The user, or null when the name or the password is wrong or the user is disabled; not even time tells which. */
    async signIn(credentials: unknown): Promise<User | null> {
      const parsed = safeParse(Credentials, credentials ?? {})
      if (!parsed.success)
        throw rejection('invalid', parsed.error.issues[0]?.message ?? 'Invalid credentials')
      const { username, password } = parsed.data
      const found = await findByUsername(pool, username)
      const right = await verifyPassword(found?.password ?? (await decoy), password)
      if (!found || !right || found.disabled) return null
      if (isOutdated(found.password)) await replacePassword(pool, found, await hashPassword(password))
      return asUser(found)
    },

    /** Adds a user; 409 when the name or the e-mail is taken. */
    async addUser(user: NewUser): Promise<User> {
      const parsed = safeParse(NewUser, user)
      if (!parsed.success) throw rejection('invalid', parsed.error.issues[0]?.message ?? 'That is no user.')
      const { username, email, password } = parsed.data
      const fault = await faultOf(password, { username, email, names })
      if (fault) throw rejection('invalid', fault)
      const added = await insertUser(pool, { username, email, password: await hashPassword(password) })
      if (!added) throw rejection('conflict', 'There is already a user with this name or e-mail.')
      return added
    },

    /** A user's own change: the password until now is asked for. Null when it is done. */
    async changePassword(userId: number, change: unknown): Promise<PasswordRefusal | null> {
      const parsed = safeParse(PasswordChange, change ?? {})
      if (!parsed.success) return refusalOf(parsed.error.issues[0])
      const { current, next } = parsed.data
      const user = await findById(pool, userId)
      if (!user || user.disabled) throw rejection('unauthenticated', 'Please sign in.')
      // first, so that it says nothing of the password until now
      const fault = await faultOf(next, { ...user, names })
      if (fault) return { field: 'next', message: fault }
      const right = await verifyPassword(user.password, current)
      if (!right || !(await takePassword(user, next, `user-${userId}`)))
        return { field: 'current', message: 'This is not your password.' }
      return null
    },

    /** An operator's change, which asks nothing. Whoever calls this ends the user's sessions. */
    async setPassword(username: string, next: string): Promise<User> {
      const user = await named(username)
      const fault = await faultOf(next, { ...user, names })
      if (fault) throw rejection('invalid', fault)
      if (!(await takePassword(user, next, 'operator')))
        throw rejection('conflict', 'The password was changed at the same moment. Please try again.')
      return asUser(user)
    },

    /** A disabled user cannot sign in. Whoever calls this ends the user's sessions. */
    async setDisabled(username: string, disabled: boolean): Promise<User> {
      const user = await named(username)
      await inTransaction(pool, async (tx) => {
        await setDisabled(tx, user.id, disabled)
        if (disabled) await revoke(tx, user.id, 'disabled', 'operator')
      })
      return asUser(user)
    },

    /** For a user who signs out everywhere; the sessions themselves are the gateway's to end. */
    async revokeAccess(userId: number): Promise<void> {
      await inTransaction(pool, (tx) => revoke(tx, userId, 'signed out everywhere', `user-${userId}`))
    },

    allUsers: () => listUsers(pool),

    hasUsers: async (): Promise<boolean> => (await countUsers(pool)) > 0,
  }
}
export type Identity = ReturnType<typeof createIdentity>

const asUser = ({ id, username, email, role }: StoredUser): User => ({ id, username, email, role })

const refusalOf = (issue: { path: PropertyKey[]; message: string } | undefined): PasswordRefusal => ({
  field: issue?.path[0] === 'next' ? 'next' : 'current',
  message: issue?.message ?? 'The request could not be read.',
})

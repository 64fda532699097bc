import type { Pool } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { type Owner, roleOf } from '@plumbline/platform/migrate'
import { safeParse } from 'zod/mini'
import { Credentials, NewUser, type User } from './api.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'
import {
  countUsers,
  findByUsername,
  insertUser,
  listUsers,
  replacePassword,
  usersMigration,
} from './users.ts'

export { identityRouter } from './routes.ts'

export const identitySchema: Owner = {
  schema: 'identity',
  role: roleOf('identity'),
  migrations: [usersMigration],
}

/** Users and their passwords. Sessions are the gateway's. */
export function createIdentity({ pool }: { pool: Pool }) {
  // verified when the user is unknown, so that both answers take the same time
  const decoy = hashPassword('a password nobody has')

  return {
    /** The user, or null when the name or the password is wrong; which of them cannot be told, not even by time. */
    async signIn(credentials: unknown): Promise<User | null> {
      const parsed = safeParse(Credentials, credentials ?? {})
      if (!parsed.success) throw reject('invalid', parsed.error.issues[0]?.message ?? 'Invalid credentials')
      const { username, password } = parsed.data
      const found = await findByUsername(pool, username)
      const right = await verifyPassword(found?.password ?? (await decoy), password)
      if (!found || !right) return null
      if (isOutdated(found.password)) await replacePassword(pool, found.id, await hashPassword(password))
      const { password: _, ...user } = found
      return user
    },

    /** Adds a user; 409 when the name or the e-mail is taken. */
    async addUser(user: NewUser): Promise<User> {
      const parsed = safeParse(NewUser, user)
      if (!parsed.success) throw reject('invalid', parsed.error.issues[0]?.message ?? 'That is no user.')
      const { username, email, password } = parsed.data
      const added = await insertUser(pool, { username, email, password: await hashPassword(password) })
      if (!added) throw reject('conflict', 'There is already a user with this name or e-mail.')
      return added
    },

    allUsers: (): Promise<User[]> => listUsers(pool),

    hasUsers: async (): Promise<boolean> => (await countUsers(pool)) > 0,
  }
}
export type Identity = ReturnType<typeof createIdentity>

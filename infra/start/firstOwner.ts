import { randomBytes } from 'node:crypto'
import { createIdentity } from '@plumbline/identity/service'
import { createPool } from '@plumbline/platform/db'
import { toRejection } from '@plumbline/platform/errors'
import type { Log } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import type { Config } from '../config.ts'

/** The password only when it was made up here. */
export type Welcome = { username: string; password?: string }

/** Creates the first user when there is none. Null: there are users, or nobody said who it should be. */
export async function createFirstOwner(
  url: string,
  { owner, business }: Config,
  embedded: boolean,
  log: Log,
): Promise<Welcome | null> {
  const pool = createPool({
    url,
    name: 'plumbline-identity',
    log,
    role: roleOf('identity'),
    schema: 'identity',
    max: 1,
  })
  try {
    const identity = createIdentity({ pool, names: [business.product, business.name] })
    if (await identity.hasUsers()) return null
    if (!owner.password && !embedded) {
      console.log('There is no user yet. Create one with: npm run ops -- users add <username> <e-mail>')
      return null
    }
    const password = owner.password ?? randomBytes(12).toString('base64url')
    await identity.addUser({ ...owner, password }).catch((error: Error) => {
      throw toRejection(error)?.code === 'invalid' ? new Error(`OWNER_PASSWORD: ${error.message}`) : error
    })
    return { username: owner.username, ...(owner.password ? {} : { password }) }
  } finally {
    await pool.end()
  }
}

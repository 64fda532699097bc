import { randomBytes } from 'node:crypto'
import { toRejection } from '@plumbline/platform/errors'
import type { Log } from '@plumbline/platform/log'
import type { Config } from '../config.ts'
import { settingsOf } from '../config.ts'
import { operator, withIdentity } from '../roles/attachServices.ts'

/** With the password only when it was generated. */
export type Welcome = { username: string; password?: string }

/** Creates the first user when there is none. Null when there are users, or no owner is configured. */
export const createFirstOwner = (
  url: string,
  config: Config,
  embedded: boolean,
  log: Log,
): Promise<Welcome | null> =>
  withIdentity({ url, log, ...settingsOf(config) }, async (identity) => {
    const { owner } = config
    if (await identity.hasUsers(operator())) return null
    if (!owner.password && !embedded) {
      console.log('There is no user yet. Create one with: npm run ops -- users add <username> <e-mail>')
      return null
    }
    const password = owner.password ?? randomBytes(12).toString('base64url')
    const { username, email } = owner
    await identity.addUser(operator(), { username, email, password }).catch((error: Error) => {
      throw toRejection(error)?.code === 'invalid' ? new Error(`OWNER_PASSWORD: ${error.message}`) : error
    })
    return { username, ...(owner.password ? {} : { password }) }
  })

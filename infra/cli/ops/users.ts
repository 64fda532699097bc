import { randomBytes } from 'node:crypto'
import { endSessionsOf, gatewaySchema } from '@plumbline/gateway/schema'
import { createPool } from '@plumbline/platform/db'
import { connectionOf } from '@plumbline/platform/migrate'
import { operator, withIdentity } from '../../processes/roles/attachServices.ts'
import { type Context, defineCommand } from './command.ts'

const usage =
  'users list | add <username> <e-mail> | password | disable | enable <username> | role <username> <role>'

/** Lists and adds users, gives them a new password or another role, disables and enables them. */
export const users = defineCommand({
  usage,
  example: 'users add maria maria@example.com',
  options: {},
  run: async (context, [name = '', ...words]) => {
    const action = actions[name]
    if (!action || words.length !== action.words) throw new Error(`Usage: npm run ops -- ${usage}`)
    const { databaseUrl: url, log, business, json } = context
    const guessableNames = [business.product, business.name]
    const { result, lines } = await withIdentity({ url, log, guessableNames }, (identity) =>
      action.run({ identity, endSessions: (userId) => endSessions(context, userId), words }),
    )
    if (json) console.log(JSON.stringify(result))
    else for (const line of lines) console.log(line)
  },
})

type ActionContext = {
  identity: Parameters<Parameters<typeof withIdentity>[1]>[0]
  endSessions: (userId: number) => Promise<number>
  words: string[]
}
type Action = {
  words: number
  run: (context: ActionContext) => Promise<{ result: unknown; lines: string[] }>
}

const actions: Record<string, Action> = {
  list: {
    words: 0,
    run: async ({ identity }) => {
      const all = await identity.listUsers(operator())
      const lines = all.map(({ id, username, email, role, disabled, invited }) =>
        [id, username, email, role, ...(disabled ? ['disabled'] : []), ...(invited ? ['invited'] : [])].join(
          '\t',
        ),
      )
      return { result: all, lines }
    },
  },
  add: {
    words: 2,
    run: async ({ identity, words: [username = '', email = ''] }) => {
      const password = newPassword()
      const user = await identity.addUser(operator(), { username, email, password })
      return { result: { ...user, password }, lines: [`Added ${username}. ${shownOnce(password)}`] }
    },
  },
  password: {
    words: 1,
    run: async ({ identity, endSessions, words: [username = ''] }) => {
      const password = newPassword()
      const user = await identity.setPassword(operator(), username, password)
      const ended = await endSessions(user.id)
      return {
        result: { ...user, password, endedSessions: ended },
        lines: [`${user.username} is signed out everywhere (${ended} sessions). ${shownOnce(password)}`],
      }
    },
  },
  disable: {
    words: 1,
    run: async ({ identity, endSessions, words: [username = ''] }) => {
      const user = await identity.setUserDisabled(operator(), username, true)
      const ended = await endSessions(user.id)
      return {
        result: { ...user, disabled: true, endedSessions: ended },
        lines: [`${user.username} cannot sign in, and is signed out everywhere (${ended} sessions).`],
      }
    },
  },
  enable: {
    words: 1,
    run: async ({ identity, words: [username = ''] }) => {
      const user = await identity.setUserDisabled(operator(), username, false)
      return { result: { ...user, disabled: false }, lines: [`${user.username} can sign in again.`] }
    },
  },
  role: {
    words: 2,
    run: async ({ identity, words: [username = '', role = ''] }) => {
      const user = await identity.setRole(operator(), username, role)
      return { result: user, lines: [`${user.username} is ${user.role} from the next request on.`] }
    },
  },
}

const newPassword = () => randomBytes(12).toString('base64url')
const shownOnce = (password: string) => `The password is ${password} (shown this once).`

async function endSessions({ databaseUrl: url, log }: Context, userId: number): Promise<number> {
  const pool = createPool({ url, name: 'plumbline-ops', log, ...connectionOf(gatewaySchema), max: 1 })
  try {
    return await endSessionsOf(pool, userId)
  } finally {
    await pool.end()
  }
}

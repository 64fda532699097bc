import { randomBytes } from 'node:crypto'
import { endSessionsOf } from '@plumbline/gateway/gateway'
import { createIdentity, type Identity } from '@plumbline/identity/service'
import { createPool } from '@plumbline/platform/db'
import { roleOf } from '@plumbline/platform/migrate'
import type { Command, Context } from './command.ts'

const usage = 'users list | add <username> <e-mail> | password | disable | enable <username>'

/** Lists and adds users, gives them a new password, keeps them out and lets them in again. */
export const users: Command = {
  usage,
  example: 'users add maria maria@example.com',
  run: async (context, [action = '', ...words]) => {
    const act = actions[action]
    if (!act || words.length !== act.words) throw new Error(`Usage: npm run ops -- ${usage}`)
    const pool = poolOf(context, 'identity')
    const { product, name } = context.business
    try {
      const { told, lines } = await act.run({
        identity: createIdentity({ pool, names: [product, name] }),
        endSessions: (userId) => endSessions(context, userId),
        words,
      })
      if (context.json) console.log(JSON.stringify(told))
      else for (const line of lines) console.log(line)
    } finally {
      await pool.end()
    }
  },
}

type Doing = {
  identity: Identity
  endSessions: (userId: number) => Promise<number>
  words: string[]
}
type Action = { words: number; run: (doing: Doing) => Promise<{ told: unknown; lines: string[] }> }

const actions: Record<string, Action> = {
  list: {
    words: 0,
    run: async ({ identity }) => {
      const all = await identity.allUsers()
      const lines = all.map(({ id, username, email, role, disabled }) =>
        [id, username, email, role, ...(disabled ? ['disabled'] : [])].join('\t'),
      )
      return { told: all, lines }
    },
  },
  add: {
    words: 2,
    run: async ({ identity, words: [username = '', email = ''] }) => {
      const password = madeUp()
      const user = await identity.addUser({ username, email, password })
      return { told: { ...user, password }, lines: [`Added ${username}. ${shownOnce(password)}`] }
    },
  },
  password: {
    words: 1,
    run: async ({ identity, endSessions, words: [username = ''] }) => {
      const password = madeUp()
      const user = await identity.setPassword(username, password)
      const ended = await endSessions(user.id)
      return {
        told: { ...user, password, endedSessions: ended },
        lines: [`${user.username} is signed out everywhere (${ended} sessions). ${shownOnce(password)}`],
      }
    },
  },
  disable: {
    words: 1,
    run: async ({ identity, endSessions, words: [username = ''] }) => {
      const user = await identity.setDisabled(username, true)
      const ended = await endSessions(user.id)
      return {
        told: { ...user, disabled: true, endedSessions: ended },
        lines: [`${user.username} cannot sign in, and is signed out everywhere (${ended} sessions).`],
      }
    },
  },
  enable: {
    words: 1,
    run: async ({ identity, words: [username = ''] }) => {
      const user = await identity.setDisabled(username, false)
      return { told: { ...user, disabled: false }, lines: [`${user.username} can sign in again.`] }
    },
  },
}

const madeUp = () => randomBytes(12).toString('base64url')
const shownOnce = (password: string) => `The password is ${password} (shown this once).`

const poolOf = ({ databaseUrl: url, log }: Context, schema: string) =>
  createPool({ url, name: 'plumbline-ops', log, role: roleOf(schema), schema, max: 1 })

async function endSessions(context: Context, userId: number): Promise<number> {
  const pool = poolOf(context, 'gateway')
  try {
    return await endSessionsOf(pool, userId)
  } finally {
    await pool.end()
  }
}

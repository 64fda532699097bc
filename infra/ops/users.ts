import { randomBytes } from 'node:crypto'
import { createIdentity } from '@plumbline/identity/service'
import { createPool } from '@plumbline/platform/db'
import { roleOf } from '@plumbline/platform/migrate'
import type { Command } from './command.ts'

/** Lists users, or adds one with a random password that is printed once. */
export const users: Command = {
  usage: 'users list | add <username> <e-mail>',
  example: 'users add maria maria@example.com',
  run: async ({ databaseUrl, json, log }, [action, username, email]) => {
    const pool = createPool({
      url: databaseUrl,
      name: 'plumbline-ops',
      log,
      role: roleOf('identity'),
      schema: 'identity',
      max: 1,
    })
    const identity = createIdentity({ pool })
    try {
      if (action === 'list') {
        const all = await identity.allUsers()
        if (json) console.log(JSON.stringify(all))
        else for (const user of all) console.log(`${user.id}\t${user.username}\t${user.email}\t${user.role}`)
      } else if (action === 'add' && username && email) {
        const password = randomBytes(12).toString('base64url')
        const user = await identity.addUser({ username, email, password })
        if (json) console.log(JSON.stringify({ ...user, password }))
        else console.log(`Added ${username}. The password is ${password} (shown this once).`)
      } else {
        throw new Error('Usage: npm run ops -- users list | add <username> <e-mail>')
      }
    } finally {
      await pool.end()
    }
  },
}

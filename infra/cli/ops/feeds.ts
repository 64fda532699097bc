import { createPool } from '@plumbline/platform/db'
import { connectionOf } from '@plumbline/platform/migrate'
import { listFeeds, revokeFeed, revokeFeeds } from '@plumbline/scheduling/service'
import { loadService } from '../../processes/services.ts'
import { defineCommand } from './command.ts'

const usage = 'feeds list | revoke <id> | revoke-user <user id> | revoke-all'

const idOf = (word: string): number => {
  if (!/^\d{1,9}$/.test(word)) throw new Error(`${word} is not a number.`)
  return Number(word)
}

/** Lists the secret calendar addresses of all users, and revokes one, a user's or all of them. */
export const feeds = defineCommand({
  usage,
  example: 'feeds list',
  options: {},
  run: async ({ databaseUrl: url, log, json }, [action = '', word = '', ...more]) => {
    const takesId = action === 'revoke' || action === 'revoke-user'
    if (!['list', 'revoke', 'revoke-user', 'revoke-all'].includes(action) || takesId !== (word !== ''))
      throw new Error(`Usage: npm run ops -- ${usage}`)
    if (more.length > 0) throw new Error(`Usage: npm run ops -- ${usage}`)
    const { schema } = await loadService('scheduling')
    const pool = createPool({ url, name: 'plumbline-ops', log, ...connectionOf(schema), max: 1 })
    try {
      if (action === 'list') {
        const all = await listFeeds(pool)
        if (json) console.log(JSON.stringify(all))
        else console.table(all)
        return
      }
      const revoked =
        action === 'revoke'
          ? Number(await revokeFeed(pool, idOf(word), null))
          : await revokeFeeds(pool, action === 'revoke-user' ? idOf(word) : null)
      if (json) console.log(JSON.stringify({ revoked }))
      else console.log(`${revoked} calendar addresses are revoked.`)
      if (action === 'revoke' && revoked === 0) process.exitCode = 3
    } finally {
      await pool.end()
    }
  },
})

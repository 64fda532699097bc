import { forgetDeliveries, sendDelivery } from '@plumbline/messaging/service'
import { createPool } from '@plumbline/platform/db'
import { type Backing, createQueue, queueSchema } from '@plumbline/platform/jobs'
import { withBackupLock } from '../../processes/backup/lock.ts'
import { dropTrialDatabase } from '../../processes/backup/trial.ts'
import { refuseUnfinishedRestore } from '../../processes/backup/unfinishedRestore.ts'
import { defineCommand } from './command.ts'
import { erasePerson, type Person } from './erasure.ts'

const usage = 'erase customer|lead|contact <id> --yes'

/** @throws with the usage when they name no person. */
export function personOf([kind, id]: string[], usage: string): Person {
  if ((kind !== 'lead' && kind !== 'customer' && kind !== 'contact') || !/^[1-9]\d{0,9}$/.test(id ?? ''))
    throw new Error(`Usage: npm run ops -- ${usage}`)
  return { kind, id: Number(id) }
}

/** Destroys the data key of a person, so that their personal data cannot be decrypted any more. It cannot be undone. */
export const erase = defineCommand({
  usage,
  example: 'erase customer 42 --yes',
  options: { yes: { type: 'boolean' } },
  run: async ({ pool, databaseUrl: url, redisUrl, log, json, keyring }, args, { yes }) => {
    const person = personOf(args, usage)
    if (!yes)
      throw new Error(
        `This destroys the key of ${person.kind} ${person.id}: name, contact and messages can never be read again. Add --yes to do it.`,
      )
    const queues = createPool({ url, name: 'plumbline-ops-queues', log, searchPath: queueSchema, max: 2 })
    const backing: Backing = redisUrl ? { kind: 'redis', url: redisUrl } : { kind: 'postgres', pool: queues }
    const queue = createQueue(sendDelivery, backing, log)
    try {
      await refuseUnfinishedRestore(pool)
      const { subjects, ...erased } = await erasePerson(pool, await keyring(), person)
      await forgetDeliveries(pool, queue, subjects)
      // a trial restore has everybody in plain text while it runs, and for longer when it was killed
      await withBackupLock(pool, () => dropTrialDatabase(pool))
      if (json) console.log(JSON.stringify(erased))
      else
        console.log(
          `Erased ${person.kind} ${person.id}: ${erased.events} events can no longer be read, rebuilt ${erased.rebuilt.join(', ') || 'nothing'}. Backups forget them with the next copy of the keys: npm run ops -- backup`,
        )
    } finally {
      await queue.close()
      await queues.end()
    }
  },
})

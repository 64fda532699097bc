import { createPool } from '@plumbline/platform/db'
import { erasePerson, type Person } from '../erasure.ts'
import type { Command } from './command.ts'
import { refuseUnfinishedRestore } from './unfinishedRestore.ts'

const usage = 'erase customer|lead <id> --yes'

function personOf([kind, id]: string[]): Person {
  if ((kind !== 'lead' && kind !== 'customer') || !/^[1-9]\d{0,9}$/.test(id ?? ''))
    throw new Error(`Usage: npm run ops -- ${usage}`)
  return { kind, id: Number(id) }
}

/** Destroys the key of a person, so that nobody can read who they were. It cannot be taken back. */
export const erase: Command = {
  usage,
  example: 'erase customer 42 --yes',
  run: async ({ databaseUrl: url, log, json, keyring, options }, args) => {
    const person = personOf(args)
    if (!options.yes)
      throw new Error(
        `This destroys the key of ${person.kind} ${person.id}: name, contact and messages can never be read again. Add --yes to do it.`,
      )
    const pool = createPool({ url, name: 'plumbline-ops', log, max: 4, patient: true })
    try {
      await refuseUnfinishedRestore(pool)
      const erased = await erasePerson(pool, await keyring(pool), person)
      if (json) console.log(JSON.stringify(erased))
      else
        console.log(
          `Erased ${person.kind} ${person.id}: ${erased.events} events can no longer be read, rebuilt ${erased.rebuilt.join(', ') || 'nothing'}. Backups forget them with the next copy of the keys: npm run ops -- backup`,
        )
    } finally {
      await pool.end()
    }
  },
}

import { dirname, join, resolve } from 'node:path'
import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import { eraseSubjects, type Keyring, rebuildProjection } from '@plumbline/platform/event-store'
import { rebuildTargets } from '../projections.ts'
import { type Places, restore as read, backup as write } from './archive.ts'
import type { Command, Context } from './command.ts'

const ownerPool = ({ databaseUrl: url, log }: Context) =>
  createPool({ url, name: 'plumbline-ops', log, max: 4, patient: true })

/** The keys lie beside the backups, once for all of them, unless another place is given. */
const placesOf = ({ options }: Context, given: string): Places => {
  const folder = resolve(given)
  return { folder, keysFolder: resolve(options.keys ?? join(dirname(folder), 'keys')) }
}

const told = ({ tables }: Awaited<ReturnType<typeof write>>) =>
  Object.entries(tables)
    .map(([table, { rows }]) => `${table} ${rows}`)
    .join(', ')

/** Everything that cannot be made anew from the events, as of one moment, while the product runs. */
export const backup: Command = {
  usage: 'backup <folder> [--keys <folder>]',
  example: 'backup /var/backups/plumbline/2026-11-21',
  run: async (context, [folder]) => {
    if (!folder) throw new Error('Usage: npm run ops -- backup <folder> [--keys <folder>]')
    const pool = ownerPool(context)
    try {
      const places = placesOf(context, folder)
      const manifest = await write(pool, places)
      if (context.json) console.log(JSON.stringify(manifest))
      else
        console.log(
          `Backed up to ${places.folder}: ${told(manifest)}\nThe keys that open it are in ${places.keysFolder}; only their newest copy may be kept. The master key is in neither: keep it elsewhere.`,
        )
    } finally {
      await pool.end()
    }
  },
}

/** A backup into an empty store, then every read model from the events. */
export const restore: Command = {
  usage: 'restore <folder> [--keys <folder>]',
  example: 'restore /var/backups/plumbline/2026-11-21',
  run: async (context, [folder]) => {
    if (!folder) throw new Error('Usage: npm run ops -- restore <folder> [--keys <folder>]')
    const pool = ownerPool(context)
    try {
      const manifest = await read(pool, placesOf(context, folder), context.fingerprint)
      const keyring = await context.keyring(pool)
      await eraseAgain(pool, keyring)
      for (const target of rebuildTargets) await rebuildProjection(target, { pool, keyring })
      console.log(
        context.json
          ? JSON.stringify(manifest)
          : `Restored from ${folder}: ${told(manifest)}; read models rebuilt`,
      )
    } finally {
      await pool.end()
    }
  },
}

/** Who was erased after the backup was made is not yet erased in its log. */
async function eraseAgain(pool: Pool, keyring: Keyring): Promise<void> {
  const gone = await run<{ subject: string }>(
    pool,
    sql`SELECT subject FROM es.subject_keys WHERE wrapped IS NULL`,
  )
  const metadata = { actor: 'operator', requestId: 'restore' }
  await eraseSubjects(
    gone.map(({ subject }) => subject),
    { pool, keyring, targets: [], metadata, now: new Date() },
  )
}

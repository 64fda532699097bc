import { createPool } from '@plumbline/platform/db'
import { rebuildProjection } from '@plumbline/platform/event-store'
import { rebuildTargets } from '../projections.ts'
import { restore as read, backup as write } from './archive.ts'
import type { Command, Context } from './command.ts'

const ownerPool = ({ databaseUrl: url, log }: Context) =>
  createPool({ url, name: 'plumbline-ops', log, max: 4, patient: true })

const told = ({ tables }: Awaited<ReturnType<typeof write>>) =>
  Object.entries(tables)
    .map(([table, { rows }]) => `${table} ${rows}`)
    .join(', ')

/** Everything that cannot be made anew from the events, as of one moment, while the product runs. */
export const backup: Command = {
  usage: 'backup <folder>',
  example: 'backup /var/backups/plumbline/2026-11-21',
  run: async (context, [folder]) => {
    if (!folder) throw new Error('Usage: npm run ops -- backup <folder>')
    const pool = ownerPool(context)
    try {
      const manifest = await write(pool, folder)
      console.log(context.json ? JSON.stringify(manifest) : `Backed up to ${folder}: ${told(manifest)}`)
    } finally {
      await pool.end()
    }
  },
}

/** A backup into an empty store, then every read model from the events. */
export const restore: Command = {
  usage: 'restore <folder>',
  example: 'restore /var/backups/plumbline/2026-11-21',
  run: async (context, [folder]) => {
    if (!folder) throw new Error('Usage: npm run ops -- restore <folder>')
    const pool = ownerPool(context)
    try {
      const manifest = await read(pool, folder)
      for (const target of rebuildTargets) await rebuildProjection(target, { pool })
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

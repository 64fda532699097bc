import { dirname, join, resolve } from 'node:path'
import { isBucketAddress } from '@plumbline/platform/files'
import { backup as write } from '../../processes/backup/archive.ts'
import type { Places } from '../../processes/backup/check.ts'
import { withBackupLock } from '../../processes/backup/lock.ts'
import { openStorage } from '../../processes/backup/openStorage.ts'
import { restore as read } from '../../processes/backup/restore.ts'
import { recordRun } from '../../processes/backup/runs.ts'
import { refuseUnfinishedRestore } from '../../processes/backup/unfinishedRestore.ts'
import { rebuildStale } from '../../processes/stores/rebuildTargets.ts'
import { type Context, defineCommand } from './command.ts'

const backupUsage = 'backup <folder or s3://bucket/prefix> [--keys <place>] [--take-over]'
const restoreUsage = 'restore <folder or s3://bucket/prefix> [--keys <place>]'

/** The keys lie beside the backups, once for all of them, unless another place is given. */
const placesOf = ({ backups }: Context, place: string, keys: string | undefined): Places => {
  const open = (address: string) =>
    openStorage({ ...backups, address: isBucketAddress(address) ? address : resolve(address) })
  const places = { backup: open(place), keys: open(keys ?? besideOf(place)) }
  // the manifest of one would replace that of the other
  if (withoutSlash(places.backup.where) === withoutSlash(places.keys.where))
    throw new Error(`${place} is where the keys lie. A backup needs a place of its own: choose another one.`)
  return places
}

const withoutSlash = (place: string) => place.replace(/\/+$/, '')

const parentOf = (place: string) =>
  isBucketAddress(place) ? new URL('.', place.replace(/\/$/, '')).href : dirname(resolve(place))

const besideOf = (place: string) =>
  isBucketAddress(place) ? `${parentOf(place)}keys` : join(parentOf(place), 'keys')

const formatRowCounts = ({ tables }: Awaited<ReturnType<typeof write>>) =>
  Object.entries(tables)
    .map(([table, { rows }]) => `${table} ${rows}`)
    .join(', ')

/** Everything that cannot be made anew from the events, as of one moment, while the product runs. */
export const backup = defineCommand({
  usage: backupUsage,
  example: 'backup /var/backups/plumbline/2026-11-21',
  options: { keys: { type: 'string' }, 'take-over': { type: 'boolean' } },
  run: async (context, [place], { keys, 'take-over': takesOver }) => {
    if (!place) throw new Error(`Usage: npm run ops -- ${backupUsage}`)
    const { pool } = context
    const places = placesOf(context, place, keys)
    await refuseUnfinishedRestore(pool)
    const manifest = await withBackupLock(pool, () => write(pool, places, { takesOver }))
    await recordRun(pool, 'backup', { outcome: 'succeeded' })
    if (context.json) console.log(JSON.stringify(manifest))
    else
      console.log(
        `Backed up to ${places.backup.where}: ${formatRowCounts(manifest)}\nThe keys that open it are in ${places.keys.where}; only their newest copy may be kept. The master key is in neither: keep it elsewhere.`,
      )
  },
})

/** A backup into an empty store, then every read model from the events. Broken off it goes on when it is run again. */
export const restore = defineCommand({
  usage: restoreUsage,
  example: 'restore s3://plumbline-backups/plumbline/2026-11-25T074100Z',
  options: { keys: { type: 'string' } },
  run: async (context, [place], { keys }) => {
    if (!place) throw new Error(`Usage: npm run ops -- ${restoreUsage}`)
    const { pool } = context
    const manifest = await read(pool, placesOf(context, place, keys), context.fingerprint)
    await rebuildStale(pool, await context.keyring(), () => {})
    console.log(
      context.json
        ? JSON.stringify(manifest)
        : `Restored from ${place}: ${formatRowCounts(manifest)}; read models rebuilt
This is an installation of its own: it backs up to another place than ${parentOf(place)}, unless it takes that over (see Backups and the drill).
It sends mail and SMS to customers as the shop does. Start a copy for a drill or a test with SMTP_URL=smtp://127.0.0.1:9 and TWILIO_BASE_URL=http://127.0.0.1:9.`,
    )
  },
})

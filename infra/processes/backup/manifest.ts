import { Readable } from 'node:stream'
import type { Files } from '@plumbline/platform/files'
import { feedHasAccess } from '@plumbline/scheduling/service'

export type ArchivedTable = {
  table: string
  order: string
  /** Rows that a backup contains, and the column that the condition needs: 0.1.0 does not have it. */
  only?: { condition: string; column: string }
}

/**
 * Users and secret calendar addresses. The copy of the keys has them too: an older copy would restore access that was revoked.
 * An address that has ended by an event is left out: an older log, with which it may be restored, does not have the event.
 */
const accessTables: ArchivedTable[] = [
  { table: 'identity.users', order: 'id' },
  {
    table: 'scheduling.calendar_feeds',
    order: 'id',
    only: { condition: feedHasAccess('calendar_feeds'), column: 'access_version' },
  },
]
/** What cannot be made anew from the events: they themselves, who may sign in, pictures, what became of messages, and what sends them. */
export const archivedTables: ArchivedTable[] = [
  { table: 'es.events', order: 'position' },
  { table: 'es.subscriptions', order: 'name, version' },
  { table: 'es.parked', order: 'subscription, position' },
  ...accessTables,
  { table: 'business.pictures', order: 'hash' },
  { table: 'messaging.deliveries', order: 'id' },
  { table: 'messaging.notice_jobs', order: 'delivery_id, appointment_id' },
  { table: 'messaging.sender_secrets', order: 'name' },
  { table: 'gateway.secrets', order: 'name' },
]
/** The people's keys lie apart and are kept once, as they are now: an older copy would undo erasures. */
export const keyTables: ArchivedTable[] = [
  { table: 'es.subject_keys', order: 'subject' },
  { table: 'es.master_key', order: 'one' },
  ...accessTables,
]

/**
 * `columns` and `file`: missing in a backup of 0.1.0 (format 2), which has the first columns that the table has now, in a file that is
 * named by the table.
 */
export type TableContent = { rows: number; sha256: string; columns?: string[]; file?: string }

/** A place with it holds a finished backup: its files are those that it names. */
export type Manifest = {
  format: 2 | 3
  madeAt: string
  /** Of the database that it was made of. A restored copy has another one. Missing in backups of 0.1.0. */
  installation?: string | null
  /** The first event of the log, which restored copies share; null: there was none. */
  store?: string | null
  /** Fingerprint of the master key that wraps the people's keys; null: there was none. */
  masterKey?: string | null
  tables: Record<string, TableContent>
  sequences: Record<string, string>
}

export const manifestFile = 'manifest.json'
/** A backup that replaces another has files of its own beside those, until its manifest is written. */
export const fileOf = (table: string, { file }: Pick<TableContent, 'file'>) => file ?? `${table}.copy.gz`
export const isBackupFile = (file: string) =>
  file === manifestFile || /^[a-z_]+\.[a-z_]+(\.[0-9a-f]{8})?\.copy\.gz$/.test(file)

export const filesOf = ({ tables }: Manifest): string[] => [
  manifestFile,
  ...Object.entries(tables).map(([table, content]) => fileOf(table, content)),
]

/** Null when there is none. */
export async function findManifest(place: Files): Promise<Manifest | null> {
  const file = await place.read(manifestFile)
  return file && (JSON.parse(file.toString()) as Manifest)
}

/** @throws when the place holds no finished backup. */
export async function readManifest(place: Files): Promise<Manifest> {
  const manifest = await findManifest(place)
  if (!manifest) throw new Error(`${place.where} holds no finished backup: its ${manifestFile} is missing.`)
  return manifest
}

/** From now on the place holds this backup instead of the one before. */
export const writeManifest = (place: Files, manifest: Manifest): Promise<void> =>
  place.write(manifestFile, Readable.from([Buffer.from(JSON.stringify(manifest, null, 2))]))

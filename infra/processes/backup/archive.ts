import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Client, type Db, type Pool, run, sql } from '@plumbline/platform/db'
import type { Files } from '@plumbline/platform/files'
import { to as copyTo } from 'pg-copy-streams'
import { storedFingerprint } from '../keys/masterKey.ts'
import { owners } from '../stores/schemas.ts'
import { tableExists } from '../stores/tableExists.ts'
import { checkTable, meter, type Places } from './check.ts'
import {
  type ArchivedTable,
  archivedTables,
  filesOf,
  findManifest,
  isBackupFile,
  keyTables,
  type Manifest,
  writeManifest,
} from './manifest.ts'

/**
 * Stores everything that cannot be made anew, as of one moment, while the product runs; nothing is written to this machine's
 * disk on the way. What was there before is replaced when the new is whole and was read again.
 */
export async function backup(
  pool: Pool,
  places: Places,
  { takesOver = false }: { takesOver?: boolean } = {},
): Promise<Manifest> {
  await refuseOtherContent(pool, places, { takesOver })
  for (const place of [places.backup, places.keys]) await place.removeUnfinished(isBackupFile)
  const id = randomUUID().slice(0, 8)
  const made = await writeTables(pool, places, id).catch(async (error) => {
    // half a backup could be what fills the disk
    const isHalf = (file: string) => file.endsWith(`.${id}.copy.gz`)
    for (const place of [places.backup, places.keys]) await removeFiles(place, isHalf).catch(() => {})
    throw error
  })
  // keys that are newer than the backup open it, older ones do not
  await writeManifest(places.keys, made.keys)
  await writeManifest(places.backup, made.backup)
  await removeReplaced(places.keys, made.keys)
  await removeReplaced(places.backup, made.backup)
  return made.backup
}

async function writeTables(pool: Pool, places: Places, id: string) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // the last part of a table is stored while the connection is idle
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = '15min'`)
    const common = {
      format: 3,
      madeAt: new Date().toISOString(),
      installation: (await installationOf(client))?.id ?? null,
      store: await storeOf(client),
      masterKey: (await storedFingerprint(client)) ?? null,
    } as const
    const tables = await write(client, places.backup, archivedTables, id)
    const keys = await write(client, places.keys, keyTables, id)
    const made: Record<keyof Places, Manifest> = {
      backup: { ...common, tables, sequences: await sequencesOf(client) },
      keys: { ...common, tables: keys, sequences: {} },
    }
    await client.query('COMMIT')
    for (const place of ['backup', 'keys'] as const)
      for (const [table, content] of Object.entries(made[place].tables))
        await checkTable(places[place], table, content)
    return made
  } finally {
    client.release(true)
  }
}

async function removeFiles(place: Files, isGone: (file: string) => boolean): Promise<void> {
  for (const file of await place.list()) if (isGone(file)) await place.remove(file)
}

/** Of the keys no older copy may stay. */
function removeReplaced(place: Files, manifest: Manifest): Promise<void> {
  const current = new Set(filesOf(manifest))
  return removeFiles(place, (file) => isBackupFile(file) && !current.has(file))
}

/** How large the tables are that a backup copies; it is smaller, because it is compressed. */
export async function archivedBytes(pool: Pool): Promise<number> {
  const tables = [...archivedTables, ...keyTables].map(({ table }) => table)
  const [row] = await run<{ bytes: string }>(
    pool,
    sql`SELECT coalesce(sum(pg_table_size(to_regclass(name))), 0) AS bytes FROM unnest(${tables}::text[]) name`,
  )
  return Number(row?.bytes)
}

/**
 * Throws rather than replace what is no backup, or belongs to another installation. `takesOver`: the installation that this one
 * was restored from does not run any more, and this one goes on in its place.
 */
export async function refuseOtherContent(
  pool: Pool,
  { backup, keys }: Places,
  { takesOver = false }: { takesOver?: boolean } = {},
): Promise<void> {
  const [own, store] = [await installationOf(pool), await storeOf(pool)]
  for (const place of [keys, backup]) {
    const manifest = await findManifest(place)
    if (!manifest && (await place.list()).some((file) => !isBackupFile(file)))
      throw new Error(`${place.where} holds something else than a backup. Choose another place.`)
    if (!manifest) continue
    // also by one that has no events yet: the keys of the people in the other's log would be lost
    if (!isOf(own, store, manifest) && !(takesOver && own?.restored && manifest.store === store))
      throw new Error(
        `${place.where} belongs to another installation. Choose another place.${own?.restored && manifest.store === store ? ' If that installation is gone for good, go on in its place: npm run ops -- backup <a new name beside it> --take-over' : ''}`,
      )
    const missing = await peopleMissing(pool, place, manifest)
    if (missing > 0)
      throw new Error(
        `${place.where} has the keys of ${missing} people who are not in this database, and they would be lost. Choose another place.`,
      )
  }
}

/** A manifest without an installation is of a database of 0.1, which had none: its first event may name one. */
const isOf = (own: Installation | undefined, store: string | null, manifest: Manifest): boolean =>
  manifest.installation
    ? manifest.installation === own?.id
    : !own?.restored && (!manifest.store || manifest.store === store)

/** How many people a copy of the keys has who are unknown here. */
async function peopleMissing(pool: Pool, place: Files, manifest: Manifest): Promise<number> {
  const written = manifest.tables['es.subject_keys']
  // a copy that cannot be read is worth replacing
  const table = written && (await checkTable(place, 'es.subject_keys', written).catch(() => undefined))
  if (!table) return 0
  const subjects = (await text(await table.read()))
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(0, line.indexOf('\t')))
  const [row] = await run<{ n: number }>(
    pool,
    sql`SELECT count(*)::int AS n FROM unnest(${subjects}::text[]) AS known (subject)
        WHERE NOT EXISTS (SELECT FROM es.subject_keys k WHERE k.subject = known.subject)`,
  )
  return row?.n ?? 0
}

type Installation = {
  id: string
  /** A backup was restored into it. */
  restored: boolean
}

/** Undefined in a database of 0.1.0. */
const installationOf = async (db: Db): Promise<Installation | undefined> =>
  (await tableExists(db, 'es.installation'))
    ? (
        await run<Installation>(db, sql`SELECT id, restored_at IS NOT NULL AS restored FROM es.installation`)
      )[0]
    : undefined

const storeOf = async (db: Db): Promise<string | null> =>
  (await run<{ id: string }>(db, sql`SELECT event_id AS id FROM es.events ORDER BY position LIMIT 1`))[0]
    ?.id ?? null

/** Whatever numbers are drawn from, in every schema of the product, and how far they are. */
async function sequencesOf(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT name, coalesce(pg_sequence_last_value(name::regclass), 0)::text AS value FROM (
       SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
       WHERE relkind = 'S' AND nspname = ANY($1)) sequences ORDER BY 1`,
    [owners.map(({ schema }) => schema)],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** The columns of a table, in the order in which they were added. */
export const columnsOf = async (db: Db, table: string): Promise<string[]> =>
  (
    await run<{ name: string }>(
      db,
      sql`SELECT attname AS name FROM pg_attribute
          WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    )
  ).map(({ name }) => name)

/** Names of columns as COPY and INSERT take them. */
export const columnList = (columns: readonly string[]) => columns.map((name) => `"${name}"`).join(', ')

async function write(
  client: Client,
  place: Files,
  content: readonly ArchivedTable[],
  id: string,
): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = {}
  for (const { table, order, only } of content) {
    // the backup before an upgrade is made of a database that is not upgraded yet
    if (!(await tableExists(client, table))) continue
    const { stream, result } = meter()
    const columns = await columnsOf(client, table)
    const file = `${table}.${id}.copy.gz`
    const where = only && columns.includes(only.column) ? `WHERE ${only.condition}` : ''
    const rows = `SELECT ${columnList(columns)} FROM ${table} ${where} ORDER BY ${order}`
    const source = client.query(copyTo(`COPY (${rows}) TO STDOUT`))
    await pipeline(source, stream, createGzip(), (packed) => place.write(file, packed))
    const { fields: _, ...counted } = result()
    tables[table] = { ...counted, columns, file }
  }
  return tables
}

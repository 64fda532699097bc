import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Client, type Db, type Pool, run, sql } from '@plumbline/platform/db'
import { to as copyTo } from 'pg-copy-streams'
import { owners } from '../schemas.ts'
import { tableExists } from '../tableExists.ts'

type ArchivedTable = { table: string; order: string }

/** Users and secret calendar addresses. The keys' folder has them too: an older copy would restore access that was revoked. */
const accessTables: ArchivedTable[] = [
  { table: 'identity.users', order: 'id' },
  { table: 'scheduling.calendar_feeds', order: 'id' },
]
/** What cannot be made anew from the events: they themselves, who may sign in, and what became of messages. */
const archivedTables: ArchivedTable[] = [
  { table: 'es.events', order: 'position' },
  { table: 'es.subscriptions', order: 'name, version' },
  { table: 'es.parked', order: 'subscription, position' },
  ...accessTables,
  { table: 'messaging.deliveries', order: 'id' },
  { table: 'gateway.secrets', order: 'name' },
]
/** The people's keys lie apart and are kept once, as they are now: an older copy would undo erasures. */
const keyTables: ArchivedTable[] = [
  { table: 'es.subject_keys', order: 'subject' },
  { table: 'es.master_key', order: 'one' },
]

/** `columns`: missing in a backup of format 2, which has the first columns that the table has now. */
type TableContent = { rows: number; sha256: string; columns?: string[] }

export type Manifest = {
  format: 2 | 3
  madeAt: string
  /** The first event of the log, by which backups of one installation are known; null: there was none. */
  store?: string | null
  /** Fingerprint of the master key that wraps the people's keys; null: there was none. */
  masterKey?: string | null
  tables: Record<string, TableContent>
  sequences: Record<string, string>
}

/** Where a backup lies, and where the keys that open it lie. */
export type Places = { folder: string; keysFolder: string }

const fileOf = (folder: string, table: string) => join(folder, `${table}.copy.gz`)

/** Hashes and counts what passes by. */
function meter() {
  const hash = createHash('sha256')
  let rows = 0
  let fields = 1
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (const byte of chunk)
        if (byte === 10) rows += 1
        else if (byte === 9 && rows === 0) fields += 1
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ rows, fields, sha256: hash.digest('hex') }) }
}

/**
 * Writes everything that cannot be made anew into `folder`, as of one moment, while the product runs. What was there before
 * is replaced when the new is whole.
 */
export async function backup(pool: Pool, { folder, keysFolder }: Places): Promise<Manifest> {
  for (const place of [folder, keysFolder]) {
    await finishReplacing(place)
    await rm(partial(place), { recursive: true, force: true })
  }
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const store = await storeOf(client)
    await refuseOtherContent(folder)
    await refuseOtherContent(keysFolder, store)
    const identity = { store, masterKey: await fingerprintOf(client) }
    const sequences = await sequencesOf(client)
    const own = { tables: archivedTables, sequences }
    const keys = { tables: [...keyTables, ...accessTables], sequences: [] }
    const manifest = await write(client, partial(folder), own, identity)
    await write(client, partial(keysFolder), keys, identity)
    // keys that are newer than the backup open it, older ones do not
    await replace(keysFolder)
    await replace(folder)
    await client.query('COMMIT')
    return manifest
  } catch (error) {
    // half a backup could be what fills the disk
    for (const place of [folder, keysFolder]) await rm(partial(place), { recursive: true, force: true })
    throw error
  } finally {
    client.release(true)
  }
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

/** Where a backup is written until it is whole. */
export const partial = (folder: string) => `${folder}.partial`
const previous = (folder: string) => `${folder}.previous`

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function replace(folder: string): Promise<void> {
  await rm(previous(folder), { recursive: true, force: true })
  if (await exists(folder)) await rename(folder, previous(folder))
  await rename(partial(folder), folder)
  await rm(previous(folder), { recursive: true, force: true })
}

/** Finishes what a process left that was killed in the middle of `replace`. */
async function finishReplacing(folder: string): Promise<void> {
  if ((await exists(previous(folder))) && !(await exists(folder))) await rename(partial(folder), folder)
}

/** Throws rather than replace what is no backup, or belongs to another installation. */
async function refuseOtherContent(folder: string, store?: string | null): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  if (names.length === 0) return
  if (!names.includes('manifest.json'))
    throw new Error(`${folder} holds something else than a backup. Choose another folder.`)
  const { store: other } = await readManifest(folder)
  if (store && other && store !== other)
    throw new Error(`${folder} belongs to another installation. Choose another folder.`)
}

const storeOf = async (client: Client): Promise<string | null> =>
  (await run<{ id: string }>(client, sql`SELECT event_id AS id FROM es.events ORDER BY position LIMIT 1`))[0]
    ?.id ?? null

const fingerprintOf = async (client: Client): Promise<string | null> =>
  (await run<{ fingerprint: string }>(client, sql`SELECT fingerprint FROM es.master_key`))[0]?.fingerprint ??
  null

/** Whatever numbers are drawn from, in every schema of the product. */
async function sequencesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind = 'S' AND nspname = ANY($1) ORDER BY 1`,
    [owners.map(({ schema }) => schema)],
  )
  return rows.map(({ name }) => name)
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
  folder: string,
  content: { tables: readonly ArchivedTable[]; sequences: readonly string[] },
  identity: Pick<Manifest, 'store' | 'masterKey'>,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const tables: Manifest['tables'] = {}
  for (const { table, order } of content.tables) {
    // before an upgrade the database is an earlier release's
    if (!(await tableExists(client, table))) continue
    const { stream, result } = meter()
    const columns = await columnsOf(client, table)
    const rows = `SELECT ${columnList(columns)} FROM ${table} ORDER BY ${order}`
    const source = client.query(copyTo(`COPY (${rows}) TO STDOUT`))
    await pipeline(source, stream, createGzip(), createWriteStream(fileOf(folder, table), onDisk))
    const { fields: _, ...counted } = result()
    tables[table] = { ...counted, columns }
  }
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT name, coalesce(pg_sequence_last_value(name::regclass), 0)::text AS value FROM unnest($1::text[]) name`,
    [content.sequences],
  )
  const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  const madeAt = new Date().toISOString()
  const manifest: Manifest = { format: 3, madeAt, ...identity, tables, sequences: values }
  // written last: a folder without it is no backup
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), onDisk)
  return manifest
}

// a power cut leaves no manifest beside files that are not there
const onDisk = { mode: 0o600, flush: true }

/** A table of a backup whose file has the right checksum. */
export type CheckedTable = {
  /** How many columns its rows have. */
  fields: number
  columns: string[] | undefined
  file: string
}
export type CheckedBackup = { manifest: Manifest; tables: ReadonlyMap<string, CheckedTable> }

/** Reads every file and compares it with the manifest, before anything is written. */
export async function checkBackup({ folder, keysFolder }: Places): Promise<CheckedBackup> {
  await finishReplacing(keysFolder)
  const own = await checkFolder(folder, archivedTables, 'es.events')
  const keys = await checkFolder(keysFolder, [...keyTables, ...accessTables], 'es.subject_keys')
  // the newest copy of users and calendar addresses counts
  const newer = keys.manifest.madeAt >= own.manifest.madeAt ? keys.tables : new Map<string, CheckedTable>()
  return { manifest: own.manifest, tables: new Map([...keys.tables, ...own.tables, ...newer]) }
}

/** @throws when the folder holds no finished backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`${folder} holds no finished backup: its manifest.json is missing.`)
  })
  return JSON.parse(text) as Manifest
}

/** `required`: the table that every backup has; others may have been added after the backup was made. */
async function checkFolder(
  folder: string,
  content: readonly ArchivedTable[],
  required: string,
): Promise<CheckedBackup> {
  const manifest = await readManifest(folder)
  if (manifest.format !== 2 && manifest.format !== 3)
    throw new Error(`${folder} was made by another version.`)
  const unknown = Object.keys(manifest.tables).filter((name) => !content.some(({ table }) => table === name))
  if (unknown.length > 0)
    throw new Error(
      `${folder} was made by a newer release: there is no ${unknown.join(', ')} here. Restore it with that release.`,
    )
  const tables = new Map<string, CheckedTable>()
  for (const { table } of content) {
    const written = manifest.tables[table]
    if (!written && table !== required) continue
    const file = fileOf(folder, table)
    const { stream, result } = meter()
    stream.resume()
    await pipeline(createReadStream(file), createGunzip(), stream).catch((error) => {
      throw new Error(`${file} cannot be read: ${(error as Error).message}`)
    })
    const { fields, sha256 } = result()
    if (sha256 !== written?.sha256) throw new Error(`${file} is not what was backed up.`)
    tables.set(table, { fields, columns: written.columns, file })
  }
  return { manifest, tables }
}

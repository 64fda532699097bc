import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Client, type Db, type Pool, run, sql } from '@plumbline/platform/db'
import { to as copyTo } from 'pg-copy-streams'
import { owners } from '../../processes/schemas.ts'

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

/** Writes everything that cannot be made anew into `folder`, as of one moment, while the product runs. */
export async function backup(pool: Pool, { folder, keysFolder }: Places): Promise<Manifest> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const manifest = await write(client, folder, archivedTables, await sequencesOf(client))
    // beside the older copy until it is whole
    const next = `${keysFolder}.next`
    await rm(next, { recursive: true, force: true })
    await write(client, next, [...keyTables, ...accessTables], [])
    await rm(keysFolder, { recursive: true, force: true })
    await rename(next, keysFolder)
    await client.query('COMMIT')
    return manifest
  } finally {
    client.release(true)
  }
}

/** Whatever numbers are drawn from, in every schema of the product. */
async function sequencesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE schemaname = ANY($1) ORDER BY 1`,
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
  content: readonly ArchivedTable[],
  numbered: readonly string[],
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const tables: Manifest['tables'] = {}
  for (const { table, order } of content) {
    const { stream, result } = meter()
    const columns = await columnsOf(client, table)
    const rows = `SELECT ${columnList(columns)} FROM ${table} ORDER BY ${order}`
    const source = client.query(copyTo(`COPY (${rows}) TO STDOUT`))
    await pipeline(source, stream, createGzip(), createWriteStream(fileOf(folder, table), { mode: 0o600 }))
    const { fields: _, ...counted } = result()
    tables[table] = { ...counted, columns }
  }
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT name, coalesce(pg_sequence_last_value(name::regclass), 0)::text AS value FROM unnest($1::text[]) name`,
    [numbered],
  )
  const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  const manifest: Manifest = { format: 3, madeAt: new Date().toISOString(), tables, sequences: values }
  // written last: a folder without it is no backup
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 })
  return manifest
}

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
  const own = await checkFolder(folder, archivedTables, 'es.events')
  const keys = await checkFolder(keysFolder, [...keyTables, ...accessTables], 'es.subject_keys')
  // the newest copy of users and calendar addresses counts
  const newer = keys.manifest.madeAt >= own.manifest.madeAt ? keys.tables : new Map<string, CheckedTable>()
  return { manifest: own.manifest, tables: new Map([...keys.tables, ...own.tables, ...newer]) }
}

/** `required`: the table that every backup has; others may have been added after the backup was made. */
async function checkFolder(
  folder: string,
  content: readonly ArchivedTable[],
  required: string,
): Promise<CheckedBackup> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`${folder} holds no finished backup: its manifest.json is missing.`)
  })
  const manifest = JSON.parse(text) as Manifest
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

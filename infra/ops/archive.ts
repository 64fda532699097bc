import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Client, Pool } from '@plumbline/platform/db'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { owners } from '../schemas.ts'

type Kept = { table: string; order: string }

/** What cannot be made anew from the events: they themselves, who may sign in, and what became of messages. */
const kept: Kept[] = [
  { table: 'es.events', order: 'position' },
  { table: 'es.subscriptions', order: 'name, version' },
  { table: 'es.parked', order: 'subscription, position' },
  { table: 'identity.users', order: 'id' },
  { table: 'messaging.deliveries', order: 'id' },
  { table: 'scheduling.calendar_feeds', order: 'id' },
  { table: 'gateway.secrets', order: 'name' },
]
/**
 * The people's keys lie apart and are kept once, as they are now: an old copy would bring back whoever was erased
 * since.
 */
const keys: Kept[] = [
  { table: 'es.subject_keys', order: 'subject' },
  { table: 'es.master_key', order: 'one' },
]

type Manifest = {
  format: 2
  madeAt: string
  tables: Record<string, { rows: number; sha256: string }>
  sequences: Record<string, string>
}

const fileOf = (folder: string, table: string) => join(folder, `${table}.copy.gz`)

/** Hashes and counts what passes by. */
function meter() {
  const hash = createHash('sha256')
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (const byte of chunk) if (byte === 10) rows += 1
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ rows, sha256: hash.digest('hex') }) }
}

/** Where a backup lies, and where the keys that open it lie. */
export type Places = { folder: string; keysFolder: string }

/** Writes everything that cannot be made anew into `folder`, as of one moment, while the product runs. */
export async function backup(pool: Pool, { folder, keysFolder }: Places): Promise<Manifest> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const manifest = await write(client, folder, kept, await sequencesOf(client))
    // beside the older copy until it is whole
    const next = `${keysFolder}.next`
    await rm(next, { recursive: true, force: true })
    await write(client, next, keys, [])
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

async function write(
  client: Client,
  folder: string,
  content: readonly Kept[],
  numbered: readonly string[],
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const tables: Manifest['tables'] = {}
  for (const { table, order } of content) {
    const { stream, result } = meter()
    const source = client.query(copyTo(`COPY (SELECT * FROM ${table} ORDER BY ${order}) TO STDOUT`))
    await pipeline(source, stream, createGzip(), createWriteStream(fileOf(folder, table), { mode: 0o600 }))
    tables[table] = result()
  }
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT name, coalesce(pg_sequence_last_value(name::regclass), 0)::text AS value FROM unnest($1::text[]) name`,
    [numbered],
  )
  const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  const manifest: Manifest = { format: 2, madeAt: new Date().toISOString(), tables, sequences: values }
  // written last: a folder without it is no backup
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 })
  return manifest
}

/** Checks every file against its manifest before anything is written. */
async function check(folder: string, content: readonly Kept[]): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`${folder} holds no finished backup: its manifest.json is missing.`)
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 2) throw new Error(`${folder} was made by another version.`)
  for (const { table } of content) {
    const { stream, result } = meter()
    stream.resume()
    await pipeline(createReadStream(fileOf(folder, table)), createGunzip(), stream).catch((error) => {
      throw new Error(`${fileOf(folder, table)} cannot be read: ${(error as Error).message}`)
    })
    if (result().sha256 !== manifest.tables[table]?.sha256)
      throw new Error(`${fileOf(folder, table)} is not what was backed up.`)
  }
  return manifest
}

/**
 * Puts a backup into an empty store, all of it or nothing. `fingerprint`: of the master key that is here. The read
 * models are to be rebuilt afterwards.
 */
export async function restore(
  pool: Pool,
  { folder, keysFolder }: Places,
  fingerprint: string | undefined,
): Promise<Manifest> {
  const manifest = await check(folder, kept)
  await check(keysFolder, keys)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query('SELECT 1 FROM es.events LIMIT 1')
    if (rows.length > 0) throw new Error('There are events in this store already. Restore into an empty one.')
    for (const { table } of kept) await read(client, folder, table)
    for (const { table } of keys) await read(client, keysFolder, table)
    await refuseOlderKeys(client, keysFolder)
    await refuseOtherMasterKey(client, fingerprint)
    for (const [name, value] of Object.entries(manifest.sequences))
      if (value !== '0') await client.query('SELECT setval($1::regclass, $2::bigint)', [name, value])
    await client.query('COMMIT')
    return manifest
  } finally {
    // an open transaction goes with its connection
    client.release(true)
  }
}

async function read(client: Client, folder: string, table: string): Promise<void> {
  await client.query(`DELETE FROM ${table}`)
  await pipeline(
    createReadStream(fileOf(folder, table)),
    createGunzip(),
    client.query(copyFrom(`COPY ${table} FROM STDIN`)),
  )
}

/** Keys that are newer than the log open all of it, but for whom they are gone; older ones would lose people. */
async function refuseOlderKeys(client: Client, keysFolder: string): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(DISTINCT subject)::int AS n FROM es.events LEFT JOIN es.subject_keys k USING (subject)
     WHERE subject IS NOT NULL AND k.created_at IS NULL`,
  )
  const missing = rows[0]?.n ?? 0
  if (missing > 0)
    throw new Error(
      `The keys in ${keysFolder} are older than the backup: those of ${missing} people are missing.`,
    )
}

/** Without the master key nothing of anybody could be read: better not to begin. */
async function refuseOtherMasterKey(client: Client, fingerprint: string | undefined): Promise<void> {
  const { rows } = await client.query<{ fingerprint: string }>('SELECT fingerprint FROM es.master_key')
  if (rows[0] && rows[0].fingerprint !== fingerprint)
    throw new Error(
      'The backup was sealed with a master key that is not here. Set MASTER_KEY, or put its file back as master.key in DATA_DIR.',
    )
}

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Pool } from '@plumbline/platform/db'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** What cannot be made anew from the events: they themselves, who may sign in, and what became of messages. */
const kept = [
  { table: 'es.events', order: 'position' },
  { table: 'es.subscriptions', order: 'name, version' },
  { table: 'es.parked', order: 'subscription, position' },
  { table: 'identity.users', order: 'id' },
  { table: 'messaging.deliveries', order: 'id' },
  { table: 'gateway.secrets', order: 'name' },
]
const sequences = ['es.event_position', 'crm.lead_id', 'identity.users_id_seq']

type Manifest = {
  format: 1
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

/** Writes everything that cannot be made anew into `folder`, as of one moment, while the product runs. */
export async function backup(pool: Pool, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const tables: Manifest['tables'] = {}
    for (const { table, order } of kept) {
      const { stream, result } = meter()
      const source = client.query(copyTo(`COPY (SELECT * FROM ${table} ORDER BY ${order}) TO STDOUT`))
      await pipeline(source, stream, createGzip(), createWriteStream(fileOf(folder, table), { mode: 0o600 }))
      tables[table] = result()
    }
    const { rows } = await client.query<{ name: string; value: string }>(
      `SELECT name, coalesce(pg_sequence_last_value(name::regclass), 0)::text AS value FROM unnest($1::text[]) name`,
      [sequences],
    )
    await client.query('COMMIT')
    const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
    const manifest: Manifest = { format: 1, madeAt: new Date().toISOString(), tables, sequences: values }
    // written last: a folder without it is no backup
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 })
    return manifest
  } finally {
    client.release(true)
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new Error(`${folder} holds no finished backup: its manifest.json is missing.`)
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1) throw new Error(`${folder} was made by a newer version.`)
  return manifest
}

/** Checks every file against the manifest before anything is written. */
async function check(folder: string, manifest: Manifest): Promise<void> {
  for (const { table } of kept) {
    const { stream, result } = meter()
    stream.resume()
    await pipeline(createReadStream(fileOf(folder, table)), createGunzip(), stream).catch((error) => {
      throw new Error(`${fileOf(folder, table)} cannot be read: ${(error as Error).message}`)
    })
    const found = result()
    const expected = manifest.tables[table]
    if (found.sha256 !== expected?.sha256)
      throw new Error(`${fileOf(folder, table)} is not what was backed up.`)
  }
}

/** Puts a backup into an empty store, all of it or nothing. The read models are to be rebuilt afterwards. */
export async function restore(pool: Pool, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await check(folder, manifest)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query('SELECT 1 FROM es.events LIMIT 1')
    if (rows.length > 0) throw new Error('There are events in this store already. Restore into an empty one.')
    for (const { table } of kept) {
      await client.query(`DELETE FROM ${table}`)
      await pipeline(
        createReadStream(fileOf(folder, table)),
        createGunzip(),
        client.query(copyFrom(`COPY ${table} FROM STDIN`)),
      )
    }
    for (const [name, value] of Object.entries(manifest.sequences))
      if (value !== '0') await client.query('SELECT setval($1::regclass, $2::bigint)', [name, value])
    await client.query('COMMIT')
    return manifest
  } finally {
    // an open transaction goes with its connection
    client.release(true)
  }
}

import { pipeline } from 'node:stream/promises'
import { recordMembers } from '@plumbline/identity/service'
import { type Client, type Pool, run, sql, type Tx } from '@plumbline/platform/db'
import { recordErasures } from '@plumbline/platform/encryption'
import { from as copyFrom } from 'pg-copy-streams'
import { storedFingerprint } from '../keys/masterKey.ts'
import { columnList, columnsOf } from './archive.ts'
import { type CheckedTable, checkBackup, type Places } from './check.ts'
import type { Manifest } from './manifest.ts'
import { beginRestore, readUnfinishedRestore, waitingDeliveries } from './unfinishedRestore.ts'

/**
 * Restores a backup into a store that has nothing but users, in one transaction. `fingerprint`: of the master key of this installation.
 * Afterwards the read models are `building`, the reactors are `paused` and the deliveries are set aside; `rebuildStale`
 * finishes the restore, now or at the next start. Restoring the same backup again changes nothing.
 */
export async function restore(
  pool: Pool,
  places: Places,
  fingerprint: string | undefined,
): Promise<Manifest> {
  const { manifest, tables } = await checkBackup(places)
  const source = manifest.tables['es.events']?.sha256 ?? ''
  const client = await pool.connect()
  const tx = client as unknown as Tx
  try {
    await client.query('BEGIN')
    // blocks appends, and a second restore
    await client.query('LOCK TABLE es.events IN SHARE ROW EXCLUSIVE MODE')
    const unfinished = await readUnfinishedRestore(client)
    await beginRestore(tx, { kind: 'backup', source })
    if (unfinished) return manifest
    const { rows } = await client.query("SELECT 1 FROM es.events WHERE stream_id NOT LIKE 'member-%' LIMIT 1")
    if (rows.length > 0) throw new Error('There are events in this store already. Restore into an empty one.')
    for (const [table, content] of tables) await load(client, table, content)
    await startAnew(client, manifest)
    await refuseOlderKeys(client, places.keys.where)
    await refuseMissingMasterKey(client, fingerprint)
    for (const [name, value] of Object.entries(manifest.sequences))
      if (value !== '0') await client.query('SELECT setval($1::regclass, $2::bigint)', [name, value])
    await moveIdsOn(client)
    // users are as they were last, and may be of a release that knew no members
    await client.query(recordMembers)
    await eraseAgain(tx)
    await client.query('COMMIT')
    return manifest
  } finally {
    // an open transaction goes with its connection
    client.release(true)
  }
}

async function load(client: Client, table: string, content: CheckedTable): Promise<void> {
  switch (table) {
    case 'es.subscriptions':
      return loadSubscriptions(client, content)
    case 'es.parked':
      return loadParked(client, content)
    case 'gateway.secrets':
      // a secret that a later release added stays
      await copyAside(client, table, content)
      await client.query('DELETE FROM gateway.secrets s USING restored r WHERE r.name = s.name')
      await client.query('INSERT INTO gateway.secrets SELECT * FROM restored')
      return
    case 'messaging.deliveries':
      await client.query(`CREATE TABLE ${waitingDeliveries} (LIKE ${table} INCLUDING DEFAULTS)`)
      return copy(client, waitingDeliveries, content)
    case 'identity.users':
      // sessions belong to the users that are replaced
      await client.query('DELETE FROM gateway.sessions')
  }
  await client.query(`DELETE FROM ${table}`)
  await copy(client, table, content)
}

/**
 * What happened after the backup is not in it, and did happen. This installation is not the one that goes on, or went on, making
 * backups. A message that waited may have been sent. A calendar address may be newer than the log.
 */
async function startAnew(client: Client, { madeAt }: Manifest): Promise<void> {
  await client.query(
    'UPDATE es.installation SET id = gen_random_uuid(), restored_at = now(), backup_made_at = $1',
    [madeAt],
  )
  await client.query(
    `UPDATE ${waitingDeliveries} SET doubt_since = coalesce(doubt_since, $1) WHERE status IN ('pending', 'sending')`,
    [madeAt],
  )
  await client.query(`UPDATE scheduling.calendar_feeds f SET access_version = least(access_version,
    (SELECT coalesce(max(e.version), 0) FROM es.events e WHERE e.stream_id = 'user-' || f.user_id))`)
}

/** Columns that a later release added get their defaults. */
async function copy(client: Client, table: string, content: CheckedTable): Promise<void> {
  const tableColumns = await columnsOf(client, table)
  const columns = content.columns ?? tableColumns.slice(0, content.fields)
  const unknown = columns.filter((name) => !tableColumns.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `The backup was made by a newer release: ${table} has no ${unknown.join(', ')} here. Restore it with that release.`,
    )
  await pipeline(
    await content.read(),
    client.query(copyFrom(`COPY ${table} (${columnList(columns)}) FROM STDIN`)),
  )
}

/** Into the temporary table `restored`, of the same columns. */
async function copyAside(client: Client, table: string, content: CheckedTable): Promise<void> {
  await client.query('DROP TABLE IF EXISTS restored')
  await client.query(`CREATE TEMP TABLE restored (LIKE ${table} INCLUDING DEFAULTS) ON COMMIT DROP`)
  await copy(client, 'restored', content)
}

/**
 * Read models are rebuilt from the first event. A reactor continues at its checkpoint in the backup, also if its version was
 * raised since. A reactor that a later release added starts after the restored events, as it would on a running system; one that
 * this release does not have is retired. All others are paused until the read models are built.
 */
async function loadSubscriptions(client: Client, content: CheckedTable): Promise<void> {
  await copyAside(client, 'es.subscriptions', content)
  await client.query(
    `UPDATE es.subscriptions SET status = 'building', position = 0, last_error = NULL WHERE kind <> 'reactor'`,
  )
  await client.query(`UPDATE es.subscriptions s SET status = 'paused', last_error = NULL, position = coalesce(
      (SELECT r.position FROM restored r WHERE r.name = s.name AND r.version = s.version),
      (SELECT max(r.position) FROM restored r WHERE r.name = s.name),
      (SELECT max(position) FROM es.events), 0)
    WHERE kind = 'reactor' AND status <> 'retired'`)
  await client.query(`INSERT INTO es.subscriptions (name, version, kind, status, position)
    SELECT name, version, kind, 'retired', position FROM restored r
    WHERE kind = 'reactor' AND NOT EXISTS (SELECT 1 FROM es.subscriptions s WHERE s.name = r.name)`)
}

/** Dead-lettered events of reactors, under the version of the reactor that is registered here. Read models are rebuilt. */
async function loadParked(client: Client, content: CheckedTable): Promise<void> {
  await copyAside(client, 'es.parked', content)
  await client.query('DELETE FROM es.parked')
  await client.query(`INSERT INTO es.parked (subscription, version, position, stream_id, error, parked_at)
    SELECT DISTINCT ON (r.subscription, r.position) r.subscription, s.version, r.position, r.stream_id, r.error, r.parked_at
    FROM restored r JOIN es.subscriptions s ON s.name = r.subscription AND s.kind = 'reactor'
    ORDER BY r.subscription, r.position, s.version DESC, r.version DESC`)
}

/** Users and calendar addresses can be newer than the sequences in the backup. */
async function moveIdsOn(client: Client): Promise<void> {
  for (const table of ['identity.users', 'scheduling.calendar_feeds'])
    await client.query(`SELECT setval(sequence, greatest(id, pg_sequence_last_value(sequence)))
      FROM (SELECT pg_get_serial_sequence('${table}', 'id')::regclass AS sequence, max(id) AS id FROM ${table}) newest
      WHERE id IS NOT NULL`)
}

/** Newer keys decrypt an older log, except for erased people. With older keys people would be lost. */
async function refuseOlderKeys(client: Client, where: string): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(DISTINCT subject)::int AS n FROM es.events LEFT JOIN es.subject_keys k USING (subject)
     WHERE subject IS NOT NULL AND k.created_at IS NULL`,
  )
  const missing = rows[0]?.n ?? 0
  if (missing > 0)
    throw new Error(`The keys in ${where} are older than the backup: those of ${missing} people are missing.`)
}

/** Without the master key nothing of anybody could be read: better not to begin. */
async function refuseMissingMasterKey(client: Client, fingerprint: string | undefined): Promise<void> {
  const stored = await storedFingerprint(client)
  if (stored !== undefined && stored !== fingerprint)
    throw new Error(
      `The backup was encrypted with a master key that is not here: ${stored}${fingerprint ? `, and here is ${fingerprint}` : ''}. Set MASTER_KEY, or put its file back as master.key in DATA_DIR.`,
    )
}

/** People who were erased after the backup was made are not erased in its log yet. */
async function eraseAgain(tx: Tx): Promise<void> {
  const gone = await run<{ subject: string }>(
    tx,
    sql`SELECT subject FROM es.subject_keys WHERE wrapped IS NULL`,
  )
  const metadata = { actor: 'operator', requestId: 'restore' }
  await recordErasures(
    tx,
    gone.map(({ subject }) => subject),
    metadata,
    new Date(),
  )
}

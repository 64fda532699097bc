import { inTransaction, type Pool } from '@plumbline/platform/db'
import { liveTableOf } from '@plumbline/platform/projections'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '@plumbline/platform/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createStoreWithLeads, storeText, useBackupPlaces } from '../../cli/ops/backupFixture.ts'
import { receiveLeads } from '../../cli/ops/leadFixture.ts'
import { rebuildStale, rebuildTargets } from '../stores/rebuildTargets.ts'
import { migrateAll, owners } from '../stores/schemas.ts'
import { backUpBeforeUpgrade } from './beforeUpgrade.ts'
import type { StorageLocation } from './openStorage.ts'
import { openStorage } from './openStorage.ts'
import { restore } from './restore.ts'
import { listBackups, type StoredBackup } from './storedBackups.ts'
import { beginRestore } from './unfinishedRestore.ts'

const [leadsTable] = rebuildTargets
  .filter(({ name }) => name === 'crm.leads')
  .map(({ projection, schema }) => liveTableOf(projection, schema).name)
let database: TestDatabase
let pool: Pool
let location: StorageLocation
const places = useBackupPlaces()

beforeEach(async () => {
  ;({ database, pool } = await createStoreWithLeads())
  location = places.folder()
})
afterEach(() => database.drop())

/** What it said. */
async function start(place = location): Promise<string[]> {
  const lines: string[] = []
  const config = { backups: place }
  await backUpBeforeUpgrade(database.url, config, database.log, (line) => lines.push(line))
  return lines
}
const made = async () => (await listBackups(openStorage(location), 'upgrade')).length

/** As a release left it that had neither backups nor this version of a read model. */
async function makeOlder(): Promise<void> {
  await pool.query('DROP TABLE IF EXISTS es.backup_runs')
  await pool.query(`DELETE FROM migrations.steps WHERE id = 'backup-runs-v1'`)
  await pool.query(`DELETE FROM es.subscriptions WHERE name = 'crm.leads'`)
  await pool.query(`DROP TABLE ${leadsTable} CASCADE`)
  await pool.query('DROP TABLE scheduling.calendar_feeds')
}

it('a database of an earlier release is backed up, in one line, and what is backed up can be restored', async () => {
  await makeOlder()
  expect(await start()).toEqual([
    expect.stringMatching(
      /^Backed up to \S+Z-upgrade before the upgrade: 1 migrations; read models to build: crm\.leads$/,
    ),
  ])
  const [backup] = await listBackups(openStorage(location), 'upgrade')
  const target = await createTestDatabase(owners)
  try {
    const to = target.pool({ max: 4, longRunning: true })
    await restore(to, backup as StoredBackup, keyring.fingerprint)
    await rebuildStale(to, keyring, () => {})
    expect((await to.query('SELECT count(*)::int AS n FROM crm.leads')).rows).toEqual([{ n: 14 }])
  } finally {
    await target.drop()
  }
})

it('an empty database, one that is up to date and one that is being restored are left alone', async () => {
  expect(await start()).toEqual([])
  await makeOlder()
  await inTransaction(pool, (tx) => beginRestore(tx, { kind: 'backup', source: 'x' }))
  expect(await start()).toEqual([])
  await database.drop()
  database = await createTestDatabase(owners)
  pool = database.pool({ max: 4 })
  await makeOlder()
  expect(await start()).toEqual([])
  expect(await made()).toBe(0)
})

it('a bucket gets it as a folder does', async () => {
  location = places.bucket()
  await makeOlder()
  expect(await start()).toEqual([
    expect.stringMatching(/^Backed up to s3:\/\/\S+Z-upgrade before the upgrade/),
  ])
  expect(await start()).toEqual([])
  expect(await made()).toBe(1)
})

it('a start that fails again and again keeps one, later upgrades three', async () => {
  await makeOlder()
  for (let attempt = 0; attempt < 3; attempt++) await start()
  expect(await made()).toBe(1)
  const form = { firstName: 'Next', lastName: 'One', email: 'next@example.test', phone: '555 555 0188' }
  for (let upgrade = 0; upgrade < 4; upgrade++) {
    await migrateAll(database.url, database.log)
    await rebuildStale(pool, keyring, () => {})
    await receiveLeads(database, [{ form, now: new Date() }])
    await pool.query(`DELETE FROM es.subscriptions WHERE name = 'crm.leads'`)
    await pool.query(`DROP TABLE ${leadsTable} CASCADE`)
    // folders are named by the second
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await start()).toHaveLength(1)
  }
  expect(await made()).toBe(3)
})

it('one that cannot be made stops the upgrade before it changes anything', async () => {
  await makeOlder()
  await storeText(openStorage(location), 'a-file', '')
  const refused = 'The backup before the upgrade failed, and nothing was changed'
  await expect(start({ ...location, address: `${location.address}/a-file` })).rejects.toThrow(refused)
  await expect(start({ ...places.bucket(), address: 's3://nothing-here' })).rejects.toThrow(
    `${refused}: s3://nothing-here/ refused to list what is there: 404 NoSuchBucket`,
  )
  const { rows } = await pool.query(`SELECT to_regclass('es.backup_runs') AS name`)
  expect(rows).toEqual([{ name: null }])
})

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createPool, type Pool } from '@plumbline/platform/db'
import { createKeyring, type Keyring } from '@plumbline/platform/encryption'
import { verifyProjection } from '@plumbline/platform/projections'
import { createTestDatabase, type TestDatabase, testKeyring } from '@plumbline/platform/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backup } from '../../processes/backup/archive.ts'
import { restore } from '../../processes/backup/restore.ts'
import { openKeyring, refuseOtherMasterKey } from '../../processes/keys/masterKey.ts'
import { rebuildTargets } from '../../processes/stores/rebuildTargets.ts'
import { owners } from '../../processes/stores/schemas.ts'
import { createStoreWithLeads, placesAt } from './backupFixture.ts'
import { erasePerson } from './erasure.ts'
import { rotateMasterKey } from './masterKey.ts'

const from = Buffer.alloc(32, 7)
const to = Buffer.alloc(32, 8)
const next = createKeyring(to)
let database: TestDatabase
let pool: Pool
let dataDir: string

beforeEach(async () => {
  ;({ database, pool } = await createStoreWithLeads())
  dataDir = mkdtempSync(join(tmpdir(), 'plumbline-rotation-'))
  await expect.poll(connectedProcesses).toEqual([])
})
afterEach(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const connectedProcesses = async () =>
  (
    await pool.query(
      `SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'plumbline%'`,
    )
  ).rows
const wrappedKeys = async () =>
  (await pool.query('SELECT subject, wrapped, destroyed_at FROM es.subject_keys ORDER BY subject')).rows
const leads = rebuildTargets.find(({ name }) => name === 'crm.leads') as (typeof rebuildTargets)[number]
const canRead = (keyring: Keyring) =>
  verifyProjection(leads, { pool, keyring }).then(
    ({ differences }) => differences.length === 0,
    () => false,
  )

describe('another master key', () => {
  it('opens what the one before opened, which opens nothing any more', async () => {
    const rotation = await rotateMasterKey(pool, { from, to })
    expect(rotation).toEqual({ people: 14, before: testKeyring.fingerprint, now: next.fingerprint })
    expect(await canRead(createKeyring(to))).toBe(true)
    expect(await canRead(createKeyring(from))).toBe(false)
    await refuseOtherMasterKey(pool, next)
    await expect(openKeyring({ dataDir, masterKey: from }, pool)).rejects.toThrow(
      `another master key (${next.fingerprint}) than the one in MASTER_KEY (${testKeyring.fingerprint})`,
    )
  })

  it('leaves erased people erased', async () => {
    await erasePerson(pool, testKeyring, { kind: 'lead', id: 1 })
    expect(await rotateMasterKey(pool, { from, to })).toMatchObject({ people: 13 })
    expect((await wrappedKeys()).find(({ subject }) => subject === 'lead-1')).toMatchObject({
      wrapped: null,
      destroyed_at: expect.anything(),
    })
  })

  it('is refused with nothing changed when a key is not of the one before, or that is not the one in use', async () => {
    await expect(rotateMasterKey(pool, { from: randomBytes(32), to })).rejects.toThrow(
      'Set MASTER_KEY to the one in use',
    )
    await expect(rotateMasterKey(pool, { from, to: from })).rejects.toThrow('is the one that is in use')
    await pool.query(`UPDATE es.subject_keys SET wrapped = decode($1, 'base64') WHERE subject = 'lead-9'`, [
      next.createDataKey('lead-9').wrapped,
    ])
    const before = await wrappedKeys()
    await expect(rotateMasterKey(pool, { from, to })).rejects.toThrow(
      'The key of lead-9 was not wrapped by this master key',
    )
    expect(await wrappedKeys()).toEqual(before)
    await refuseOtherMasterKey(pool, testKeyring)
  })

  it('opens older backups by the newest copy of the keys; with an older copy the key that is missing is named', async () => {
    const places = (name: string, keys: string) => placesAt({ address: dataDir, connection: {} }, name, keys)
    await backup(pool, places('monday', 'keys-before'))
    await rotateMasterKey(pool, { from, to })
    expect((await backup(pool, places('tuesday', 'keys'))).masterKey).toBe(next.fingerprint)
    const target = await createTestDatabase(owners)
    try {
      const into = target.pool({ longRunning: true })
      await expect(restore(into, places('monday', 'keys-before'), next.fingerprint)).rejects.toThrow(
        `a master key that is not here: ${testKeyring.fingerprint}, and here is ${next.fingerprint}`,
      )
      await restore(into, places('monday', 'keys'), next.fingerprint)
    } finally {
      await target.drop()
    }
  })
})

describe('while the product runs the master key stays', () => {
  it.each(['plumbline-crm', 'plumbline-timers', 'plumbline-ops'])(
    'a connection of %s is a process',
    async (name) => {
      const process = createPool({ url: database.url, name, log: database.log, max: 1 })
      await process.query('SELECT 1')
      const before = await wrappedKeys()
      await expect(rotateMasterKey(pool, { from, to }, 0)).rejects.toThrow(
        `The product runs (${name}). Stop it`,
      )
      expect(await wrappedKeys()).toEqual(before)
      await process.end()
      await rotateMasterKey(pool, { from, to })
    },
  )

  it('a release that was seen a moment ago may be without a connection', async () => {
    await pool.query(`INSERT INTO es.releases (service, read_models) VALUES ('crm', '{}')`)
    await expect(rotateMasterKey(pool, { from, to }, 0)).rejects.toThrow('The product runs (crm)')
    await pool.query(`UPDATE es.releases SET last_seen_at = now() - interval '21 seconds'`)
    await rotateMasterKey(pool, { from, to }, 0)
  })

  it('a process that starts meanwhile waits, and is refused with the key before', async () => {
    const holder = await pool.connect()
    await holder.query('BEGIN; LOCK TABLE es.subject_keys IN SHARE MODE')
    const service = database.pool({ role: 'plumbline_crm', max: 1 })
    // connected by now: the rotation waits for five seconds
    await service.query('SELECT 1')
    const rotation = rotateMasterKey(pool, { from, to })
    await expect.poll(() => isWaiting('es.subject_keys'), { timeout: 60_000 }).toBe(true)
    const refused = expect(refuseOtherMasterKey(service, testKeyring)).rejects.toThrow(
      'The master key was changed',
    )
    await expect.poll(() => isWaiting('es.master_key')).toBe(true)
    await holder.query('COMMIT')
    holder.release()
    await rotation
    await refused
  })
})

const isWaiting = async (table: string, atLeast = 1) =>
  ((await pool.query('SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted', [table]))
    .rowCount ?? 0) >= atLeast

/** For who holds a lock while a process starts. */
const waitsLong = 'SET LOCAL idle_in_transaction_session_timeout = 0'

describe('killed in the middle', () => {
  const file = () => join(dataDir, 'master.key')
  const start = (env: Record<string, string> = {}): ChildProcess =>
    spawn(process.execPath, [resolve(import.meta.dirname, 'main.ts'), 'master-key', 'rotate'], {
      env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const run = async (env?: Record<string, string>) => (await once(start(env), 'exit'))[0]
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const keyOf = async (path: string) => Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  beforeEach(() => writeFile(file(), from.toString('base64'), { mode: 0o600 }))

  it('before its commit the store opens with the key before, and the change can be made again', async () => {
    const holder = await pool.connect()
    await holder.query(`BEGIN; ${waitsLong}; LOCK TABLE es.subject_keys IN SHARE MODE`)
    const child = start()
    await expect.poll(() => isWaiting('es.subject_keys'), { timeout: 60_000 }).toBe(true)
    await kill(child)
    await holder.query('ROLLBACK')
    holder.release()
    await expect.poll(connectedProcesses).toEqual([])
    const written = await keyOf(`${file()}.next`)
    expect(await canRead(await openKeyring({ dataDir, masterKey: undefined }, pool))).toBe(true)
    expect(await keyOf(file())).toEqual(from)
    expect(await run()).toBe(0)
    expect(await keyOf(file())).toEqual(written)
    expect(await keyOf(`${file()}.${testKeyring.fingerprint}`)).toEqual(from)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect(await canRead(await openKeyring({ dataDir, masterKey: undefined }, pool))).toBe(true)
  })

  it('after its commit the store opens with the new key, which the next start puts in its place', async () => {
    const [first, second] = [await pool.connect(), await pool.connect()]
    await first.query(`BEGIN; ${waitsLong}; LOCK TABLE es.subject_keys IN SHARE MODE`)
    const child = start()
    await expect.poll(() => isWaiting('es.subject_keys'), { timeout: 60_000 }).toBe(true)
    // behind the rotation, and before what follows its commit
    await second.query(`BEGIN; ${waitsLong}`)
    const queued = second.query('LOCK TABLE es.subject_keys IN SHARE UPDATE EXCLUSIVE MODE')
    await expect.poll(() => isWaiting('es.subject_keys', 2)).toBe(true)
    await first.query('ROLLBACK')
    await queued
    await expect.poll(() => isWaiting('es.subject_keys'), { timeout: 60_000 }).toBe(true)
    await kill(child)
    for (const client of [first, second]) {
      await client.query('ROLLBACK')
      client.release()
    }
    await expect.poll(connectedProcesses).toEqual([])
    expect(await keyOf(file())).toEqual(from)
    expect(await canRead(testKeyring)).toBe(false)
    expect(await canRead(await openKeyring({ dataDir, masterKey: undefined }, pool))).toBe(true)
    expect(await keyOf(file())).not.toEqual(from)
    expect(await keyOf(`${file()}.${testKeyring.fingerprint}`)).toEqual(from)
  })

  it.each(['', 'aGFsZiBh'])(
    'a next key that is no key (%o) is ignored, by a start and by the rotation',
    async (half) => {
      const config = { dataDir, masterKey: undefined }
      await writeFile(`${file()}.next`, half)
      expect(await canRead(await openKeyring(config, pool))).toBe(true)
      expect(await run()).toBe(0)
      expect(await keyOf(file())).not.toEqual(from)
      expect(await canRead(await openKeyring(config, pool))).toBe(true)
      expect((await readdir(dataDir)).sort()).toEqual(['master.key', `master.key.${testKeyring.fingerprint}`])
    },
  )

  it('a master key that is no key is named by its file', async () => {
    await writeFile(file(), '')
    await expect(openKeyring({ dataDir, masterKey: undefined }, pool)).rejects.toThrow(
      `${file()} holds no master key: it has 0 bytes instead of 32.`,
    )
  })

  it('a key that the operator keeps is never chosen or written by the command', async () => {
    await rm(file())
    const fromEnvironment = { MASTER_KEY: from.toString('base64') }
    expect(await run(fromEnvironment)).toBe(1)
    expect(await run({ ...fromEnvironment, MASTER_KEY_NEXT: to.toString('base64') })).toBe(0)
    expect(await canRead(await openKeyring({ dataDir, masterKey: to }, pool))).toBe(true)
    await expect(stat(`${file()}.next`)).rejects.toThrow('ENOENT')
  })
})

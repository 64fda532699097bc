import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPool, type Pool } from '@plumbline/platform/db'
import type { Files } from '@plumbline/platform/files'
import type { Timers } from '@plumbline/platform/jobs'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '@plumbline/platform/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  backupEnv,
  createStoreWithLeads,
  damageTable,
  storeText,
  useBackupPlaces,
} from '../../cli/ops/backupFixture.ts'
import { erasePerson } from '../../cli/ops/erasure.ts'
import { receiveLeads } from '../../cli/ops/leadFixture.ts'
import type { Config } from '../config.ts'
import { createStoreMetrics } from '../roles/metrics.ts'
import { owners } from '../stores/schemas.ts'
import { backup } from './archive.ts'
import { checkBackup } from './check.ts'
import { readManifest } from './manifest.ts'
import type { StorageLocation } from './openStorage.ts'
import { openStorage } from './openStorage.ts'
import { restore } from './restore.ts'
import { expectRuns, readLastRuns, recordRun } from './runs.ts'
import { scheduleBackups } from './schedule.ts'
import { type BackupKind, listBackups, placesIn, refuseWithoutRoom, takeBackup } from './storedBackups.ts'
import { tryRestore } from './trial.ts'

const masterKey = Buffer.alloc(32, 7)
const places = useBackupPlaces()
let database: TestDatabase
let pool: Pool
let location: StorageLocation
let storage: Files

beforeEach(async () => {
  ;({ database, pool } = await createStoreWithLeads())
})
afterEach(() => database.drop())
const use = (place: StorageLocation) => {
  location = place
  storage = openStorage(place)
}

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 7, 41))
const makeBackup = (day: number, keep = 14, kind: BackupKind = 'scheduled') =>
  takeBackup(pool, { storage, kind, keep, now: at(day) })
const names = async () => [...new Set((await storage.list()).map((path) => path.split('/')[0]))]
/** How many copies of the people's keys there are. */
const keyCopies = async () =>
  (await storage.list()).filter((path) => path.startsWith('keys/es.subject_keys.')).length
const trialDatabases = async () =>
  (
    await pool.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE left(current_database(), 40) || '%trial%'`,
    )
  ).rows
const restoreOnTrial = (as = pool, url = database.url) =>
  tryRestore(as, placesIn(storage, '2026-11-01T074100Z'), {
    url,
    config: { dataDir: '/nowhere', masterKey },
    log: database.log,
  })

const start = (kind: string): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), kind], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      ...backupEnv(location),
      BACKUP_KEEP: '2',
      MASTER_KEY: masterKey.toString('base64'),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
const runOnce = async (kind: string) => (await once(start(kind), 'exit'))[0]
/** Runs until `isThere` holds, and kills the process. */
async function killAt(kind: string, isThere: () => Promise<boolean> | boolean): Promise<void> {
  const child = start(kind)
  await expect.poll(isThere, { timeout: 60_000, interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
}
/** Kills a run that waits behind a lock, once `isThere` holds. */
async function killWhileLocked(kind: string, lock: string, isThere: () => Promise<boolean>): Promise<void> {
  const holder = await pool.connect()
  await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
  await holder.query(lock)
  await killAt(kind, isThere)
  await holder.query('ROLLBACK')
  holder.release()
}
async function expectNextRunLeaves(count: number): Promise<void> {
  expect(await runOnce('backup')).toBe(0)
  const finished = await listBackups(storage, 'scheduled')
  expect(finished).toHaveLength(count)
  expect(await names()).toEqual([...finished.map(({ name }) => name), 'keys'])
  expect(await keyCopies()).toBe(1)
}
const lastOutcome = async (kind: string) => (await readLastRuns(pool)).find((run) => run.kind === kind)

describe.each<[string, () => StorageLocation]>([
  ['a folder', places.folder],
  ['a bucket', places.bucket],
])('backups in %s', (_what, make) => {
  beforeEach(() => use(make()))

  it('keep the newest of each kind, and one copy of the keys', async () => {
    for (const day of [1, 2, 3]) await makeBackup(day, 2)
    for (const day of [4, 5]) await makeBackup(day, 1, 'upgrade')
    expect(await names()).toEqual([
      '2026-11-02T074100Z',
      '2026-11-03T074100Z',
      '2026-11-05T074100Z-upgrade',
      'keys',
    ])
    expect(await keyCopies()).toBe(1)
    const newest = (await listBackups(storage, 'upgrade')).at(-1)
    expect((await checkBackup(placesIn(storage, newest?.name ?? ''))).manifest).toEqual(newest?.manifest)
  })

  it('lose nothing that is no finished backup made here, whatever its name or content', async () => {
    await storeText(storage, '2025-01-01T000000Z/notes.txt', 'before the audit')
    await backup(pool, placesIn(storage, 'by-hand'))
    const annotated = await makeBackup(1, 1)
    await storeText(annotated.backup, 'notes.txt', 'before the audit')
    await storeText(storage, '2025-01-02T000000Z', 'a file')
    await makeBackup(2, 1)
    await makeBackup(3, 1)
    expect(await names()).toEqual([
      '2025-01-01T000000Z',
      '2025-01-02T000000Z',
      '2026-11-01T074100Z',
      '2026-11-03T074100Z',
      'by-hand',
      'keys',
    ])
  })

  it('stay when a new one cannot be made', async () => {
    await makeBackup(1, 1)
    await pool.query('ALTER TABLE es.subscriptions RENAME COLUMN version TO revision')
    await expect(makeBackup(2, 1)).rejects.toThrow('column "version" does not exist')
    expect(await names()).toEqual(['2026-11-01T074100Z', 'keys'])
    expect(await keyCopies()).toBe(1)
    await pool.query('ALTER TABLE es.subscriptions RENAME COLUMN revision TO version')
    await makeBackup(3, 1)
    expect(await names()).toEqual(['2026-11-03T074100Z', 'keys'])
  })

  it('are restored on trial beside the real database: every read model is built, and nothing stays', async () => {
    await makeBackup(1)
    const before = (await pool.query('SELECT * FROM es.subscriptions ORDER BY name')).rows
    expect(await restoreOnTrial()).toEqual({ outcome: 'succeeded' })
    expect(await trialDatabases()).toEqual([])
    expect((await pool.query('SELECT * FROM es.subscriptions ORDER BY name')).rows).toEqual(before)
  })

  it('are finished or not there: killed in the middle of one, and the next run deletes what that left', async () => {
    await killWhileLocked('backup', 'ALTER SEQUENCE crm.lead_id INCREMENT BY 1', async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_locks WHERE relation = 'crm.lead_id'::regclass AND NOT granted`,
      )
      return rowCount === 1
    })
    expect(await names()).toEqual([expect.stringMatching(/^\d{4}-.*Z$/), 'keys'])
    expect(await listBackups(storage, 'scheduled')).toEqual([])
    await expectNextRunLeaves(1)
  })
})

describe('backups, wherever they are,', () => {
  beforeEach(() => use(places.folder()))

  it('of another installation are left alone, with their keys, also by one without events', async () => {
    const other = await createStoreWithLeads()
    const empty = await createTestDatabase(owners)
    try {
      await takeBackup(other.pool, { storage, kind: 'scheduled', keep: 1 })
      await storeText(storage, '2025-01-01T000000Z/es.events.01234567.copy.gz', 'theirs, unfinished')
      const before = await storage.list()
      await expect(makeBackup(1)).rejects.toThrow('belongs to another installation')
      const task = { storage, kind: 'scheduled', keep: 1 } as const
      await expect(takeBackup(empty.pool({ longRunning: true }), task)).rejects.toThrow(
        'belongs to another installation',
      )
      expect(await storage.list()).toEqual(before)
    } finally {
      await other.database.drop()
      await empty.drop()
    }
  })

  it('say in the manifest which master key opens them', async () => {
    expect((await makeBackup(1)).manifest.masterKey).toBe(keyring.fingerprint)
  })

  it('fail the trial when damaged, of another master key, or with events that no read model takes', async () => {
    await makeBackup(1)
    await pool.query(`UPDATE es.master_key SET fingerprint = 'other'`)
    await makeBackup(1)
    expect(await restoreOnTrial()).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('a master key that is not here: other'),
    })
    await pool.query(`UPDATE es.master_key SET fingerprint = $1`, [keyring.fingerprint])
    await pool.query(`UPDATE es.events SET data = '{}' WHERE stream_id = 'lead-3'`)
    const { backup } = await makeBackup(1)
    expect(await restoreOnTrial()).toMatchObject({ outcome: 'failed' })
    await damageTable(backup, 'es.events')
    expect(await restoreOnTrial()).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(
        /es\.events\.[0-9a-f]+\.copy\.gz (cannot be read|is not what was backed up)/,
      ),
    })
    expect(await trialDatabases()).toEqual([])
  })

  it('are measured by their age, and each run is recorded', async () => {
    await expectRuns(pool, ['backup', 'trial'])
    // the timer runs it again
    expect(await runOnce('trial')).toBe(1)
    expect(await readLastRuns(pool)).toMatchObject([
      { kind: 'backup', outcome: null, succeededAt: null },
      { kind: 'trial', outcome: 'failed', message: `There is no finished backup in ${storage.where}.` },
    ])
    await pool.query(`UPDATE es.backup_runs SET since = now() - interval '3 days'`)
    const metrics = async () => createStoreMetrics(pool, [], [], 86_400).metrics()
    expect(await metrics()).toMatch(/plumbline_backup_age_seconds 2592\d\d\n/)
    expect(await runOnce('backup')).toBe(0)
    expect(await runOnce('trial')).toBe(0)
    expect(await metrics()).toMatch(/plumbline_backup_age_seconds \d{1,3}\n/)
    expect(await metrics()).toContain('plumbline_backup_interval_seconds 86400')
    expect(await metrics()).toContain('plumbline_backup_outcome{kind="trial",outcome="succeeded"} 1')
    await recordRun(pool, 'backup', { outcome: 'failed', message: 'the disk is full' })
    expect(await metrics()).toMatch(/plumbline_backup_age_seconds \d{1,3}\n/)
  })

  it('are finished: killed in the middle of a trial, and the next run deletes what that left', async () => {
    await makeBackup(1)
    await killWhileLocked(
      'trial',
      'SELECT pg_advisory_xact_lock(1)',
      async () => (await trialDatabases()).length > 0,
    )
    await expectNextRunLeaves(2)
    expect(await trialDatabases()).toEqual([])
  })
})

describe('the database of a trial restore that was killed', () => {
  const leave = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT left(current_database(), 40) || '_trial_restore' AS name`,
    )
    await pool.query(`CREATE DATABASE ${rows[0]?.name}`)
    expect(await trialDatabases()).toHaveLength(1)
  }

  it('is deleted when a worker starts, also without a schedule', async () => {
    await leave()
    const timers: Timers = { every: async () => {}, never: async () => {}, stop: async () => {} }
    const scheduled = await scheduleBackups({ schedule: undefined } as Config['backups'], {
      pool,
      timers,
      log: database.log,
    })
    await scheduled.stop()
    expect(await trialDatabases()).toEqual([])
  })

  it('is deleted with an erasure', async () => {
    await leave()
    await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../cli/ops/main.ts'), 'erase', 'lead', '1', '--yes'],
      { env: { ...process.env, DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('base64') } },
    )
    expect(await trialDatabases()).toEqual([])
  })
})

describe('a backup', () => {
  it('on schedule runs in a process that leaves the processors to everything else', async () => {
    const { address, connection } = places.folder()
    const jobs: Record<string, () => Promise<void>> = {}
    const timers: Timers = {
      every: async (name, _cron, work) => {
        jobs[name] = work
      },
      never: async () => {},
      stop: async () => {},
    }
    const config = { schedule: 'daily', keep: 1, address, connection } as Config['backups']
    const scheduled = await scheduleBackups(config, { pool, timers, log: database.log })
    const run = jobs.backup?.().catch((error: Error) => error.message)
    const task = `/proc/${process.pid}/task/${process.pid}/children`
    const children = readFileSync(task, 'utf8').trim().split(' ').map(Number)
    const runs = children.filter((it) => readFileSync(`/proc/${it}/cmdline`, 'utf8').includes('run.ts'))
    expect(runs.map((it) => getPriority(it))).toEqual([constants.priority.PRIORITY_LOW])
    await scheduled.stop()
    expect(await run).toMatch(/^backup ended with /)
  })

  it('is refused where it could fill the disk', () => {
    expect(() => refuseWithoutRoom('/backups', { needed: 2_000_000, free: 1_999_999 })).toThrow(
      '/backups has 2 MB free, and a backup may need 2 MB. Enlarge the disk',
    )
    refuseWithoutRoom('/backups', { needed: 2_000_000, free: 2_000_000 })
    refuseWithoutRoom('s3://backups', { needed: 2_000_000, free: undefined })
  })

  it('can be tried by a login that may create databases and nothing else', async () => {
    use(places.folder())
    await makeBackup(1)
    const login = `login_${randomUUID().replaceAll('-', '')}`
    await pool.query(`CREATE ROLE ${login} LOGIN CREATEDB PASSWORD 'for tests'`)
    for (const { role } of owners) if (role) await pool.query(`GRANT ${role} TO ${login}`)
    const url = Object.assign(new URL(database.url), { username: login, password: 'for tests' }).href
    const asLogin = createPool({ url, name: 'test', log: database.log, max: 2, longRunning: true })
    try {
      expect(await restoreOnTrial(asLogin, url)).toEqual({ outcome: 'succeeded' })
    } finally {
      await asLogin.end()
      await pool.query(`DROP ROLE ${login}`)
    }
  })

  it('cannot be tried where the login may not create databases', async () => {
    use(places.folder())
    await makeBackup(1)
    expect(await restoreOnTrial(database.pool({ role: 'plumbline_crm' }))).toEqual({
      outcome: 'impossible',
      message:
        'The login plumbline_crm may not create databases. Allow it: ALTER ROLE plumbline_crm CREATEDB',
    })
  })
})

describe('a bucket', () => {
  beforeEach(() => use(places.bucket()))
  const behave = (changes: object) => Object.assign(places.server().behaviour, changes)
  afterEach(() => behave({ silentFor: undefined, awayFrom: undefined, damage: undefined }))

  it.each([
    ['before the first table is stored', /PUT .*Z\/es\.events/],
    ['while the copy of the keys is stored', /PUT .*keys\/es\.subject_keys/],
    ['before the new keys count', /PUT .*keys\/manifest/],
    ['before the new backup counts', /PUT .*Z\/manifest/],
    ['before the older keys are deleted', /DELETE .*keys\//],
  ])('has complete keys that open every backup, also when a run is killed %s', async (_when, request) => {
    await makeBackup(1)
    await erasePerson(pool, keyring, { kind: 'lead', id: 1 })
    const form = { firstName: 'Late', lastName: 'Comer', email: 'late@example.test', phone: '555 555 0199' }
    await receiveLeads(database, [{ form, now: new Date() }])
    const { requestLog } = places.server()
    const before = requestLog.length
    behave({ silentFor: request })
    await killAt('backup', () => requestLog.slice(before).some((line) => request.test(line)))
    behave({ silentFor: undefined })

    for (const finished of await listBackups(storage, 'scheduled')) {
      const target = await createTestDatabase(owners)
      try {
        await restore(target.pool({ longRunning: true }), finished, keyring.fingerprint)
      } finally {
        await target.drop()
      }
    }
    // an older copy would bring back who was erased
    expect(await runOnce('backup')).toBe(0)
    expect(await keyCopies()).toBe(1)
    const { madeAt } = await readManifest(storage.within('keys'))
    expect((await listBackups(storage, 'scheduled')).at(-1)?.manifest.madeAt).toBe(madeAt)
  })

  it('has no backup that is half deleted, also when a run is killed while it deletes one', async () => {
    for (const day of [1, 2]) await makeBackup(day)
    const { requestLog } = places.server()
    const before = requestLog.length
    const request = /DELETE .*2026-11-01T074100Z\/es\.events/
    behave({ silentFor: request })
    await killAt('backup', () => requestLog.slice(before).some((line) => request.test(line)))
    behave({ silentFor: undefined })
    for (const finished of await listBackups(storage, 'scheduled')) await checkBackup(finished)
    expect(await runOnce('backup')).toBe(0)
    expect(await names()).not.toContain('2026-11-01T074100Z')
  })

  it('that is away in the middle is a failed run; what was there stays, and the next run succeeds', async () => {
    await makeBackup(1, 1)
    const before = await storage.list()
    behave({ awayFrom: /PUT .*keys\/es\.subject_keys/ })
    expect(await runOnce('backup')).toBe(1)
    expect(await lastOutcome('backup')).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('cannot be reached'),
    })
    behave({ awayFrom: undefined })
    expect((await storage.list()).filter((path) => before.includes(path))).toEqual(before)
    expect(await listBackups(storage, 'scheduled')).toHaveLength(1)
    expect(await runOnce('backup')).toBe(0)
    expect(await lastOutcome('backup')).toMatchObject({ outcome: 'succeeded' })
    expect(await keyCopies()).toBe(1)
  })

  it('that stores something else than was sent is noticed before anything older is deleted', async () => {
    await makeBackup(1, 1)
    const before = await storage.list()
    for (const damage of [/es\.events/, /keys\/es\.subject_keys/]) {
      behave({ damage })
      await expect(makeBackup(2, 1)).rejects.toThrow(/(cannot be read|is not what was backed up)/)
      expect(await storage.list()).toEqual(before)
    }
    behave({ damage: undefined })
    await makeBackup(2, 1)
    expect(await names()).toEqual(['2026-11-02T074100Z', 'keys'])
  })

  it('has no unfinished upload of a killed run after the next one, and keeps those of others', async () => {
    const prefix = location.address.split('/').at(-1)
    const { uploads } = places.server()
    const paths = ['2026-11-01T074100Z/es.events.01234567.copy.gz', 'keys/es.subject_keys.01234567.copy.gz']
    for (const path of [...paths, 'film.mp4'])
      uploads.set(path, { key: `${prefix}/${path}`, parts: new Map() })
    await makeBackup(2)
    expect([...uploads.keys()]).toEqual(['film.mp4'])
  })

  it.each([
    ['that is not there', { address: 's3://nothing-here/x' }, {}, 'there is no bucket nothing-here'],
    ['with a wrong key', {}, { AWS_ACCESS_KEY_ID: 'NOBODY' }, 'there is no such BACKUP_AWS_ACCESS_KEY_ID'],
    ['that cannot be reached', {}, { S3_ENDPOINT: 'http://127.0.0.1:9' }, 'cannot be reached at'],
  ])('%s is a failed run that says so', async (_what, place, connection, message) => {
    location = { ...location, ...place, connection: { ...location.connection, ...connection } }
    expect(await runOnce('backup')).toBe(1)
    expect(await lastOutcome('backup')).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining(message),
    })
  })
})

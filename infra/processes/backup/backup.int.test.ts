import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from '@plumbline/platform/db'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '@plumbline/platform/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedLeads } from '../../cli/ops/leadFixture.ts'
import { createStoreMetrics } from '../metrics.ts'
import { owners } from '../schemas.ts'
import { backup } from './archive.ts'
import { type BackupKind, listBackups, placesIn, refuseWithoutRoom, takeBackup } from './folder.ts'
import { expectRuns, readLastRuns, recordRun } from './runs.ts'
import { tryRestore } from './trial.ts'

const masterKey = Buffer.alloc(32, 7)
let database: TestDatabase
let pool: Pool
let directory: string

beforeEach(async () => {
  database = await createTestDatabase(owners)
  pool = database.pool({ max: 4, longRunning: true })
  directory = mkdtempSync(join(tmpdir(), 'plumbline-backups-'))
  await seedLeads(database)
  await pool.query('INSERT INTO es.master_key (fingerprint) VALUES ($1)', [keyring.fingerprint])
})
afterEach(async () => {
  await database.drop()
  await rm(directory, { recursive: true })
})

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 7, 41))
const makeBackup = (day: number, keep = 14, kind: BackupKind = 'scheduled') =>
  takeBackup(pool, { directory, kind, keep, now: at(day) })
const folders = async () => (await readdir(directory)).sort()
const trialDatabases = async () =>
  (
    await pool.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE left(current_database(), 40) || '%trial%'`,
    )
  ).rows
const restoreOnTrial = (as = pool) =>
  tryRestore(as, placesIn(directory, '2026-11-01T074100Z'), {
    url: database.url,
    config: { dataDir: directory, masterKey },
    log: database.log,
  })
const damage = async (folder: string) => {
  const file = join(folder, 'es.events.copy.gz')
  const bytes = await readFile(file)
  bytes[40] = (bytes[40] as number) ^ 0xff
  await writeFile(file, bytes)
}

describe('the folder of backups', () => {
  it('keeps the newest of each kind', async () => {
    for (const day of [1, 2, 3]) await makeBackup(day, 2)
    for (const day of [4, 5]) await makeBackup(day, 1, 'upgrade')
    expect(await folders()).toEqual([
      '2026-11-02T074100Z',
      '2026-11-03T074100Z',
      '2026-11-05T074100Z-upgrade',
      'keys',
    ])
  })

  it('loses nothing that is no finished backup made here, whatever its name or content', async () => {
    const unfinished = join(directory, '2025-01-01T000000Z')
    await mkdir(unfinished)
    await backup(pool, placesIn(directory, 'by-hand'))
    const annotated = await makeBackup(1, 1)
    await writeFile(join(annotated.folder, 'notes.txt'), 'before the audit')
    await writeFile(join(directory, '2025-01-02T000000Z'), 'a file')
    await makeBackup(2, 1)
    await makeBackup(3, 1)
    expect(await folders()).toEqual([
      '2025-01-01T000000Z',
      '2025-01-02T000000Z',
      '2026-11-01T074100Z',
      '2026-11-03T074100Z',
      'by-hand',
      'keys',
    ])
  })

  it('keeps the older ones when the new one cannot be made', async () => {
    await makeBackup(1, 1)
    await pool.query('ALTER TABLE es.subscriptions RENAME COLUMN version TO revision')
    await expect(makeBackup(2, 1)).rejects.toThrow('column "version" does not exist')
    expect(await folders()).toEqual(['2026-11-01T074100Z', 'keys'])
    await pool.query('ALTER TABLE es.subscriptions RENAME COLUMN revision TO version')
    await makeBackup(3, 1)
    expect(await folders()).toEqual(['2026-11-03T074100Z', 'keys'])
  })

  it('of another installation is refused, and its keys stay', async () => {
    const other = await createTestDatabase(owners)
    try {
      await seedLeads(other)
      await takeBackup(other.pool({ longRunning: true }), { directory, kind: 'scheduled', keep: 1 })
      const keys = await readFile(join(directory, 'keys/manifest.json'), 'utf8')
      await expect(makeBackup(1)).rejects.toThrow('belongs to another installation')
      expect(await readFile(join(directory, 'keys/manifest.json'), 'utf8')).toBe(keys)
    } finally {
      await other.drop()
    }
  })

  it('is refused where it could fill the disk', () => {
    expect(() => refuseWithoutRoom('/backups', { needed: 2_000_000, free: 1_999_999 })).toThrow(
      '/backups has 2 MB free, and a backup may need 2 MB. Enlarge the disk',
    )
    refuseWithoutRoom('/backups', { needed: 2_000_000, free: 2_000_000 })
  })

  it('says in the manifest which master key opens it', async () => {
    expect((await makeBackup(1)).manifest.masterKey).toBe(keyring.fingerprint)
  })
})

describe('a trial restore', () => {
  it('builds every read model beside the real database and leaves nothing', async () => {
    await makeBackup(1)
    const before = (await pool.query('SELECT * FROM es.subscriptions ORDER BY name')).rows
    expect(await restoreOnTrial()).toEqual({ outcome: 'succeeded' })
    expect(await trialDatabases()).toEqual([])
    expect((await pool.query('SELECT * FROM es.subscriptions ORDER BY name')).rows).toEqual(before)
  })

  it('fails for a damaged backup, one of another master key and one whose events no read model takes', async () => {
    const { folder } = await makeBackup(1)
    await pool.query(`UPDATE es.master_key SET fingerprint = 'other'`)
    await takeBackup(pool, { directory, kind: 'scheduled', keep: 9, now: at(1) })
    expect(await restoreOnTrial()).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('a master key that is not here: other'),
    })
    await pool.query(`UPDATE es.master_key SET fingerprint = $1`, [keyring.fingerprint])
    await pool.query(`UPDATE es.events SET data = '{}' WHERE stream_id = 'lead-3'`)
    await takeBackup(pool, { directory, kind: 'scheduled', keep: 9, now: at(1) })
    expect(await restoreOnTrial()).toMatchObject({ outcome: 'failed' })
    await damage(folder)
    expect(await restoreOnTrial()).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/es\.events\.copy\.gz (cannot be read|is not what was backed up)/),
    })
    expect(await trialDatabases()).toEqual([])
  })

  it('says so where the login may not create databases', async () => {
    await makeBackup(1)
    expect(await restoreOnTrial(database.pool({ role: 'plumbline_crm' }))).toEqual({
      outcome: 'impossible',
      message:
        'The login plumbline_crm may not create databases. Allow it: ALTER ROLE plumbline_crm CREATEDB',
    })
  })
})

describe('the process of one run', () => {
  const start = (kind: string): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, 'run.ts'), kind], {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        BACKUP_DIR: directory,
        BACKUP_KEEP: '2',
        MASTER_KEY: masterKey.toString('base64'),
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  const runOnce = async (kind: string) => (await once(start(kind), 'exit'))[0]

  it('records how it went, and its age is measured', async () => {
    await expectRuns(pool, ['backup', 'trial'])
    expect(await runOnce('trial')).toBe(0)
    expect(await readLastRuns(pool)).toMatchObject([
      { kind: 'backup', outcome: null, succeededAt: null },
      { kind: 'trial', outcome: 'failed', message: `There is no finished backup in ${directory}.` },
    ])
    await pool.query(`UPDATE es.backup_runs SET since = now() - interval '3 days'`)
    const metrics = async () => createStoreMetrics(pool, [], [], 86_400).metrics()
    expect(await metrics()).toMatch(/plumbline_backup_age_seconds 2592\d\d\n/)
    expect(await runOnce('backup')).toBe(0)
    expect(await runOnce('trial')).toBe(0)
    expect(await metrics()).toMatch(/plumbline_backup_age_seconds \d{1,2}\n/)
    expect(await metrics()).toContain('plumbline_backup_interval_seconds 86400')
    expect(await metrics()).toContain('plumbline_backup_outcome{kind="trial",outcome="succeeded"} 1')
    await recordRun(pool, 'backup', { outcome: 'failed', message: 'the disk is full' })
    expect(await metrics()).toMatch(/plumbline_backup_age_seconds \d{1,2}\n/)
  })

  it.each([
    ['backup', 'ALTER SEQUENCE crm.lead_id INCREMENT BY 1', 'crm.lead_id'],
    ['trial', 'SELECT pg_advisory_xact_lock(1)', undefined],
  ] as const)(
    'killed in the middle of a %s it leaves no good one, and the next one deletes what it left',
    async (kind, lock, table) => {
      if (kind === 'trial') await makeBackup(1)
      const holder = await pool.connect()
      await holder.query('BEGIN')
      await holder.query(lock)
      const child = start(kind)
      const isThere = async () =>
        table
          ? ((await pool.query(`SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted`, [table]))
              .rowCount ?? 0) > 0
          : (await trialDatabases()).length > 0
      await expect.poll(isThere, { timeout: 20_000, interval: 5 }).toBe(true)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await holder.query('ROLLBACK')
      holder.release()
      const unfinished = async () => (await folders()).filter((name) => name.endsWith('.partial'))
      if (kind === 'backup') {
        expect(await unfinished()).toHaveLength(1)
        expect(await listBackups(directory, 'scheduled')).toEqual([])
      }
      expect(await runOnce('backup')).toBe(0)
      expect(await unfinished()).toEqual([])
      expect(await trialDatabases()).toEqual([])
      expect((await listBackups(directory, 'scheduled')).length).toBe(kind === 'trial' ? 2 : 1)
    },
  )
})

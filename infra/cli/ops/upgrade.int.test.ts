import type { Pool } from '@plumbline/platform/db'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '@plumbline/platform/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordRun } from '../../processes/backup/runs.ts'
import { readConfig } from '../../processes/config.ts'
import { rebuildTargets } from '../../processes/stores/rebuildTargets.ts'
import { createStoreWithLeads } from './backupFixture.ts'
import type { Context } from './command.ts'
import { judgeDisk, upgradeCheck } from './upgrade.ts'

let database: TestDatabase
let pool: Pool

beforeEach(async () => {
  ;({ database, pool } = await createStoreWithLeads())
  await recordRun(pool, 'backup', { outcome: 'succeeded' })
  await pool.query('UPDATE es.subscriptions SET position = 14')
})
afterEach(async () => {
  vi.restoreAllMocks()
  process.exitCode = 0
  await database.drop()
})

async function check(changes: Partial<Context> = {}) {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const context: Context = {
    pool,
    databaseUrl: database.url,
    isEmbedded: false,
    redisUrl: undefined,
    json: false,
    business: readConfig({}).business,
    backups: readConfig({}).backups,
    log: database.log,
    keyring: async () => keyring,
    fingerprint: keyring.fingerprint,
    ...changes,
  }
  process.exitCode = 0
  await upgradeCheck.run(context, [], {})
  const lines = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  return { exitCode: process.exitCode, lines, problems: lines.filter((line) => line.startsWith('problem')) }
}

it('one line per check, and nothing is changed', async () => {
  const { exitCode, lines } = await check()
  expect(exitCode).toBe(0)
  expect(lines.map((line) => line.replace(/:.*/, ''))).toEqual([
    'ok\tplan',
    expect.stringMatching(/^(ok|unknown)\tdisk$/),
    'ok\tmaster key',
    'ok\tbackup',
    'ok\trestore',
    'ok\tlag',
    'ok\tdead letters',
    'ok\treleases',
  ])
  expect(lines[0]).toBe('ok\tplan: no migrations; no read model to build')
})

it('names the versions that would be built, from how many events', async () => {
  const { name, projection } = rebuildTargets.find(
    (it) => it.name === 'crm.leads',
  ) as (typeof rebuildTargets)[number]
  await pool.query('UPDATE es.subscriptions SET version = version - 1 WHERE name = $1', [name])
  const { lines } = await check()
  expect(lines[0]).toBe(`ok\tplan: no migrations; builds crm.leads@${projection.version} from 14 events`)
  const { lines: onEmbedded } = await check({ isEmbedded: true })
  expect(onEmbedded[3]).toBe('ok\tbackup: one is made before the first step')
})

it('a database of an earlier release is understood as it is', async () => {
  await pool.query('DROP TABLE es.backup_runs, es.releases, es.unfinished_restore')
  await pool.query(`DELETE FROM migrations.steps WHERE id IN ('backup-runs-v1', 'unfinished-restore-v1')`)
  const { lines, problems } = await check()
  expect(lines[0]).toContain('runs es/unfinished-restore-v1, es/backup-runs-v1;')
  expect(problems).toEqual([expect.stringContaining('backup: none is known')])
  expect((await pool.query(`SELECT to_regclass('es.releases') AS name`)).rows).toEqual([{ name: null }])
})

it('an empty database has nothing that can be lost', async () => {
  const empty = await createTestDatabase()
  try {
    expect(await check({ databaseUrl: empty.url, pool: empty.pool() })).toMatchObject({
      exitCode: 0,
      lines: [expect.stringContaining('no events')],
    })
  } finally {
    await empty.drop()
  }
})

it('a disk without room for the new read models is a problem, and one that cannot be seen is unknown', () => {
  const MB = 1_000_000
  const disk = { size: 100 * MB, built: 50 * MB }
  expect(judgeDisk({ ...disk, free: 109 * MB })).toEqual({
    state: 'problem',
    message: expect.stringMatching(/^109 MB free, 110 MB needed .* Enlarge the disk/),
  })
  expect(judgeDisk({ ...disk, free: 110 * MB }).state).toBe('ok')
  expect(judgeDisk({ ...disk, free: undefined }).state).toBe('unknown')
})

const mistakes: [what: string, sql: string, message: RegExp, changes?: Partial<Context>][] = [
  ['no master key', 'SELECT 1', /master key: .* none here\. Set MASTER_KEY/, { fingerprint: undefined }],
  ['another master key', 'SELECT 1', /master key: .* and other is here/, { fingerprint: 'other' }],
  [
    'an old backup',
    `UPDATE es.backup_runs SET succeeded_at = now() - interval '30 hours'`,
    /backup: the last one is 30 hours old\. Make one/,
  ],
  [
    'an unfinished restore',
    `INSERT INTO es.unfinished_restore (kind, source) VALUES ('backup', 'x')`,
    /restore: .* not finished/,
  ],
  [
    'a subscription that is behind',
    `SELECT setval('es.event_position', 5000); UPDATE es.events SET position = 5000 WHERE position = 14`,
    /lag: .*messaging\.customers is 4986 events behind/,
  ],
  [
    'a dead-lettered stream',
    `INSERT INTO es.parked (subscription, version, position, stream_id, error) VALUES ('notifyOwner', 1, 4, 'lead-4', 'no')`,
    /dead letters: notifyOwner has 1 streams/,
  ],
  [
    'two releases',
    `INSERT INTO es.releases (service, read_models) VALUES ('crm', '{a}'), ('crm', '{b}')`,
    /releases: Two releases of crm are running/,
  ],
]

it.each(mistakes)(
  '%s is a problem, says what to do and ends with 3',
  async (_what, sql, message, changes) => {
    await pool.query(sql)
    const { exitCode, problems } = await check(changes)
    expect(problems).toEqual([expect.stringMatching(message)])
    expect(exitCode).toBe(3)
  },
)

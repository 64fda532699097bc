import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { recordMembers } from '@plumbline/identity/service'
import type { Pool } from '@plumbline/platform/db'
import { liveTableOf, verifyProjection } from '@plumbline/platform/projections'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '@plumbline/platform/testing'
import { feedHasAccess } from '@plumbline/scheduling/service'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backup } from '../../processes/backup/archive.ts'
import type { Places } from '../../processes/backup/check.ts'
import { filesOf, readManifest, writeManifest } from '../../processes/backup/manifest.ts'
import type { StorageLocation } from '../../processes/backup/openStorage.ts'
import { openStorage } from '../../processes/backup/openStorage.ts'
import { restore } from '../../processes/backup/restore.ts'
import { takeBackup } from '../../processes/backup/storedBackups.ts'
import { refuseUnfinishedRestore } from '../../processes/backup/unfinishedRestore.ts'
import { rebuildStale, rebuildTargets } from '../../processes/stores/rebuildTargets.ts'
import { owners } from '../../processes/stores/schemas.ts'
import { backupEnv, createStoreWithLeads, damageTable, placesAt, useBackupPlaces } from './backupFixture.ts'
import { erasePerson } from './erasure.ts'
import { receiveLeads } from './leadFixture.ts'

let source: TestDatabase
let target: TestDatabase
let from: Pool
let to: Pool
let location: StorageLocation
let places: Places
const made = useBackupPlaces()

beforeEach(async () => {
  ;[{ database: source, pool: from }, target] = await Promise.all([
    createStoreWithLeads(),
    createTestDatabase(owners),
  ])
  to = target.pool({ max: 4, longRunning: true })
  location = made.folder()
  places = placesAt(location, 'monday')
  await from.query(
    `INSERT INTO identity.users (username, password, email) VALUES ('owner', 'hash', 'o@x.io')`,
  )
  await from.query(recordMembers)
  await from.query(
    `INSERT INTO business.pictures (hash, use, width, height, bytes) VALUES ('abc', 'logo', 2, 1, '\\x89504e47000a09ff')`,
  )
})
afterEach(async () => {
  await source.drop()
  await target.drop()
})

const all = async (pool: Pool, table: string, order: string) =>
  (await pool.query(`SELECT * FROM ${table} ORDER BY ${order}`)).rows

it('the drill: what is restored is what was there, read models included, and ids go on where they were', async () => {
  const manifest = await backup(from, places)
  expect(manifest.tables['es.events']?.rows).toBe(15)
  await restore(to, places, keyring.fingerprint)
  await rebuildStale(to, keyring, () => {})

  for (const [table, order] of [
    ['es.events', 'position'],
    ['es.subject_keys', 'subject'],
    ['identity.users', 'id'],
    ['business.pictures', 'hash'],
    ['crm.leads', 'id'],
  ] as const)
    expect(await all(to, table, order)).toEqual(await all(from, table, order))
  for (const rebuild of rebuildTargets)
    expect((await verifyProjection(rebuild, { pool: to, keyring })).differences).toEqual([])
  expect((await to.query(`SELECT nextval('crm.lead_id')::int AS id`)).rows).toEqual([{ id: 15 }])
  await to.query(`INSERT INTO identity.users (username, password, email) VALUES ('second', 'hash', 's@x.io')`)
})

it('a restore has what sends mail and SMS, which is in no event', async () => {
  await from.query(`INSERT INTO es.subject_keys (subject, wrapped) VALUES ('senders-1', '\\x01')`)
  await from.query(`INSERT INTO messaging.sender_secrets VALUES ('password', 'p'), ('authToken', 't')`)
  await backup(from, places)
  await restore(to, places, keyring.fingerprint)
  for (const [table, order] of [
    ['messaging.sender_secrets', 'name'],
    ['es.subject_keys', 'subject'],
  ] as const)
    expect(await all(to, table, order)).toEqual(await all(from, table, order))
  expect(await all(to, 'messaging.sender_secrets', 'name')).toHaveLength(2)
})

it('a damaged file is noticed before anything is written', async () => {
  await backup(from, places)
  await damageTable(places.backup, 'es.events')
  await expect(restore(to, places, keyring.fingerprint)).rejects.toThrow(
    /es\.events\.[0-9a-f]+\.copy\.gz (cannot be read|is not what was backed up)/,
  )
  expect(await all(to, 'es.events', 'position')).toEqual([])
})

it('a backup is replaced by the next one of its name, without a rest', async () => {
  const first = await backup(from, places)
  const second = await backup(from, places)
  expect((await readManifest(places.backup)).tables).toEqual(second.tables)
  expect(second.tables).not.toEqual(first.tables)
  for (const place of [places.backup, places.keys])
    expect((await place.list()).sort()).toEqual(filesOf(await readManifest(place)).sort())
  await restore(to, places, keyring.fingerprint)
})

it.each([
  ['a folder', made.folder],
  ['a bucket', made.bucket],
] as const)('operators back up to %s and restore from it by command', async (_what, make) => {
  location = make()
  const address = `${location.address}/friday`
  const ops = (url: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [resolve(import.meta.dirname, 'main.ts'), ...args], {
      env: {
        ...process.env,
        ...backupEnv(location),
        DATABASE_URL: url,
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      },
    })
  const { stdout } = await ops(source.url, 'backup', address)
  expect(stdout).toContain(`Backed up to ${address}: es.events 15,`)
  expect(stdout).toContain(`The keys that open it are in ${location.address}/keys;`)
  const restored = await ops(target.url, 'restore', address)
  expect(restored.stdout).toContain(`Restored from ${address}: es.events 15,`)
  expect(restored.stdout).toContain('It sends mail and SMS to customers as the shop does.')
  expect(await all(to, 'crm.leads', 'id')).toEqual(await all(from, 'crm.leads', 'id'))
})

it.each([
  ['a place of the name that the keys have', ['keys']],
  ['the place of the keys itself', ['friday', '--keys', 'friday/']],
])('%s is refused, and what is there stays', async (_what, [name = '', ...options]) => {
  const monday = await backup(from, places)
  const before = await openStorage(location).list()
  const args = [name, ...options].map((arg) => (arg.startsWith('--') ? arg : `${location.address}/${arg}`))
  for (const command of ['backup', 'restore'])
    await expect(
      promisify(execFile)(process.execPath, [resolve(import.meta.dirname, 'main.ts'), command, ...args], {
        env: {
          ...process.env,
          ...backupEnv(location),
          DATABASE_URL: source.url,
          MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        },
      }),
    ).rejects.toThrow('is where the keys lie. A backup needs a place of its own')
  expect(await openStorage(location).list()).toEqual(before)
  expect(await readManifest(places.backup)).toEqual(monday)
})

it('an unfinished backup and a store with events in it are refused', async () => {
  await expect(restore(to, places, keyring.fingerprint)).rejects.toThrow('holds no finished backup')
  await backup(from, places)
  await expect(restore(from, places, keyring.fingerprint)).rejects.toThrow(
    'There are events in this store already',
  )
})

it('who was erased after a backup stays erased when it is restored, because the keys are kept once', async () => {
  await backup(from, places)
  const [lead] = await all(from, 'crm.leads', 'id')
  await erasePerson(from, keyring, { kind: 'lead', id: lead.id })
  const tuesday = placesAt(location, 'tuesday')
  await backup(from, tuesday)
  await restore(to, places, keyring.fingerprint)
  await rebuildStale(to, keyring, () => {})
  const restored = await all(to, 'crm.leads', 'id')
  expect(restored[0]).toMatchObject({ id: lead.id, first_name: '[erased]', email: '[erased]' })
  expect(restored.slice(1)).toEqual((await all(from, 'crm.leads', 'id')).slice(1))
})

describe('a restored copy', () => {
  const scheduled = (pool: Pool, day: number) =>
    takeBackup(pool, {
      storage: openStorage(location),
      kind: 'scheduled',
      keep: 14,
      now: new Date(Date.UTC(2026, 10, day)),
    })
  const refusal =
    'belongs to another installation. Choose another place. If that installation is gone for good'

  it('leaves the backups and the keys alone that it was restored from', async () => {
    const monday = await scheduled(from, 2)
    await restore(to, monday, keyring.fingerprint)
    await rebuildStale(to, keyring, () => {})
    await expect(scheduled(to, 3)).rejects.toThrow(refusal)
    await expect(backup(to, monday)).rejects.toThrow(refusal)
    await seedMore()
    const tuesday = await scheduled(from, 3)
    await expect(scheduled(to, 4)).rejects.toThrow(refusal)

    const third = await createTestDatabase(owners)
    try {
      await restore(third.pool({ longRunning: true }), tuesday, keyring.fingerprint)
    } finally {
      await third.drop()
    }
  })

  it('also where a release made them that did not name the installation', async () => {
    const monday = await scheduled(from, 2)
    for (const place of [monday.backup, monday.keys]) {
      const { installation: _, ...manifest } = await readManifest(place)
      await writeManifest(place, manifest)
    }
    await restore(to, monday, keyring.fingerprint)
    await expect(scheduled(to, 3)).rejects.toThrow(refusal)
    await scheduled(from, 3)
  })

  it('takes the place over when it is told to, and not while it lacks people whose keys are there', async () => {
    const monday = await scheduled(from, 2)
    await restore(to, monday, keyring.fingerprint)
    await rebuildStale(to, keyring, () => {})
    const takeOver = (name: string) => backup(to, placesAt(location, name), { takesOver: true })
    await seedMore()
    await scheduled(from, 3)
    await expect(takeOver('after-restore')).rejects.toThrow(
      'has the keys of 1 people who are not in this database, and they would be lost',
    )
    await to.query(`INSERT INTO es.subject_keys SELECT 'lead-15', wrapped FROM es.subject_keys LIMIT 1`)
    await takeOver('after-restore')
    await scheduled(to, 4)
    await expect(scheduled(from, 5)).rejects.toThrow('belongs to another installation')
  })
})

it('a copy of the database itself does not replace keys of people that it lacks', async () => {
  await backup(from, places)
  await from.query(`DELETE FROM es.subject_keys WHERE subject = 'lead-3'`)
  await expect(backup(from, placesAt(location, 'tuesday'))).rejects.toThrow('has the keys of 1 people')
})

it('a backup whose master key is not here is refused before anything is written', async () => {
  await backup(from, places)
  await expect(restore(to, places, undefined)).rejects.toThrow('encrypted with a master key that is not here')
  await expect(restore(to, places, 'another')).rejects.toThrow('encrypted with a master key that is not here')
  expect(await all(to, 'es.events', 'position')).toEqual([])
})

it('keys that are older than the backup are refused, and nothing is written', async () => {
  await backup(from, placesAt(location, 'sunday'))
  await seedMore()
  const newer = placesAt(location, 'monday', 'newer')
  await backup(from, newer)
  await expect(restore(to, places, keyring.fingerprint)).rejects.toThrow('those of 1 people are missing')
  expect(await all(to, 'es.events', 'position')).toEqual([])
  await restore(to, newer, keyring.fingerprint)
})

const seedMore = () => {
  const form = { firstName: 'Late', lastName: 'Comer', email: 'late@example.test', phone: '555 555 0199' }
  return receiveLeads(source, [{ form, now: new Date() }])
}

const statuses = async (kind: string) =>
  (
    await to.query<{ status: string }>(
      `SELECT DISTINCT status FROM es.subscriptions WHERE (kind = 'reactor') = $1`,
      [kind === 'reactor'],
    )
  ).rows.map(({ status }) => status)

describe('a restore that is killed', () => {
  const delivery = `INSERT INTO messaging.deliveries (id, channel, content)
    VALUES ('00000000-0000-4000-8000-000000000001', 'email', '{}')`

  /** Runs the command until `isThere` holds and kills it. `lock` keeps it from going further. */
  async function killAt(lock: string, isThere: () => Promise<boolean>): Promise<void> {
    const holder = await to.connect()
    await holder.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
    await holder.query(lock)
    const child = spawn(
      process.execPath,
      [resolve(import.meta.dirname, 'main.ts'), 'restore', places.backup.where, '--keys', places.keys.where],
      {
        env: {
          ...process.env,
          DATABASE_URL: target.url,
          MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        },
        stdio: 'inherit',
      },
    )
    await expect.poll(isThere, { timeout: 60_000 }).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await holder.query('ROLLBACK')
    holder.release()
  }
  const tableOf = (name: string) => {
    const target = rebuildTargets.find((it) => it.name === name)
    if (!target) throw new Error(`there is no read model ${name}`)
    return liveTableOf(target.projection, target.schema).name
  }
  const [leadsTable, consentsTable] = [tableOf('crm.leads'), tableOf('messaging.consents')]
  const isWaitingFor = (table: string) => async () =>
    (await to.query(`SELECT 1 FROM pg_locks WHERE relation = $1::regclass AND NOT granted`, [table]))
      .rowCount === 1

  const points = [
    [
      'while it reads the backup',
      'LOCK TABLE gateway.secrets IN SHARE MODE',
      isWaitingFor('gateway.secrets'),
    ],
    [
      'before the first read model is built',
      `LOCK TABLE ${leadsTable} IN ACCESS SHARE MODE`,
      isWaitingFor(leadsTable),
    ],
    [
      'while the read models are built',
      `LOCK TABLE ${consentsTable} IN ACCESS SHARE MODE`,
      isWaitingFor(consentsTable),
    ],
    [
      'when only its end is missing',
      'LOCK TABLE es.unfinished_restore IN ACCESS SHARE MODE',
      async () =>
        (await statuses('projection')).join() === 'live' && (await all(to, 'es.events', '1')).length > 0,
    ],
  ] as const

  it.each(points)(
    '%s sends nothing, and is finished by the next start or the same command',
    async (when, lock, isThere) => {
      await from.query(delivery)
      await backup(from, places)
      const locks = lock.includes('unfinished')
        ? `${lock}; LOCK TABLE messaging.deliveries IN SHARE MODE`
        : lock
      await killAt(locks, isThere)

      // either nothing is there, or it is marked as unfinished: no read model is empty and live, nothing can be sent
      await expect
        .poll(
          async () =>
            (
              await to.query(
                `SELECT 1 FROM pg_stat_activity WHERE application_name = 'plumbline-ops' AND datname = current_database()`,
              )
            ).rowCount,
        )
        .toBe(0)
      expect(await all(to, 'messaging.deliveries', 'id')).toEqual([])
      const isLoaded = (await all(to, 'es.events', 'position')).length > 0
      expect(await statuses('reactor')).toEqual([isLoaded ? 'paused' : 'live'])
      if (isLoaded) await expect(refuseUnfinishedRestore(to)).rejects.toThrow('is not finished')

      // the same command begins here, a start of the product does not
      if (!when.startsWith('while the read models')) await restore(to, places, keyring.fingerprint)
      await rebuildStale(to, keyring, () => {})
      expect(await statuses('reactor')).toEqual(['live'])
      expect(await statuses('projection')).toEqual(['live'])
      expect(await all(to, 'crm.leads', 'id')).toEqual(await all(from, 'crm.leads', 'id'))
      expect(await all(to, 'messaging.deliveries', 'id')).toHaveLength(1)
      await expect(restore(to, places, keyring.fingerprint)).rejects.toThrow('There are events in this store')
    },
  )
})

it('a store that has nothing but its first user takes a backup, and its own user goes', async () => {
  await to.query(`INSERT INTO identity.users (username, password, email) VALUES ('first', 'hash', 'f@x.io')`)
  await to.query(recordMembers)
  await backup(from, places)
  await restore(to, places, keyring.fingerprint)
  expect(await all(to, 'es.events', 'position')).toEqual(await all(from, 'es.events', 'position'))
  expect(await all(to, 'identity.users', 'id')).toMatchObject([{ username: 'owner' }])
})

describe('a backup of another release', () => {
  it('without the columns that came since is restored, and they have their defaults', async () => {
    await from.query('ALTER TABLE identity.users DROP COLUMN disabled_at CASCADE')
    await backup(from, places)
    await restore(to, places, keyring.fingerprint)
    expect(await all(to, 'identity.users', 'id')).toMatchObject([{ username: 'owner', disabled_at: null }])
  })

  it('with a column that is not here is refused in words, and nothing is written', async () => {
    await from.query('ALTER TABLE identity.users ADD COLUMN second_factor text')
    await backup(from, places)
    await expect(restore(to, places, keyring.fingerprint)).rejects.toThrow(
      'made by a newer release: identity.users has no second_factor here',
    )
    expect(await all(to, 'es.events', 'position')).toEqual([])
  })

  it('with a table that is not here is refused in words, and nothing is written', async () => {
    const manifest = await backup(from, places)
    const tables = { ...manifest.tables, 'crm.loyalty': { rows: 1, sha256: '', columns: ['points'] } }
    await writeManifest(places.backup, { ...manifest, tables })
    await expect(restore(to, places, keyring.fingerprint)).rejects.toThrow(
      'made by a newer release: there is no crm.loyalty here',
    )
    expect(await all(to, 'es.events', 'position')).toEqual([])
  })

  it('of the format that did not name its columns is restored', async () => {
    const address = resolve(import.meta.dirname, 'fixtures/backup-format-2')
    await restore(to, placesAt({ address, connection: {} }, 'monday'), keyring.fingerprint)
    await rebuildStale(to, keyring, () => {})
    expect(await all(to, 'crm.leads', 'id')).toEqual(await all(from, 'crm.leads', 'id'))
    expect(await all(to, 'identity.users', 'id')).toMatchObject([
      { username: 'owner', disabled_at: null },
      { username: 'gone', disabled_at: expect.anything() },
    ])
    // there were no members then
    const { rows: members } = await to.query(
      `SELECT stream_id, type FROM es.events WHERE stream_id LIKE 'member-%' ORDER BY stream_id, version`,
    )
    expect(members.map(({ stream_id, type }) => `${stream_id} ${type}`)).toEqual([
      'member-1 MemberJoined',
      'member-2 MemberJoined',
      'member-2 MemberDeactivated',
    ])
    expect(await all(to, 'scheduling.calendar_feeds', 'id')).toMatchObject([{ user_id: 1, ending: null }])
    expect(await all(to, 'messaging.deliveries', 'id')).toMatchObject([
      { content: { text: 'tab\there' }, message_id: 7, traceparent: null },
    ])
    const { rows } = await to.query(
      `SELECT name, status FROM es.subscriptions WHERE kind = 'reactor' ORDER BY 1`,
    )
    expect(rows).toEqual(
      [
        'assignContacts',
        'followJobs',
        'followQuotes',
        'linkQuotes',
        'noteJobChanges',
        'notifyOwner',
        'passOnJobs',
        'tellCustomer',
      ].map((name) => ({
        name,
        status: 'live',
      })),
    )
  })

  it('a reactor goes on where it was, in a later version too; a later one begins behind the log', async () => {
    await from.query(`UPDATE es.subscriptions SET position = 5 WHERE name = 'notifyOwner'`)
    await from.query(`UPDATE es.subscriptions SET position = 6 WHERE name = 'tellCustomer'`)
    await from.query(`DELETE FROM es.subscriptions WHERE name = 'assignContacts'`)
    await from.query(`INSERT INTO es.subscriptions (name, version, kind, status, position)
      VALUES ('retiredReactor', 1, 'reactor', 'live', 3)`)
    await from.query(`INSERT INTO es.parked (subscription, version, position, stream_id, error)
      VALUES ('tellCustomer', 1, 4, 'lead-4', 'no'), ('crm.leads', 2, 4, 'lead-4', 'no')`)
    await to.query(`UPDATE es.subscriptions SET version = 2 WHERE name = 'tellCustomer'`)
    await backup(from, places)
    await restore(to, places, keyring.fingerprint)
    await rebuildStale(to, keyring, () => {})
    const { rows } = await to.query(
      `SELECT name, version, position::int, status FROM es.subscriptions WHERE kind = 'reactor' ORDER BY name`,
    )
    expect(rows).toEqual([
      { name: 'assignContacts', version: 1, position: 15, status: 'live' },
      { name: 'followJobs', version: 1, position: 0, status: 'live' },
      { name: 'followQuotes', version: 1, position: 0, status: 'live' },
      { name: 'linkQuotes', version: 1, position: 0, status: 'live' },
      { name: 'noteJobChanges', version: 1, position: 0, status: 'live' },
      { name: 'notifyOwner', version: 1, position: 5, status: 'live' },
      { name: 'passOnJobs', version: 1, position: 0, status: 'live' },
      { name: 'retiredReactor', version: 1, position: 3, status: 'retired' },
      { name: 'tellCustomer', version: 2, position: 6, status: 'live' },
    ])
    expect(await all(to, 'es.parked', 'subscription')).toMatchObject([
      { subscription: 'tellCustomer', version: 2, stream_id: 'lead-4' },
    ])
  })

  it('keeps a secret that a later release generated', async () => {
    await backup(from, places)
    await to.query(`INSERT INTO gateway.secrets VALUES ('later', 'made up')`)
    await restore(to, places, keyring.fingerprint)
    const secrets = await all(from, 'gateway.secrets', 'name')
    expect(await all(to, 'gateway.secrets', 'name')).toEqual([
      ...secrets,
      { name: 'later', value: 'made up' },
    ])
  })
})

it('a user who was disabled and a calendar address that was revoked after a backup stay so when it is restored', async () => {
  await from.query(`INSERT INTO identity.users (username, password, email) VALUES ('gone', 'hash', 'g@x.io')`)
  const feed = `INSERT INTO scheduling.calendar_feeds (user_id, token_hash, created_at) VALUES (2, $1, now())`
  for (const token of ['kept', 'revoked']) await from.query(feed, [Buffer.from(token)])
  await backup(from, places)
  await from.query(`UPDATE identity.users SET disabled_at = now() WHERE username = 'gone'`)
  await from.query(`DELETE FROM scheduling.calendar_feeds WHERE token_hash = 'revoked'`)
  await from.query(`INSERT INTO identity.users (username, password, email) VALUES ('new', 'hash', 'n@x.io')`)
  await backup(from, placesAt(location, 'tuesday'))
  await to.query(`INSERT INTO gateway.sessions (token_hash, user_id, "user") VALUES ('x', 1, '{}')`)

  await restore(to, places, keyring.fingerprint)
  expect(await all(to, 'identity.users', 'id')).toEqual(await all(from, 'identity.users', 'id'))
  expect(await all(to, 'scheduling.calendar_feeds', 'id')).toMatchObject([
    { token_hash: Buffer.from('kept') },
  ])
  expect(await all(to, 'gateway.sessions', 'id')).toEqual([])
  // none of their numbers is given out again
  await to.query(`INSERT INTO identity.users (username, password, email) VALUES ('next', 'hash', 'x@x.io')`)
  expect((await all(to, 'identity.users', 'id')).at(-1)).toMatchObject({ id: 4 })
})

it('what waited to be sent may have been sent since, and open deliveries say so', async () => {
  const insert = `INSERT INTO messaging.deliveries (id, channel, content, status, doubt_since)
    VALUES (gen_random_uuid(), $1, '{}', $2, $3)`
  const before = '2026-11-20T10:00:00.000Z'
  for (const [channel, status, since] of [
    ['sms', 'pending', null],
    ['email', 'sending', before],
    ['email', 'sent', null],
  ])
    await from.query(insert, [channel, status, since])
  const { madeAt } = await backup(from, places)
  await restore(to, places, keyring.fingerprint)
  await rebuildStale(to, keyring, () => {})
  expect(
    (await all(to, 'messaging.deliveries', 'status')).map(({ status, doubt_since }) => [status, doubt_since]),
  ).toEqual([
    ['pending', madeAt],
    ['sending', before],
    ['sent', null],
  ])
})

it('a delivery of 0.1.0 has the names of today when it is restored', async () => {
  await from.query(`INSERT INTO messaging.deliveries (id, channel, content, cause)
    VALUES (gen_random_uuid(), 'sms', '{}', 'reminder')`)
  await backup(from, places)
  await restore(to, places, keyring.fingerprint)
  await rebuildStale(to, keyring, () => {})
  expect(await all(to, 'messaging.deliveries', 'id')).toMatchObject([{ cause: 'payment-reminder' }])
})

describe('a calendar address that is newer than the backup', () => {
  const revoke = (pool: Pool, version: number) =>
    pool.query(
      `INSERT INTO es.events (position, stream_id, version, event_id, type, schema_version, data, metadata)
       VALUES (nextval('es.event_position'), 'user-1', $1, gen_random_uuid(), 'UserAccessRevoked', 1, '{}', '{}')`,
      [version],
    )
  const addFeed = (token: string, version: number) =>
    from.query(
      `INSERT INTO scheduling.calendar_feeds (user_id, token_hash, created_at, access_version) VALUES (1, $1, now(), $2)`,
      [Buffer.from(token), version],
    )
  const open = async () =>
    (
      await to.query<{ token_hash: Buffer }>(
        `SELECT token_hash FROM scheduling.calendar_feeds f WHERE ${feedHasAccess('f')}`,
      )
    ).rows.map((row) => String(row.token_hash))

  it('ends with the next revocation after the restore, and not before', async () => {
    await addFeed('older', 0)
    await backup(from, places)
    await revoke(from, 1)
    await revoke(from, 2)
    await addFeed('newer', 2)
    await backup(from, placesAt(location, 'tuesday'))
    await restore(to, places, keyring.fingerprint)
    // the one that the revocations ended stays closed, though the log has them no more
    expect(await open()).toEqual(['newer'])
    await revoke(to, 1)
    expect(await open()).toEqual([])
  })
})

import { mkdtempSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCrm } from '@plumbline/crm/service'
import type { Pool } from '@plumbline/platform/db'
import { createLocalWake, rebuildProjection, verifyProjection } from '@plumbline/platform/event-store'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '@plumbline/platform/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { erasePerson } from '../erasure.ts'
import { rebuildTargets } from '../projections.ts'
import { owners } from '../schemas.ts'
import { backup, type Places, restore } from './archive.ts'
import { seedLeads } from './fixture.ts'

let source: TestDatabase
let target: TestDatabase
let from: Pool
let to: Pool
let home: string
let places: Places

beforeEach(async () => {
  ;[source, target] = await Promise.all([createTestDatabase(owners), createTestDatabase(owners)])
  from = source.pool({ max: 4, patient: true })
  to = target.pool({ max: 4, patient: true })
  home = mkdtempSync(join(tmpdir(), 'plumbline-backup-'))
  places = { folder: join(home, 'monday'), keysFolder: join(home, 'keys') }
  await seedLeads(source)
  await from.query('INSERT INTO es.master_key (fingerprint) VALUES ($1)', [keyring.fingerprint])
  await from.query(
    `INSERT INTO identity.users (username, password, email) VALUES ('owner', 'hash', 'o@x.io')`,
  )
})
afterEach(async () => {
  await source.drop()
  await target.drop()
  await rm(home, { recursive: true })
})

const all = async (pool: Pool, table: string, order: string) =>
  (await pool.query(`SELECT * FROM ${table} ORDER BY ${order}`)).rows

it('the drill: what is restored is what was there, read models included, and ids go on where they were', async () => {
  const manifest = await backup(from, places)
  expect(manifest.tables['es.events']?.rows).toBe(14)
  await restore(to, places, keyring.fingerprint)
  for (const rebuild of rebuildTargets) await rebuildProjection(rebuild, { pool: to, keyring })

  for (const [table, order] of [
    ['es.events', 'position'],
    ['es.subject_keys', 'subject'],
    ['identity.users', 'id'],
    ['crm.leads', 'id'],
  ] as const)
    expect(await all(to, table, order)).toEqual(await all(from, table, order))
  for (const rebuild of rebuildTargets)
    expect((await verifyProjection(rebuild, { pool: to, keyring })).differences).toEqual([])
  expect((await to.query(`SELECT nextval('crm.lead_id')::int AS id`)).rows).toEqual([{ id: 15 }])
  await to.query(`INSERT INTO identity.users (username, password, email) VALUES ('second', 'hash', 's@x.io')`)
})

it('a damaged file is noticed before anything is written', async () => {
  await backup(from, places)
  const file = join(places.folder, 'es.events.copy.gz')
  const bytes = await readFile(file)
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] as number) ^ 0xff
  await writeFile(file, bytes)
  await expect(restore(to, places, keyring.fingerprint)).rejects.toThrow(
    /es\.events\.copy\.gz (cannot be read|is not what was backed up)/,
  )
  expect(await all(to, 'es.events', 'position')).toEqual([])
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
  const tuesday = { ...places, folder: join(home, 'tuesday') }
  await backup(from, tuesday)
  await restore(to, places, keyring.fingerprint)
  for (const rebuild of rebuildTargets) await rebuildProjection(rebuild, { pool: to, keyring })
  const restored = await all(to, 'crm.leads', 'id')
  expect(restored[0]).toMatchObject({ id: lead.id, first_name: '[erased]', email: '[erased]' })
  expect(restored.slice(1)).toEqual((await all(from, 'crm.leads', 'id')).slice(1))
})

it('a backup whose master key is not here is refused before anything is written', async () => {
  await backup(from, places)
  await expect(restore(to, places, undefined)).rejects.toThrow('sealed with a master key that is not here')
  await expect(restore(to, places, 'another')).rejects.toThrow('sealed with a master key that is not here')
  expect(await all(to, 'es.events', 'position')).toEqual([])
})

it('keys that are older than the backup are refused, and nothing is written', async () => {
  await backup(from, { ...places, folder: join(home, 'sunday') })
  await seedMore()
  const newer = { folder: places.folder, keysFolder: join(home, 'newer') }
  await backup(from, newer)
  await expect(restore(to, places, keyring.fingerprint)).rejects.toThrow('those of 1 people are missing')
  expect(await all(to, 'es.events', 'position')).toEqual([])
  await restore(to, newer, keyring.fingerprint)
})

const seedMore = async () => {
  const crm = createCrm({
    pool: source.pool({ role: 'plumbline_crm', schema: 'crm' }),
    keyring,
    wake: createLocalWake(),
    identityKey: {} as never,
    limitScale: 1,
  })
  const form = { firstName: 'Late', lastName: 'Comer', email: 'late@example.test', phone: '555 555 0199' }
  await crm.receiveLead(form, { actor: 'visitor', requestId: 'r' }, new Date())
}

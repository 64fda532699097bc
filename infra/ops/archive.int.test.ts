import { mkdtempSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from '@plumbline/platform/db'
import { rebuildProjection, verifyProjection } from '@plumbline/platform/event-store'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seedDemo } from '../demo/seed.ts'
import { rebuildTargets } from '../projections.ts'
import { owners } from '../schemas.ts'
import { backup, restore } from './archive.ts'

let source: TestDatabase
let target: TestDatabase
let from: Pool
let to: Pool
let folder: string

beforeEach(async () => {
  ;[source, target] = await Promise.all([createTestDatabase(owners), createTestDatabase(owners)])
  from = source.pool({ max: 4, patient: true })
  to = target.pool({ max: 4, patient: true })
  folder = mkdtempSync(join(tmpdir(), 'plumbline-backup-'))
  await seedDemo(source.url, source.log)
  await from.query(
    `INSERT INTO identity.users (username, password, email) VALUES ('owner', 'hash', 'o@x.io')`,
  )
})
afterEach(async () => {
  await source.drop()
  await target.drop()
  await rm(folder, { recursive: true })
})

const all = async (pool: Pool, table: string, order: string) =>
  (await pool.query(`SELECT * FROM ${table} ORDER BY ${order}`)).rows

it('the drill: what is restored is what was there, read models included, and ids go on where they were', async () => {
  const manifest = await backup(from, folder)
  expect(manifest.tables['es.events']?.rows).toBe(14)
  await restore(to, folder)
  for (const rebuild of rebuildTargets) await rebuildProjection(rebuild, { pool: to })

  for (const [table, order] of [
    ['es.events', 'position'],
    ['identity.users', 'id'],
    ['crm.leads', 'id'],
  ] as const)
    expect(await all(to, table, order)).toEqual(await all(from, table, order))
  for (const rebuild of rebuildTargets)
    expect((await verifyProjection(rebuild, { pool: to })).differences).toEqual([])
  expect((await to.query(`SELECT nextval('crm.lead_id')::int AS id`)).rows).toEqual([{ id: 15 }])
  await to.query(`INSERT INTO identity.users (username, password, email) VALUES ('second', 'hash', 's@x.io')`)
})

it('a damaged file is noticed before anything is written', async () => {
  await backup(from, folder)
  const file = join(folder, 'es.events.copy.gz')
  const bytes = await readFile(file)
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] as number) ^ 0xff
  await writeFile(file, bytes)
  await expect(restore(to, folder)).rejects.toThrow(
    /es\.events\.copy\.gz (cannot be read|is not what was backed up)/,
  )
  expect(await all(to, 'es.events', 'position')).toEqual([])
})

it('an unfinished backup and a store with events in it are refused', async () => {
  await expect(restore(to, folder)).rejects.toThrow('holds no finished backup')
  await backup(from, folder)
  await expect(restore(from, folder)).rejects.toThrow('There are events in this store already')
})

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trigramsMigration } from './search.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'

const role = 'plumbline_trigrams_test'
const { sql } = trigramsMigration
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = database.pool({ max: 1 })
  await owner.query(`DROP ROLE IF EXISTS ${role}`)
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
})
afterAll(async () => {
  const owner = database.pool({ max: 1 })
  await owner.query(`DROP ROLE ${role}`)
  await database.drop()
})

async function runAs(username: string, statement: string): Promise<void> {
  const url = Object.assign(new URL(database.url), { username, password: 'x' })
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

describe('the migration that installs pg_trgm', () => {
  it('says what to run when the login may not create extensions', async () => {
    await expect(runAs(role, sql)).rejects.toThrow(
      `The extension pg_trgm is missing and ${role} may not create it: run CREATE EXTENSION pg_trgm WITH SCHEMA public as a superuser`,
    )
  })

  it('says that the extension is not there when Postgres came without it', async () => {
    const owner = database.pool({ max: 1 })
    await expect(
      owner.query(sql.replace('EXTENSION IF NOT EXISTS pg_trgm', 'EXTENSION IF NOT EXISTS pg_missing')),
    ).rejects.toThrow('This Postgres does not have the extension pg_trgm')
  })

  it('installs it, and needs no right once it is installed', async () => {
    const owner = database.pool({ max: 1 })
    await owner.query(sql)
    expect((await owner.query(`SELECT public.show_trgm('abc') AS letters`)).rows).toHaveLength(1)
    await runAs(role, sql)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, type Pool } from './db.ts'
import { reject, toRejection } from './errors.ts'
import { migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool({ max: 2 })
})
afterAll(() => database.drop())

const killOthers = () =>
  database
    .pool({ max: 1 })
    .query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )

it('a pool whose connections were all cut answers the next call, and the process lives', async () => {
  const cut = inTransaction(pool, async (tx) => {
    await killOthers()
    await tx.query('SELECT 1')
  })
  expect(toRejection(await cut.catch((error) => error))?.code).toBe('unavailable')
  await expect
    .poll(() =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})

it('a refusal rolls back and gives the connection back', async () => {
  await pool.query('CREATE TABLE kept (n int)')
  for (let n = 0; n < 5; n++) {
    const refused = inTransaction(pool, async (tx) => {
      await tx.query('INSERT INTO kept VALUES (1)')
      throw reject('conflict', 'No.')
    })
    await expect(refused).rejects.toThrow('No.')
  }
  expect((await pool.query('SELECT * FROM kept')).rowCount).toBe(0)
})

it('migrations run once, also when several processes start together', async () => {
  const owner = { schema: 'shop', migrations: [{ id: 'a', sql: 'CREATE TABLE a (n int)' }] }
  const ran = await Promise.all([1, 2, 3].map(() => migrate(database.pool({ max: 1 }), [owner])))
  expect(ran.flat()).toEqual(['shop/a'])
  const next = { ...owner, migrations: [...owner.migrations, { id: 'b', sql: 'CREATE TABLE b (n int)' }] }
  expect(await migrate(pool, [next])).toEqual(['shop/b'])
})

it('a migration that fails leaves nothing behind', async () => {
  const broken = {
    schema: 'broken',
    migrations: [
      { id: 'a', sql: 'CREATE TABLE a (n int)' },
      { id: 'b', sql: 'CREATE TABLE nonsense' },
    ],
  }
  await expect(migrate(pool, [broken])).rejects.toThrow()
  expect((await pool.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'broken'`)).rowCount).toBe(0)
})

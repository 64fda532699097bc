import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Pool, run, sql } from './db.ts'
import { createTestDatabase, statementsOf, type TestDatabase } from './testing/index.ts'
import { openUnit, together } from './unit.ts'

let database: TestDatabase
let pool: Pool
let sent: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool()
  sent = statementsOf(pool)
  await pool.query('CREATE TABLE kept (n integer PRIMARY KEY)')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await pool.query('TRUNCATE kept')
  sent.length = 0
})

const insert = (n: number) => (value: (it: unknown) => string) => `INSERT INTO kept SELECT ${value(n)}::int`
const kept = async () =>
  (await run<{ n: number }>(pool, sql`SELECT n FROM kept ORDER BY n`)).map(({ n }) => n)

describe('a part that is held at the end of a unit', () => {
  it('goes with the COMMIT', async () => {
    const unit = openUnit(pool)
    await unit.tx.query('SELECT 1')
    await together(unit.tx, insert(1))
    await unit.commit()
    expect(sent).toEqual(['BEGIN', 'SELECT 1', expect.stringContaining('INSERT'), 'COMMIT'])
    expect(await kept()).toEqual([1])
  })

  it('takes the unit along when it fails', async () => {
    await pool.query('INSERT INTO kept VALUES (2)')
    const unit = openUnit(pool)
    await unit.tx.query('INSERT INTO kept VALUES (1)')
    await together(unit.tx, insert(2))
    const failed = unit.commit()
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    await unit.rollback(await failed.catch((error) => error))
    expect(await kept()).toEqual([2])
    // and the connection is whole
    expect(await run(pool, sql`SELECT 1 AS n`)).toEqual([{ n: 1 }])
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Pool, run, sql } from './db.ts'
import { nextNumber } from './sequence.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'
import { openUnit } from './unit.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase([
    { schema: 'counted', migrations: [{ id: 'v1', sql: 'CREATE SEQUENCE thing_id AS integer' }] },
  ])
  pool = database.pool({ schema: 'counted', max: 2 })
})
afterAll(() => database.drop())

/** Forty commands at once on two connections, each of which draws a number. */
const draw = (before: (tx: ReturnType<typeof openUnit>['tx']) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: 40 }, async () => {
      const unit = openUnit(pool)
      await before(unit.tx)
      const number = await nextNumber(unit.tx, pool, 'thing_id')
      await unit.commit()
      return number
    }),
  )

it('gives everybody another number, in one question where several ask at once', async () => {
  const numbers = await draw(async () => {})
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
})

it('does not wait for a second connection where a command has one', async () => {
  const began = performance.now()
  const numbers = await draw((tx) => run(tx, sql`SELECT pg_sleep(0.01)`))
  expect(new Set(numbers).size).toBe(40)
  // a connection that never comes is given up after three seconds
  expect(performance.now() - began).toBeLessThan(2_500)
})

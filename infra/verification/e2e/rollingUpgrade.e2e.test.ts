import { afterAll, beforeAll, expect, it } from 'vitest'
import { rollUpgrade } from '../upgrade/rollingUpgrade.ts'
import { createDatabase } from './createDatabase.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

it('a release that raises read models takes over under load, process by process, and is rolled back: nobody notices', async () => {
  const rolled = await rollUpgrade({ databaseUrl: database.url, rows: 300, perSecond: 40, seconds: 2 })
  expect(rolled.problems.slice(0, 5)).toEqual([])
  expect(rolled.differences).toEqual([])
  expect(rolled.requests).toBeGreaterThan(500)
}, 180_000)

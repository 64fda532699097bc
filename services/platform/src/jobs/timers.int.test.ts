import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Pool } from '../db.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, setTimer, type TestDatabase } from '../testing/index.ts'
import { createTimers, type Timers, timerSchema } from './index.ts'

let database: TestDatabase
let owner: Pool
let timers: Timers
let runs = 0
let failing = false
const complaints: string[] = []
const started = performance.now()
const never = '41 7 1 1 *'

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.pool({ max: 4 })
  // a pause of the machine is no error
  owner.options.connectionTimeoutMillis = 30_000
  const log = createLog('timers', { write: (line) => complaints.push(line) })
  timers = await createTimers({ pool: owner, log, install: true, supervise: true })
  await timers.every('remind', never, async () => {
    runs += 1
    if (failing) throw new Error('cannot remind')
  })
})
afterAll(async () => {
  await timers.stop()
  await database.drop()
})

const soon = { timeout: 25_000 }

it('a timer runs once when it is due', async () => {
  await setTimer(owner, 'remind', new Date(Date.now() + 500))
  expect(runs).toBe(0)
  await expect.poll(() => runs, soon).toBe(1)
})

it('supervises itself every five seconds without an error', async () => {
  await expect
    .poll(() => performance.now() - started, { timeout: 15_000, interval: 200 })
    .toBeGreaterThan(11_500)
  expect([runs, complaints]).toEqual([1, []])
})

it('a timer that fails is told, and runs again', async () => {
  failing = true
  await setTimer(owner, 'remind', new Date())
  await expect.poll(() => complaints.join(), soon).toContain('timer failed; it will retry')
  expect(complaints.join()).toContain('cannot remind')
  failing = false
  await expect.poll(() => runs, soon).toBe(3)
})

it('what came due while no process ran is made up once', async () => {
  const times = (change: string) => owner.query(`UPDATE ${timerSchema}.${change}`)
  const start = () =>
    createTimers({ pool: owner, log: createLog('timers', { write: () => {} }), supervise: true })
  let made = 0
  // due at 7:41 each day, and the machine is off at night
  const set = (of: Timers) =>
    of.every('atNight', '41 7 * * *', async () => {
      made += 1
    })
  await set(timers)
  await timers.stop()
  await times(`schedule SET created_on = now() - interval '9 days' WHERE name = 'atNight'`)
  await times(`version SET cron_on = now() - interval '3 days'`)
  timers = await start()
  await set(timers)
  await expect.poll(() => made, soon).toBe(1)
})

it('a schedule is taken away, also one that was never there', async () => {
  const schedules = async () =>
    (await database.pool().query(`SELECT cron FROM ${timerSchema}.schedule WHERE name = 'nightly'`)).rows
  await timers.never('nightly')
  await timers.every('nightly', '41 7 * * *', async () => {})
  expect(await schedules()).toEqual([{ cron: '41 7 * * *' }])
  await timers.never('nightly')
  expect(await schedules()).toEqual([])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction, type Pool } from '../db.ts'
import { createLog } from '../log.ts'
import { migrate } from '../migrate.ts'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { noteOwners, noteRole } from '../testing/note.ts'
import { createTimers, type Timers, timerSchema } from './index.ts'

const reminder = { name: 'remind' }
let database: TestDatabase
let service: Pool
let timers: Timers
const due: unknown[] = []
let failing = false
const complaints: string[] = []
const started = performance.now()

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  const owner = database.pool({ max: 4 })
  const log = createLog('timers', { write: (line) => complaints.push(line) })
  timers = await createTimers({
    pool: owner,
    log,
    timers: [reminder],
    install: true,
    supervise: true,
  })
  // what a service role needs to set and drop timers inside its own transactions
  const grants = [
    `GRANT USAGE ON SCHEMA ${timerSchema} TO ${noteRole}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${timerSchema} TO ${noteRole}`,
  ]
  await migrate(owner, [{ schema: 'notes', role: noteRole, grants, migrations: [] }])
  service = database.pool({ role: noteRole, schema: 'notes' })
  await timers.onDue(reminder, async (data) => {
    if (failing) throw new Error('cannot remind')
    due.push(data)
  })
})
afterAll(async () => {
  await timers.stop()
  await database.drop()
})

const inMs = (ms: number) => new Date(Date.now() + ms)
const set = (key: string, at: Date, data: object) =>
  inTransaction(service, (tx) => timers.set(tx, reminder, key, at, data))
const settle = () => new Promise((resolve) => setTimeout(resolve, 2_500))

it('a timer set in a transaction fires once, after its time', async () => {
  await set('one', inMs(500), { n: 1 })
  expect(due).toEqual([])
  await expect.poll(() => due, { timeout: 8_000 }).toEqual([{ n: 1 }])
})

it('a timer is not set when its transaction fails', async () => {
  due.length = 0
  const lost = inTransaction(service, async (tx) => {
    await timers.set(tx, reminder, 'lost', inMs(0), { n: 2 })
    throw new Error('changed my mind')
  })
  await expect(lost).rejects.toThrow('changed my mind')
  await settle()
  expect(due).toEqual([])
})

it('a timer can be moved and dropped', async () => {
  due.length = 0
  await set('moved', inMs(0), { n: 3 })
  await set('moved', inMs(600_000), { n: 4 })
  await set('dropped', inMs(200), { n: 5 })
  await inTransaction(service, (tx) => timers.drop(tx, reminder, 'dropped'))
  await set('kept', inMs(0), { n: 6 })
  await expect.poll(() => due, { timeout: 8_000 }).toEqual([{ n: 6 }])
})

it('supervises itself every five seconds without an error', async () => {
  await expect
    .poll(() => performance.now() - started, { timeout: 15_000, interval: 200 })
    .toBeGreaterThan(11_500)
  expect(complaints).toEqual([])
})

it('a timer that fails is told', async () => {
  failing = true
  await set('failing', inMs(0), { n: 7 })
  await expect.poll(() => complaints.join(), { timeout: 8_000 }).toContain('timer failed; it will retry')
  expect(complaints.join()).toContain('cannot remind')
  failing = false
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

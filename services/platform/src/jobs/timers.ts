import { PgBoss } from 'pg-boss'
import type { Pool } from '../db.ts'
import type { Log } from '../log.ts'

export const timerSchema = 'pgboss'

/** Handlers must be harmless when they run twice. */
export type Timers = {
  /**
   * Runs `handle` on a cron schedule (minutes at the finest), in one process at a time. What came due while no process ran is
   * made up once: a shop's machine may be off every night.
   */
  every: (name: string, cron: string, handle: () => Promise<void>) => Promise<void>
  /** Takes away a schedule that `every` set in an earlier process. */
  never: (name: string) => Promise<void>
  stop: () => Promise<void>
}

// handed on as it is: to several statements pg answers several results, and pg-boss wants them all
const adapter = (pool: Pool) => ({
  executeSql: (text: string, values?: unknown[]) => pool.query(text, values),
})

// without a NOTIFY, which would serialise commits; a schedule is by the minute
const working = {
  batchSize: 1,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 10,
} as const
// a backup takes long; a process that dies is noticed by its heartbeats
const maxRunSeconds = 12 * 3_600
const recovery = { monitorIntervalSeconds: 5, superviseIntervalSeconds: 5 }
const queueOptions = {
  policy: 'exclusive',
  retryLimit: 8,
  retryBackoff: true,
  retryDelay: 1,
  heartbeatSeconds: 10,
  expireInSeconds: maxRunSeconds,
} as const

export type TimersOptions = {
  pool: Pool
  log: Log
  /** Install or update the tables; needs the owner of the schema. */
  install?: boolean
  /** Also look after retries and schedules; only workers do. */
  supervise?: boolean
}

/** Starts pg-boss on an existing pool. Where its tables are missing the error has the SQLSTATE that says so. */
export async function createTimers({
  pool,
  log,
  install = false,
  supervise = false,
}: TimersOptions): Promise<Timers> {
  if (!install) await pool.query(`SELECT FROM ${timerSchema}.version`)
  const boss = new PgBoss({
    db: adapter(pool),
    schema: timerSchema,
    migrate: install,
    createSchema: install,
    supervise,
    schedule: supervise,
    ...recovery,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'timers: store away'))
  await boss.start()

  return {
    every: async (name, cron, handle) => {
      await boss.createQueue(name, queueOptions)
      await boss.schedule(name, cron, {}, { missed: 'once' })
      await boss.work(name, working, async () => {
        try {
          await handle()
        } catch (error) {
          log.error({ err: error, timer: name }, 'timer failed; it will retry')
          // what is thrown is stored, and a database's own error quotes rows
          throw new Error(String(error))
        }
      })
    },
    never: async (name) => {
      if (!(await boss.getQueue(name))) return
      await boss.unschedule(name)
      await boss.deleteQueuedJobs(name)
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000, close: false }),
  }
}

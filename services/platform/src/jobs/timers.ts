import { PgBoss } from 'pg-boss'
import type { Db, Pool } from '../db.ts'
import type { Log } from '../log.ts'

export const timerSchema = 'pgboss'

/** A kind of timer. Handlers get what `set` was given and must be harmless when they run twice. */
export type Timer = { name: string }

export type Timers = {
  /** Sets the timer `key` in the caller's transaction; a timer set before under this key moves. */
  set: (tx: Db, timer: Timer, key: string, at: Date, data: object) => Promise<void>
  /** Drops the timer `key` in the caller's transaction. */
  drop: (tx: Db, timer: Timer, key: string) => Promise<void>
  /** Runs `handle` for every timer that is due. */
  onDue: (timer: Timer, handle: (data: unknown) => Promise<void>) => Promise<void>
  /** Runs `handle` on a cron schedule (minutes at the finest), in one process at a time. */
  every: (name: string, cron: string, handle: () => Promise<void>) => Promise<void>
  /** Takes away a schedule that `every` set in an earlier process. */
  never: (name: string) => Promise<void>
  stop: () => Promise<void>
}

// handed on as it is: to several statements pg answers several results, and pg-boss wants them all
const adapter = (db: Db) => ({ executeSql: (text: string, values?: unknown[]) => db.query(text, values) })

// without a NOTIFY, which would serialise commits; a poll a second is what reminders need
const working = {
  batchSize: 20,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
} as const
// a schedule is by the minute
const scheduled = { ...working, batchSize: 1, pollingIntervalSeconds: 10 } as const
// a backup takes long; a process that dies is noticed by its heartbeats
const longestScheduledSeconds = 12 * 3_600
const recovery = { monitorIntervalSeconds: 5, superviseIntervalSeconds: 5 }
const queueOptions = {
  policy: 'standard',
  retryLimit: 8,
  retryBackoff: true,
  retryDelay: 1,
  heartbeatSeconds: 10,
} as const

export type TimersOptions = {
  pool: Pool
  log: Log
  timers: readonly Timer[]
  /** Install or update the tables; needs the owner of the schema. */
  install?: boolean
  /** Also look after retries and schedules; only workers do. */
  supervise?: boolean
}

/** Starts pg-boss on an existing pool. Where its tables are missing the error has the SQLSTATE that says so. */
export async function createTimers({
  pool,
  log,
  timers,
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
  if (install) for (const { name } of timers) await boss.createQueue(name, queueOptions)

  return {
    set: async (tx, { name }, key, at, data) => {
      await dropQueued(tx, name, key)
      await boss.send(name, data, { db: adapter(tx), startAfter: at, singletonKey: key })
    },
    drop: (tx, { name }, key) => dropQueued(tx, name, key),
    onDue: async ({ name }, handle) => {
      await boss.work(name, working, (jobs) => settle(jobs, handle, log.child({ timer: name })))
    },
    every: async (name, cron, handle) => {
      await boss.createQueue(name, {
        ...queueOptions,
        policy: 'exclusive',
        expireInSeconds: longestScheduledSeconds,
      })
      await boss.schedule(name, cron)
      await boss.work(name, scheduled, (jobs) => settle(jobs, handle, log.child({ timer: name })))
    },
    never: async (name) => {
      if (!(await boss.getQueue(name))) return
      await boss.unschedule(name)
      await boss.deleteQueuedJobs(name)
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000, close: false }),
  }
}

type JobOutcome = { id: string; status: 'completed' | 'failed'; output?: object }

const settle = (
  jobs: { id: string; data: unknown }[],
  handle: (data: unknown) => Promise<void>,
  log: Log,
): Promise<JobOutcome[]> =>
  Promise.all(
    jobs.map(async ({ id, data }): Promise<JobOutcome> => {
      try {
        await handle(data)
        return { id, status: 'completed' }
      } catch (error) {
        log.error({ err: error }, 'timer failed; it will retry')
        return { id, status: 'failed', output: { message: String(error) } }
      }
    }),
  )

const dropQueued = async (tx: Db, name: string, key: string): Promise<void> => {
  await tx.query(
    `DELETE FROM ${timerSchema}.job WHERE name = $1 AND singleton_key = $2 AND state IN ('created', 'retry')`,
    [name, key],
  )
}

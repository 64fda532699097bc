import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@plumbline/platform/db'
import type { JobQueue } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { type OpenDelivery, openDeliveries } from './ledger.ts'

const pageSize = 500
const maxConcurrentAdds = 50
// adding many jobs at once costs the queue much less than one after the other; the first is added without a pause
const pauseMs = 50
// a delivery that was scheduled so many sweeps ago and is still open may be lost in the queue
const requeueAfterSweeps = 3
const firstRetryMs = 500

type RelayOptions = { pool: Pool; queue: JobQueue<{ id: string }>; log: Log; sweepMs: number }

/** Adds open deliveries of the ledger to the queue: new ones when `schedule` is called, and by sweeps what the queue lost. */
export function startOutboxRelay({ pool, queue, log, sweepMs }: RelayOptions) {
  const scheduledAt = new Map<string, number>()
  let running: Promise<void> | undefined
  let again = false

  async function schedulePage(): Promise<number> {
    const since = Date.now() - requeueAfterSweeps * sweepMs
    const scheduled = [...scheduledAt].filter(([, at]) => at >= since).map(([id]) => id)
    const open = await openDeliveries(pool, pageSize, scheduled)
    // the queue may have given up on an earlier job of the delivery, and ignores such ids among new ones
    const wasScheduled = ({ id, isNew }: OpenDelivery) => !isNew || scheduledAt.has(id)
    const earlier = open.filter(wasScheduled)
    await queue.addNew(open.filter((it) => !wasScheduled(it)).map(({ id }) => ({ id, data: { id } })))
    for (let done = 0; done < earlier.length; done += maxConcurrentAdds)
      await Promise.all(earlier.slice(done, done + maxConcurrentAdds).map(({ id }) => queue.add(id, { id })))
    for (const [id, at] of scheduledAt) if (at < since) scheduledAt.delete(id)
    for (const { id } of open) scheduledAt.set(id, Date.now())
    return open.length
  }
  async function scheduleAll(): Promise<void> {
    do {
      again = false
      while ((await schedulePage()) === pageSize);
      await sleep(pauseMs)
    } while (again)
  }
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  /** A delivery that cannot be added to the queue now stays in the ledger, and is tried again after a pause that grows. */
  const schedule = () => {
    again = true
    running ??= scheduleAll()
      .then(() => {
        failures = 0
      })
      .catch((error) => {
        again = false
        const delayMs = Math.min(firstRetryMs * 2 ** failures, sweepMs)
        failures += 1
        log.warn({ err: error, delayMs }, 'queue unavailable; it will be tried again')
        clearTimeout(retry)
        retry = setTimeout(schedule, delayMs)
      })
      .finally(() => {
        running = undefined
        if (again) schedule()
      })
  }
  const sweep = setInterval(schedule, sweepMs)
  schedule()
  return {
    schedule,
    /** A delivery that was attempted need not be left out of the next page. */
    forget: (id: string) => scheduledAt.delete(id),
    stop: async () => {
      clearInterval(sweep)
      clearTimeout(retry)
      await running
      // a last attempt may have failed
      clearTimeout(retry)
    },
  }
}

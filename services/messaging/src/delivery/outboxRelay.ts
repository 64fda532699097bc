import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@plumbline/platform/db'
import type { JobQueue } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { type Open, openDeliveries } from './ledger.ts'

const pageSize = 500
const maxConcurrentAdds = 50
// one after the other costs the queue much more than many at once; the first goes without waiting
const pauseMs = 50
// the queue either has a delivery that was scheduled so many sweeps ago, or has lost it
const requeueAfterSweeps = 3

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
    // the queue may have given up on one that it was given before, and ignores it among new ones
    const isKnown = ({ id, isNew }: Open) => !isNew || scheduledAt.has(id)
    const known = open.filter(isKnown)
    await queue.addNew(open.filter((it) => !isKnown(it)).map(({ id }) => ({ id, data: { id } })))
    for (let done = 0; done < known.length; done += maxConcurrentAdds)
      await Promise.all(known.slice(done, done + maxConcurrentAdds).map(({ id }) => queue.add(id, { id })))
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
  /** What cannot be added to the queue now stays in the ledger. */
  const schedule = () => {
    again = true
    running ??= scheduleAll()
      .catch((error) => {
        again = false
        log.warn({ err: error }, 'queue away; the sweep will find it')
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
    /** One that is dealt with is not open any more, and need not be left out of the next page. */
    forget: (id: string) => scheduledAt.delete(id),
    stop: async () => {
      clearInterval(sweep)
      await running
    },
  }
}

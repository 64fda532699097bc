import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@plumbline/platform/db'
import type { JobQueue } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { dueDeliveries } from '../ledger/ledger.ts'

const pageSize = 500
// one look finds everything that was written meanwhile; the first is without a pause
const pauseMs = 50
// a delivery that was added so long ago and was not attempted here may be lost in the queue
const addAgainAfterMs = 30_000

type RelayOptions = { pool: Pool; queue: JobQueue; log: Log; sweepMs: number }

/** Adds due deliveries of the ledger to the queue: when `addDue` is called, and with every sweep. */
export function startOutboxRelay({ pool, queue, log, sweepMs }: RelayOptions) {
  const addedAt = new Map<string, number>()
  let running: Promise<void> | undefined
  let again = false

  async function addPages(): Promise<void> {
    const isOld = (at: number) => at < Date.now() - addAgainAfterMs
    for (const [id, at] of addedAt) if (isOld(at)) addedAt.delete(id)
    let ids: string[]
    do {
      ids = await dueDeliveries(pool, pageSize, [...addedAt.keys()])
      // before: the job that a delivery had may end while it is added, and is then the one that the queue took it for
      for (const id of ids) addedAt.set(id, Date.now())
      await queue.add(ids).catch((error) => {
        for (const id of ids) addedAt.delete(id)
        throw error
      })
    } while (ids.length === pageSize)
  }
  async function run(): Promise<void> {
    while (again) {
      again = false
      await addPages().catch((error) =>
        log.warn({ err: error }, 'queue unavailable; the next sweep tries again'),
      )
      await sleep(pauseMs)
    }
    running = undefined
  }
  const addDue = () => {
    again = true
    running ??= run()
  }
  const sweep = setInterval(addDue, sweepMs)
  addDue()
  return {
    addDue,
    /** A delivery that was attempted is added again when it is due again. */
    forget: (id: string) => void addedAt.delete(id),
    stop: async () => {
      clearInterval(sweep)
      await running
    },
  }
}

import type { Pool } from '@plumbline/platform/db'
import type { JobQueue } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { openDeliveries } from './delivery.ts'

const atOnce = 500
const abreast = 50
// for so many sweeps what was handed over is not looked at again: the queue has it, or has lost it
const trust = 3

type Enqueueing = { pool: Pool; queue: JobQueue<{ id: string }>; log: Log; sweepMs: number }

/**
 * Hands what is open in the ledger to the queue: what is new as soon as somebody says so, and by and by whatever the
 * queue forgot.
 */
export function startEnqueueing({ pool, queue, log, sweepMs }: Enqueueing) {
  const handedOver = new Map<string, number>()
  let running: Promise<void> | undefined
  let again = false

  async function page(): Promise<number> {
    const since = Date.now() - trust * sweepMs
    for (const [id, at] of handedOver) if (at < since) handedOver.delete(id)
    const ids = await openDeliveries(pool, atOnce, [...handedOver.keys()])
    for (let first = 0; first < ids.length; first += abreast)
      await Promise.all(
        ids.slice(first, first + abreast).map(async (id) => {
          await queue.add(id, { id })
          handedOver.set(id, Date.now())
        }),
      )
    return ids.length
  }
  async function all(): Promise<void> {
    do {
      again = false
      while ((await page()) === atOnce);
    } while (again)
  }
  /** What cannot be handed over now stays in the ledger. */
  const soon = () => {
    again = true
    running ??= all()
      .catch((error) => {
        again = false
        log.warn({ err: error }, 'queue away; the sweep will find it')
      })
      .finally(() => {
        running = undefined
        if (again) soon()
      })
  }
  const sweep = setInterval(soon, sweepMs)
  soon()
  return {
    soon,
    stop: async () => {
      clearInterval(sweep)
      await running
    },
  }
}

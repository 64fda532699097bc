import type { Pool } from '@plumbline/platform/db'
import type { JobQueue } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { type Open, openDeliveries } from './delivery.ts'

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
    const trusted = [...handedOver].filter(([, at]) => at >= since).map(([id]) => id)
    const open = await openDeliveries(pool, atOnce, trusted)
    // the queue may have given up what it has been handed before
    const isKnown = ({ id, isNew }: Open) => !isNew || handedOver.has(id)
    const known = open.filter(isKnown)
    await queue.addNew(open.filter((it) => !isKnown(it)).map(({ id }) => ({ id, data: { id } })))
    for (let done = 0; done < known.length; done += abreast)
      await Promise.all(known.slice(done, done + abreast).map(({ id }) => queue.add(id, { id })))
    for (const [id, at] of handedOver) if (at < since) handedOver.delete(id)
    for (const { id } of open) handedOver.set(id, Date.now())
    return open.length
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

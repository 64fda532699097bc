import { setTimeout as sleep } from 'node:timers/promises'
import { Worker, type WorkerOptions } from 'bullmq'
import type { Log } from '../log.ts'
import { type Backing, backendOf, forWorker } from './backing.ts'
import type { Job } from './queue.ts'

// a worker killed in mid-job is noticed within about 11 s; a blocked event loop of 10 s is still forgiven
const recovery = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 5 }

// BullMQ asks again at once after an error that is not a lost connection, such as a store that is read-only or full
const refusedPauseMs = 500

class PausingWorker extends Worker {
  protected override async moveToActive(...args: [token: string, name?: string]) {
    try {
      return await super.moveToActive(...args)
    } catch (error) {
      await sleep(refusedPauseMs)
      throw error
    }
  }
}

export type JobWorker = {
  /** Waits for what is being worked on; after a kill it is done again. */
  close: () => Promise<void>
}

/**
 * Works on a job's queue. `handle` must be harmless when it runs twice for one id. `onEnded` is called when the id can be
 * added again: before, it would be taken for the one that is being worked on.
 */
export function createWorker(
  job: Job,
  backing: Backing,
  log: Log,
  handle: (id: string) => Promise<void>,
  onEnded: (id: string) => void = () => {},
): JobWorker {
  const options = {
    ...forWorker(backing),
    ...recovery,
    concurrency: job.concurrency ?? 10,
  } as WorkerOptions
  const worker = new PausingWorker(
    job.name,
    async (queued) => {
      // a job of the release before asks to be remembered, and would hide its next attempt from that release
      queued.opts.removeOnComplete = true
      await handle(queued.data.id)
    },
    options,
    backendOf(backing) as undefined,
  )
  worker.on('error', (error) => log.warn({ err: error, queue: job.name }, 'worker store away'))
  worker.on('completed', (queued) => onEnded(queued.data.id))
  worker.on('failed', (queued, error) => {
    log.warn({ err: error, queue: job.name, id: queued?.id }, 'job failed')
    if (queued) onEnded(queued.data.id)
  })
  return { close: () => worker.close() }
}

import { type JobsOptions, Queue, type QueueOptions } from 'bullmq'
import type { Log } from '../log.ts'
import { type Backing, backendOf, forQueue } from './backing.ts'

/** One attempt at what a table stores: a job is the id of a row, which says what becomes of it and when it is tried again. */
export type Job = {
  /** Imperative camelCase, e.g. `sendDelivery`; also the name of its queue. */
  name: string
  /** Jobs worked on at the same time in one process. Default 10. */
  concurrency?: number
}

// what has ended is not remembered, so that its id can be added again
const oneAttempt: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true }

export type JobQueue = {
  /**
   * Adds the ids, which are UUIDs; one that waits or is being worked on is not added again. Rejects when the store is
   * unavailable.
   */
  add: (ids: readonly string[]) => Promise<void>
  /** Removes what releases before stored of jobs that had ended, with their errors. */
  clearHistory: () => Promise<void>
  close: () => Promise<void>
}

/** The library's own queue of a job, for inspection. */
export function openQueue({ name }: Job, backing: Backing, log: Log): Queue {
  const options = {
    ...forQueue(backing),
    skipWaitingForReady: true,
    defaultJobOptions: oneAttempt,
  } as QueueOptions
  const queue = new Queue(name, options, backendOf(backing) as undefined)
  queue.on('error', (error) => log.warn({ err: error, queue: name }, 'queue store away'))
  return queue
}

export function createQueue(job: Job, backing: Backing, log: Log): JobQueue {
  const queue = openQueue(job, backing, log)
  return {
    // one by one: on Postgres the library makes temporary tables for many at once, which cost as much as a dozen jobs
    add: async (ids) => {
      // one that is named twice could otherwise be done before it is added again
      await Promise.all([...new Set(ids)].map((id) => queue.add(job.name, { id }, { jobId: id })))
    },
    clearHistory: async () => {
      // delayed: tried again by a rule of its own
      for (const state of ['completed', 'failed', 'delayed'] as const) await queue.clean(0, 0, state)
      // the library's own trimming keeps some on Redis, and is missing on Postgres
      if (backing.kind === 'redis') await (await queue.backend.client).del(queue.toKey('events'))
      else await backing.pool.query('DELETE FROM event WHERE queue = $1', [job.name])
    },
    close: () => queue.close(),
  }
}

import { type JobsOptions, Queue, type QueueOptions } from 'bullmq'
import type { Log } from '../log.ts'
import { type Backing, backendOf, forQueue } from './backing.ts'
import type { Job } from './job.ts'

/** Kept a day, also after failure; eight tries over about four minutes. */
const defaults: JobsOptions = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 2_000, jitter: 0.5 },
  removeOnComplete: { age: 86_400 },
  removeOnFail: { age: 86_400 },
}

export type JobQueue<Data> = {
  /** Adds once per `id` while the queue remembers it; a failed one is started again. Rejects when the store is unavailable. */
  add: (id: string, data: Data) => Promise<void>
  /** The same of many at once, but for those that failed before, which stay failed. */
  addNew: (jobs: readonly { id: string; data: Data }[]) => Promise<void>
  /** Takes these out of the queue's history, with what the history says of any. */
  forget: (ids: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

/** The library's own queue of a job, for inspection. */
export function openQueue({ name }: Pick<Job<unknown>, 'name'>, backing: Backing, log: Log): Queue {
  const options = {
    ...forQueue(backing),
    skipWaitingForReady: true,
    defaultJobOptions: defaults,
  } as QueueOptions
  const queue = new Queue(name, options, backendOf(backing) as undefined)
  queue.on('error', (error) => log.warn({ err: error, queue: name }, 'queue store away'))
  return queue
}

export function createQueue<Data>(job: Job<Data>, backing: Backing, log: Log): JobQueue<Data> {
  const queue = openQueue(job, backing, log)
  return {
    add: async (id, data) => {
      const jobId = nameOf(id)
      // the id of a failed job swallows a new add, so that one is revived; a new one may fail before it could be asked
      if ((await queue.getJobState(jobId)) === 'failed') await (await queue.getJob(jobId))?.retry('failed')
      else await queue.add(job.name, data, { jobId })
    },
    addNew: async (jobs) => {
      if (jobs.length === 0) return
      await queue.addBulk(jobs.map(({ id, data }) => ({ name: job.name, data, opts: { jobId: nameOf(id) } })))
    },
    forget: async (ids) => {
      for (const id of ids) await queue.remove(nameOf(id))
      // the library's own trimming keeps some on Redis, and is missing on Postgres
      if (backing.kind === 'redis') await (await queue.backend.client).del(queue.toKey('events'))
      else await backing.pool.query('DELETE FROM event WHERE queue = $1', [job.name])
    },
    close: () => queue.close(),
  }
}

// an id such as `delayed` would name one of BullMQ's own Redis keys
const nameOf = (id: string) => `job-${id}`

export { type Backing, migrateQueues, queueSchema } from './backing.ts'
export { createQueue, type Job, type JobQueue, openQueue } from './queue.ts'
export { createTimers, type Timers, timerSchema } from './timers.ts'
export { createWorker, type JobWorker } from './worker.ts'

import type * as z from 'zod'

/** A kind of background work: its name on the queue and the shape of what it is handed. */
export type Job<Data> = {
  /** Imperative camelCase, e.g. `sendDelivery`; also the name of its queue. */
  name: string
  data: z.ZodType<Data>
  /** Jobs worked on at the same time in one process. Default 10. */
  concurrency?: number
}

export const defineJob = <Data>(job: Job<Data>): Job<Data> => job

/** Thrown by a handler when another try cannot help. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure'
}

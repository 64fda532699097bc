import { on } from 'node:events'
import type { Job, Loaded } from './load.ts'
import { startChild } from './process.ts'

type Result = { loaded?: Loaded; failed?: string }

/** Makes load from another process, so that those who answer do not wait for those who ask. */
export async function startLoader() {
  const { child, stop } = await startChild('load.ts', {})
  return {
    stop,
    run: async (job: Job): Promise<Loaded> => {
      child.send(job)
      // heartbeats come over the same channel
      for await (const [{ loaded, failed }] of on(child, 'message') as AsyncIterable<[Result]>) {
        if (loaded) return loaded
        if (failed !== undefined) throw new Error(failed)
      }
      throw new Error('the load ended without a result')
    },
  }
}
export type Loader = Awaited<ReturnType<typeof startLoader>>

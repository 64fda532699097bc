import { on } from 'node:events'
import { join } from 'node:path'
import { startProcess } from '../../upgrade/releaseProcess.ts'
import type { Job, Load } from './requestLoad.ts'

type Result = { load?: Load; failure?: string }

/** Makes load from another process, so that it does not take time from those who answer. */
export async function startLoader() {
  const { child, stop } = await startProcess('load', [join(import.meta.dirname, 'requestLoad.ts')], {})
  return {
    stop,
    run: async (job: Job): Promise<Load> => {
      child.send(job)
      // heartbeats come over the same channel
      for await (const [{ load, failure }] of on(child, 'message') as AsyncIterable<[Result]>) {
        if (load) return load
        if (failure !== undefined) throw new Error(failure)
      }
      throw new Error('the load ended without a result')
    },
  }
}
export type Loader = Awaited<ReturnType<typeof startLoader>>

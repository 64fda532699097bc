import { once } from 'node:events'
import type { Job, Loaded } from './load.ts'
import { startChild } from './process.ts'

/** Makes load from another process, so that those who answer do not wait for those who ask. */
export async function startLoader() {
  const { child, stop } = await startChild('load.ts', {})
  return {
    stop,
    run: async (job: Job): Promise<Loaded> => {
      child.send(job)
      const [{ loaded, failed }] = (await once(child, 'message')) as [{ loaded?: Loaded; failed?: string }]
      if (!loaded) throw new Error(failed)
      return loaded
    },
  }
}
export type Loader = Awaited<ReturnType<typeof startLoader>>

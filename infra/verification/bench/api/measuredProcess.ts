import { on } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { childrenOf } from '../../e2e/product.ts'
import { startProcess } from '../../upgrade/releaseProcess.ts'
import type { Job, Load } from './requestLoad.ts'

/** The longest delay of an event loop, and the one that a thousandth is above, in ms. */
export type LoopDelay = { max: number; p999: number }

/** Environment that lets `readLoopDelay` ask a process and those it starts. */
export const instrumentation = (folder: string) => ({
  INSTRUMENT_FOLDER: folder,
  NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'instrument.ts')}`,
})

/** Since it was read before, where that said that the next one is wanted. */
export const readLoopDelay = (folder: string, script: string, isNextWanted = false): Promise<LoopDelay> =>
  new Promise((done, fail) => {
    const socketPath = join(folder, `${script}.sock`)
    request({ socketPath, path: isNextWanted ? '/time-event-loop' : '/' }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      done(JSON.parse(text))
    })
      .on('error', fail)
      .end()
  })

// of /proc, whatever the kernel counts in
const msPerTick = 10

/** Processor time that a process has used, in ms, with the processes that it started: those that ended, and those that run. */
export function processorMsOf(pid: number): number {
  const children = childrenOf(pid).map((child) => processorTicks(child).own)
  const { own, ended } = processorTicks(pid)
  return msPerTick * (own + ended + children.reduce((sum, it) => sum + it, 0))
}

function processorTicks(pid: number): { own: number; ended: number } {
  let stat = ''
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // ended since it was listed
    return { own: 0, ended: 0 }
  }
  // the name of the command, which may have spaces, is in brackets before the other fields
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
  return { own: user + system, ended: endedUser + endedSystem }
}

/** Resident memory of a process and the most it ever had, in MB. */
export function memoryOf(pid: number): { residentMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024)
  return { residentMb: mb('VmRSS'), peakMb: mb('VmHWM') }
}

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

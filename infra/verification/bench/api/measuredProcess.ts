import { on } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { startProcess } from '../../upgrade/releaseProcess.ts'
import type { Job, Load } from './requestLoad.ts'

/** `delay`: of the event loop, in ms. */
export type ProcessReport = { cpuMs: number; delay: { max: number; p999: number } }

/** Environment that lets `inspectProcess` ask a process and those it starts. */
export const instrumentation = (folder: string) => ({
  INSTRUMENT_FOLDER: folder,
  NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'instrument.ts')}`,
})

/** `timeEventLoop`: the delay of its event loop is measured from now on. */
export const inspectProcess = (
  folder: string,
  script: string,
  timeEventLoop = false,
): Promise<ProcessReport> =>
  new Promise((done, fail) => {
    const socketPath = join(folder, `${script}.sock`)
    request({ socketPath, path: timeEventLoop ? '/time-event-loop' : '/' }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      done(JSON.parse(text))
    })
      .on('error', fail)
      .end()
  })

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

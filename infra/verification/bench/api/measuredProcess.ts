import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'

/** `delay`: of the event loop, in ms. */
export type ProcessReport = { pid: number; cpuMs: number; delay: { max: number; p999: number } }

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

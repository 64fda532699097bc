import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import type { ChildMessage } from '../../start/child.ts'

export type Seen = { pid: number; cpuMs: number; stall: { max: number; p999: number } }

/** Environment that lets a process, and those it starts, be asked by `look`. */
export const watched = (folder: string) => ({
  WATCH_FOLDER: folder,
  NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'watch.ts')}`,
})

/** How a watched process fares; `watch`: its event loop is timed from now on. */
export const look = (folder: string, script: string, watch = false): Promise<Seen> =>
  new Promise((done, fail) => {
    const socketPath = join(folder, `${script}.sock`)
    request({ socketPath, path: watch ? '/watch' : '/' }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      done(JSON.parse(text))
    })
      .on('error', fail)
      .end()
  })

/** A process of the bench that says when it is ready, as those of the product do. */
export async function startChild(script: string, env: Record<string, string>) {
  const child: ChildProcess = fork(resolve(import.meta.dirname, script), { env: { ...process.env, ...env } })
  await new Promise<void>((ready, fail) => {
    child.once('exit', (code) => fail(new Error(`${script} stopped with ${code}`)))
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'ready') ready()
      else if (message.type === 'failed') fail(new Error(message.message))
    })
  })
  return {
    child,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

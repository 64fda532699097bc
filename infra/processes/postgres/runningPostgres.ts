import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Live } from './boot.ts'
import { isRunning } from './postmaster.ts'

export type RunningPostgres = {
  url: string
  port: number
  pid: number
  adopted: boolean
  /** Resolves when the server has ended; `unexpectedly` means that `stop` was not called. */
  exited: Promise<{ unexpectedly: boolean }>
  stop: () => Promise<void>
}

type Facts = { live: Live; url: string; adopted: boolean; cluster: string; pgCtl: string }

export function runningPostgres({ live, url, adopted, cluster, pgCtl }: Facts): RunningPostgres {
  const { pid, port } = live
  let stopping = false
  const gone = (live.exited ?? disappeared(cluster, pid)).then(() => ({ unexpectedly: !stopping }))
  return {
    url,
    port,
    pid,
    adopted,
    exited: gone,
    async stop() {
      stopping = true
      if (isRunning(cluster, pid)) shutDown('fast', pid, cluster, pgCtl)
      if (await happens(gone, 30_000)) return
      shutDown('immediate', pid, cluster, pgCtl)
      if (await happens(gone, 10_000)) return
      throw new Error(`Postgres (process ${pid}) does not stop.`)
    },
  }
}

/** Polls, because the system reports the end of a process only to its parent. */
async function disappeared(cluster: string, pid: number): Promise<void> {
  while (isRunning(cluster, pid)) await sleep(100, undefined, { ref: false })
}

function shutDown(mode: 'fast' | 'immediate', pid: number, cluster: string, pgCtl: string): void {
  if (process.platform === 'win32') spawnSync(pgCtl, ['stop', '-D', cluster, '-m', mode, '-W'])
  else process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
}

async function happens(event: Promise<unknown>, withinMs: number): Promise<boolean> {
  const late = new AbortController()
  const timeout = sleep(withinMs, false, { signal: late.signal }).catch(() => false)
  const result = await Promise.race([event.then(() => true), timeout])
  late.abort()
  return result
}

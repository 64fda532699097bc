import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A message from a child process to its parent; `alive` is the heartbeat. */
export type ChildMessage =
  | { type: 'ready'; url?: string }
  | { type: 'failed'; message: string }
  | { type: 'alive' }

export const heartbeatMs = 1_000
export type Supervised = {
  /** Where it listens, if it does. Rejects when it cannot start at first, or is stopped before it has. */
  ready: Promise<string | undefined>
  /** At any time, also while it is starting. */
  stop: () => Promise<void>
}

export type SuperviseOptions = { env: Record<string, string>; log: (line: string) => void }

/** A file of this folder, or one of its arguments as well: `service crm`. */
type Command = string

const stopTimeoutMs = 12_000
// longer than a computation or a busy machine keeps an event loop from its timers
const maxMissedHeartbeats = 15
const maxRestartDelayMs = 5_000

/** Keeps one process of the product running: one that crashes is started again, one that is frozen is killed first. */
export function supervise(name: Command, { env, log }: SuperviseOptions): Supervised {
  let stopping = false
  let child: ChildProcess | undefined

  async function launch(): Promise<string | undefined> {
    child = spawnProcess(name, env)
    const url = await whenReady(child)
    if (stopping) throw new Error(`The ${name} process was stopped.`)
    return url
  }
  async function relaunch(): Promise<void> {
    for (let failures = 0; !stopping; failures++) {
      try {
        await launch()
        return
      } catch (error) {
        if (stopping) return
        log(`The ${name} process does not start: ${(error as Error).message}`)
        await sleep(Math.min(200 * 2 ** failures, maxRestartDelayMs))
      }
    }
  }
  async function watch(): Promise<void> {
    while (child && !stopping) {
      const stopHeartbeats = killWhenFrozen(child, () =>
        log(`The ${name} process is frozen: no heartbeat for ${maxMissedHeartbeats} seconds.`),
      )
      await exited(child)
      stopHeartbeats()
      if (stopping) return
      log(`The ${name} process stopped (${child.exitCode ?? child.signalCode}); starting it again.`)
      await relaunch()
    }
  }
  const ready = launch()
  ready.then(watch, () => {})

  return {
    ready,
    stop: async () => {
      stopping = true
      if (!child) return
      const last = child
      last.kill('SIGTERM')
      const hard = setTimeout(() => last.kill('SIGKILL'), stopTimeoutMs)
      await exited(last)
      clearTimeout(hard)
    },
  }
}

/**
 * Kills a process that gives no sign of life. What is counted are checks, not time: after the whole machine was
 * suspended only one check was missed.
 */
function killWhenFrozen(child: ChildProcess, onFrozen: () => void): () => void {
  let missed = 0
  child.on('message', () => {
    missed = 0
  })
  const timer = setInterval(() => {
    missed += 1
    if (missed !== maxMissedHeartbeats) return
    onFrozen()
    child.kill('SIGKILL')
  }, heartbeatMs)
  return () => clearInterval(timer)
}

/** One that could not be started has no id, and never exits. */
const exited = (child: ChildProcess): Promise<void> =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

export const rolesFolder = join(import.meta.dirname, '../roles')

// about fifty megabytes are in use; without limits V8 leaves several hundred uncollected where the machine has them
const heapLimits: string[] = ['--max-old-space-size=512', '--max-semi-space-size=64']

function spawnProcess(name: string, env: Record<string, string>): ChildProcess {
  const [file, ...args] = name.split(' ')
  return spawn(process.execPath, [...heapLimits, join(rolesFolder, `${file}.ts`), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
}

/** Its address, if it listens. */
const whenReady = (child: ChildProcess): Promise<string | undefined> =>
  new Promise((resolve, no) => {
    child.on('error', no)
    child.once('exit', (code, signal) => no(new Error(`it stopped at once (${code ?? signal})`)))
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'ready') resolve(message.url)
      else if (message.type === 'failed') no(new Error(message.message))
    })
  })

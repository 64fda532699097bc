import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ChildMessage, heartbeatMs } from './childMessage.ts'

export type Supervised = {
  /** Where it listens, if it does. */
  url: string | undefined
  stop: () => Promise<void>
}

export type SuperviseOptions = { env: Record<string, string>; log: (line: string) => void }

/** A file of this folder, or one of its arguments as well: `service crm`. */
type Command = string

const stopTimeoutMs = 12_000
// longer than a computation or a busy machine keeps an event loop from its timers
const maxMissedHeartbeats = 15
const slowestRestartMs = 5_000

/**
 * Keeps one process of the product running: one that crashes is started again, one that is frozen is killed first.
 * Rejects when it cannot start at first.
 */
export async function supervise(name: Command, { env, log }: SuperviseOptions): Promise<Supervised> {
  let stopping = false
  let { child, url } = await launch(name, env)

  async function relaunch(): Promise<void> {
    for (let failures = 0; !stopping; failures++) {
      try {
        ;({ child } = await launch(name, env))
        if (stopping) child.kill('SIGTERM')
        return
      } catch (error) {
        log(`The ${name} process does not start: ${(error as Error).message}`)
        await sleep(Math.min(200 * 2 ** failures, slowestRestartMs))
      }
    }
  }
  async function watch(): Promise<void> {
    for (;;) {
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
  const watching = watch()

  return {
    url,
    stop: async () => {
      stopping = true
      child.kill('SIGTERM')
      const hard = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await watching
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

const exited = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

// about fifty megabytes are in use; without limits V8 leaves several hundred uncollected where the machine has them
const heapLimits: string[] = ['--max-old-space-size=512', '--max-semi-space-size=64']

function launch(
  name: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string | undefined }> {
  const [file, ...args] = name.split(' ')
  const child = spawn(process.execPath, [...heapLimits, join(import.meta.dirname, `${file}.ts`), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  return new Promise((resolve, no) => {
    child.once('exit', (code, signal) => no(new Error(`it stopped at once (${code ?? signal})`)))
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'ready') resolve({ child, url: message.url })
      else if (message.type === 'failed') no(new Error(message.message))
    })
  })
}

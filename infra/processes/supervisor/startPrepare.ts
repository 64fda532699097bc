import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Welcome } from '../stores/firstOwner.ts'

/** The stores to prepare, once they are open. */
export type OpenedStores = { databaseUrl: string; embedded: boolean }
/** What the supervisor needs of the configuration. */
export type SupervisorSettings = Pick<
  Config,
  'dataDir' | 'host' | 'port' | 'ops' | 'databaseUrl' | 'redisUrl' | 'limitScale'
> & {
  /** Where people reach the product. */
  address: string
}
export type PrepareMessage =
  | { type: 'settings'; settings: SupervisorSettings }
  | { type: 'welcome'; welcome: Welcome }
  /** Read models are about to be filled, which takes a while. */
  | { type: 'upgrading' }
  | { type: 'failed'; message: string }

export type PrepareListeners = { onWelcome: (welcome: Welcome) => void; onUpgrading: () => void }

/**
 * Starts the process that makes everything ready which the others need, and ends, so that what it loads for that does not
 * stay in memory. It reads the configuration and builds at once; it migrates and fills the stores when it gets them.
 */
export function startPrepare({ onWelcome, onUpgrading }: PrepareListeners) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'prepare.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const settings = Promise.withResolvers<SupervisorSettings>()
  const ended = Promise.withResolvers<void>()
  let failure: string | undefined
  child.on('message', (message: PrepareMessage) => {
    if (message.type === 'settings') settings.resolve(message.settings)
    else if (message.type === 'welcome') onWelcome(message.welcome)
    else if (message.type === 'upgrading') onUpgrading()
    else failure = message.message
  })
  child.once('exit', (code, signal) => {
    if (code === 0) return ended.resolve()
    const error = new Error(failure ?? `The product could not be prepared (${code ?? signal}).`)
    settings.reject(error)
    ended.reject(error)
  })
  // the error is for the callers that await it
  ended.promise.catch(() => {})
  return {
    settings: settings.promise,
    /** Rejects with the reason when it failed. */
    ended: ended.promise,
    finish: async ({ databaseUrl, embedded }: OpenedStores) => {
      if (child.connected) child.send({ databaseUrl, embedded } satisfies OpenedStores)
      await ended.promise
    },
    stop: async () => {
      child.kill()
      await ended.promise.catch(() => {})
    },
  }
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Welcome } from './firstOwner.ts'

/** The stores to set up, once they are open. */
export type OpenedStores = { databaseUrl: string; embedded: boolean }
export type SetUpMessage = { type: 'welcome'; welcome: Welcome } | { type: 'failed'; message: string }

/**
 * Starts the process that makes everything ready which the others need, and ends: what it loads for that stays in the
 * memory of nobody. It builds at once, and does the rest when it is told where the stores are.
 */
export function startSetUp(onWelcome: (welcome: Welcome) => void) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'setUp.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let failure: string | undefined
  child.on('message', (message: SetUpMessage) => {
    if (message.type === 'welcome') onWelcome(message.welcome)
    else failure = message.message
  })
  const ended = new Promise<void>((resolve, no) => {
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else no(new Error(failure ?? `The product could not be set up (${code ?? signal}).`))
    })
  })
  // who waits for it hears of it
  ended.catch(() => {})
  return {
    /** Fails when it failed, with its reason. */
    ended,
    finish: async ({ databaseUrl, embedded }: OpenedStores) => {
      if (child.connected) child.send({ databaseUrl, embedded } satisfies OpenedStores)
      await ended
    },
    stop: async () => {
      child.kill()
      await ended.catch(() => {})
    },
  }
}

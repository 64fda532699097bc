import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Welcome } from './firstOwner.ts'

/** The stores to set up, once they are open. */
export type OpenedStores = { databaseUrl: string; embedded: boolean }
export type SetUpMessage = { type: 'welcome'; welcome: Welcome } | { type: 'failed'; message: string }

/**
 * Starts the process that prepares everything the other processes need. It then exits, which frees the memory of the
 * modules it loaded. It builds immediately; the other steps wait for the addresses of the stores.
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
  // callers that await `ended` handle the error; without this line Node reports an unhandled rejection
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

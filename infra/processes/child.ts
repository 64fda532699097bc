import { releaseStartMemory } from './releaseStartMemory.ts'
import { startTracing } from './tracing.ts'

export type Running = { url?: string; stop: () => Promise<void> }

/** What a child process tells the one that started it; `alive` is its heartbeat. */
export type ChildMessage =
  | { type: 'ready'; url?: string }
  | { type: 'failed'; message: string }
  | { type: 'alive' }

export const heartbeatMs = 1_000

// a little less than the parent waits before it kills
const patienceMs = 11_000

const tell = (message: ChildMessage) => process.connected && process.send?.(message)

/**
 * Runs one process of the product: tells the parent when it is ready or why it cannot be, stops on
 * SIGTERM and when the parent is gone. A terminal's Ctrl-C is the parent's to handle. Its traces are told under `role`.
 */
export async function runChild(start: () => Promise<Running>, role?: string): Promise<void> {
  process.on('SIGINT', () => {})
  try {
    const flush = role && (await startTracing(role))
    const running = await start()
    releaseStartMemory()
    const stop = once(async () => {
      // whoever waits for a store that is gone would wait for ever
      setTimeout(() => process.exit(1), patienceMs).unref()
      await running.stop()
      if (flush) await flush()
      process.exit(0)
    })
    process.on('SIGTERM', stop)
    process.on('disconnect', stop)
    if (process.send && !process.connected) return void stop()
    tell({ type: 'ready', url: running.url })
    setInterval(() => tell({ type: 'alive' }), heartbeatMs).unref()
  } catch (error) {
    if (!process.connected) console.error(error)
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
    process.disconnect?.()
    setTimeout(() => process.exit(1), 500).unref()
  }
}

function once(work: () => Promise<void>) {
  let begun = false
  return () => {
    if (begun) return
    begun = true
    void work()
  }
}

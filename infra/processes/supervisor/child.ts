import { startTracing } from '../roles/tracing.ts'
import { releaseStartMemory } from './releaseStartMemory.ts'
import { type ChildMessage, heartbeatMs } from './supervise.ts'

export type Running = { url?: string; stop: () => Promise<void> }

// a little less than the parent waits before it kills
const stopTimeoutMs = 11_000

const send = (message: ChildMessage) => process.connected && process.send?.(message)

/**
 * Runs one process of the product: reports to the parent when it is ready or why it cannot start, and stops on SIGTERM and
 * when the parent disconnects, also while it is starting. The parent handles a terminal's Ctrl-C. Its traces are exported
 * under `role`.
 */
export async function runChild(start: () => Promise<Running>, role?: string): Promise<void> {
  let stop = (): unknown => process.exit(1)
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => stop())
  process.on('disconnect', () => stop())
  // the parent may have ended while this was loading
  if (process.send && !process.connected) stop()
  try {
    const flush = role && (await startTracing(role))
    const running = await start()
    releaseStartMemory()
    stop = async () => {
      stop = () => {}
      // waiting for a store that no longer answers would never end
      setTimeout(() => process.exit(1), stopTimeoutMs).unref()
      await running.stop()
      if (flush) await flush()
      process.exit(0)
    }
    send({ type: 'ready', url: running.url })
    setInterval(() => send({ type: 'alive' }), heartbeatMs).unref()
  } catch (error) {
    if (!process.connected) console.error(error)
    send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    process.exitCode = 1
    // the message gets out first
    stop = () => {}
    process.disconnect?.()
    setTimeout(() => process.exit(1), 500).unref()
  }
}

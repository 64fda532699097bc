import { setTimeout as sleep } from 'node:timers/promises'

/** Ends when the time is over, when `signal` aborts or when somebody wakes; leaves no timer and no listener behind. */
export async function pause(ms: number, signal: AbortSignal, woken?: Promise<void>): Promise<void> {
  const over = new AbortController()
  // with a reason: one is not made up with all that was called before
  const end = () => over.abort('over')
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  const time = sleep(ms, undefined, { signal: over.signal }).catch(() => {})
  await (woken ? Promise.race([woken, time]) : time)
  signal.removeEventListener('abort', end)
  end()
}

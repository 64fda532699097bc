import { setTimeout as sleep } from 'node:timers/promises'

/** Ends after `ms`, when `signal` aborts or when `wokenUp` resolves; leaves no timer and no listener behind. */
export async function abortableSleep(
  ms: number,
  signal: AbortSignal,
  wokenUp?: Promise<void>,
): Promise<void> {
  const over = new AbortController()
  // with a reason: without one, Node captures a stack trace each time
  const end = () => over.abort('over')
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  const time = sleep(ms, undefined, { signal: over.signal }).catch(() => {})
  await (wokenUp ? Promise.race([wokenUp, time]) : time)
  signal.removeEventListener('abort', end)
  end()
}

import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '@plumbline/platform/errors'
import { UnpreparedError } from '@plumbline/platform/subscriptions'

const maxWaitMs = 60_000
const retryMs = 500
// a role, a schema, a table or a function that `prepare` has yet to make
const unprepared = new Set(['22023', '3F000', '42501', '42P01', '42883'])

/** A process may start before its database is there, or prepared: it waits. */
export async function whenThereIsAStore<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + maxWaitMs; ; await sleep(retryMs)) {
    try {
      return await work()
    } catch (error) {
      const isComing =
        isUnavailable(error) ||
        error instanceof UnpreparedError ||
        unprepared.has((error as { code?: string }).code ?? '')
      if (!isComing || performance.now() > deadline) throw error
    }
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../e2e/client.ts'

export type Confirmed = { lastName: string; id: number }

const pauseMs = 40
const againMs = 150
// what a caller may be answered: done, unavailable for a moment, or too much at once
const allowed = new Set([200, 201, 429, 503])

/**
 * Visitors who ask for an estimate and repeat with the same key until it is confirmed. Writes down what was confirmed, how it
 * was answered, and which connections broke in mid-request. `count` of them ask one request after the other until `stop`.
 */
export function createVisitors(url: () => string, { count = 0, maxWaitMs = 120_000 } = {}) {
  const confirmed: Confirmed[] = []
  const problems: string[] = []
  const statuses: Record<string, number> = {}
  let broken = 0
  let failure = ''
  let isGoing = true
  let hasGivenUp = false
  let last = 0

  async function attempt(lastName: string, key: string): Promise<Confirmed | undefined> {
    try {
      const { status, text } = await createClient(url()).requestEstimate(lastName, key)
      statuses[status] = (statuses[status] ?? 0) + 1
      failure = `answered ${status}`
      if (!allowed.has(status)) problems.push(`answered ${status}: ${text.slice(0, 200)}`)
      return status === 201 ? { lastName, id: JSON.parse(text).id } : undefined
    } catch (error) {
      const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      failure = message || String(code)
      // a refused connection is not a request that was broken off
      if (code !== 'ECONNREFUSED') broken += 1
      return undefined
    }
  }

  /** Asks until it is confirmed; answers how long that took, in ms. */
  async function request(): Promise<number> {
    const [lastName, key, began] = [`Visitor-${++last}`, randomUUID(), performance.now()]
    while (performance.now() < began + maxWaitMs) {
      const done = await attempt(lastName, key)
      if (done) {
        confirmed.push(done)
        return performance.now() - began
      }
      await sleep(againMs)
    }
    hasGivenUp = true
    isGoing = false
    problems.push(`a request was not confirmed in ${maxWaitMs} ms: ${failure}`)
    return performance.now() - began
  }

  const running = Array.from({ length: count }, async () => {
    while (isGoing) {
      await request()
      await sleep(pauseMs)
    }
  })

  return {
    confirmed,
    problems,
    statuses,
    request,
    /** Requests whose connection broke after they were sent. */
    broken: () => broken,
    /** A request was not confirmed in time, and no more are sent. */
    hasGivenUp: () => hasGivenUp,
    /** Lets everybody finish what they began. */
    stop: async () => {
      isGoing = false
      await Promise.all(running)
    },
  }
}
export type Visitors = ReturnType<typeof createVisitors>

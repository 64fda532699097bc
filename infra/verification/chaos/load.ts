import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../e2e/client.ts'

export type Acknowledged = { lastName: string; id: number }

const pauseMs = 40
const againMs = 150
const longestMs = 120_000
// what a caller may be answered: done, away for a moment, or too much at once
const honest = new Set([200, 201, 429, 503])

/**
 * Visitors who ask for an estimate and do not give up: the same key until a 201, or until nothing is to be hoped for. What
 * was confirmed, what was answered and which connections broke in mid-request is written down.
 */
export function createLoad(url: () => string, writers: number, patienceMs = longestMs) {
  const acknowledged: Acknowledged[] = []
  const problems: string[] = []
  const statuses: Record<string, number> = {}
  let broken = 0
  let failure = ''
  let going = true
  let hopeless = false
  let count = 0

  const note = (status: number, text: string) => {
    statuses[status] = (statuses[status] ?? 0) + 1
    failure = `answered ${status}`
    if (!honest.has(status)) problems.push(`answered ${status}: ${text.slice(0, 200)}`)
  }

  async function attempt(lastName: string, key: string): Promise<Acknowledged | undefined> {
    try {
      const answer = await createClient(url()).requestEstimate(lastName, key)
      note(answer.status, answer.text)
      return answer.status === 201 ? { lastName, id: JSON.parse(answer.text).id } : undefined
    } catch (error) {
      const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
      failure = message || String(code)
      // a refused connection is not a request that was broken off
      if (code !== 'ECONNREFUSED') broken += 1
      return undefined
    }
  }

  /** Asks until it is confirmed. */
  async function request(): Promise<void> {
    const [lastName, key] = [`Chaos-${++count}`, randomUUID()]
    for (const deadline = performance.now() + patienceMs; performance.now() < deadline; ) {
      const done = await attempt(lastName, key)
      if (done) {
        acknowledged.push(done)
        return
      }
      await sleep(againMs)
    }
    hopeless = true
    going = false
    problems.push(`a request was not confirmed in ${patienceMs} ms: ${failure}`)
  }

  const write = async () => {
    while (going) {
      await request()
      await sleep(pauseMs)
    }
  }
  const running = Array.from({ length: writers }, write)

  return {
    acknowledged,
    problems,
    statuses,
    /** Requests whose connection broke after they were sent. */
    broken: () => broken,
    /** A request was not confirmed in time, and no more are sent. */
    hopeless: () => hopeless,
    /** How long a request that starts now takes to be confirmed, in milliseconds. */
    untilServed: async () => {
      const came = performance.now()
      await request()
      return performance.now() - came
    },
    /** Lets everybody finish what they began. */
    stop: async () => {
      going = false
      await Promise.all(running)
    },
  }
}
export type Load = ReturnType<typeof createLoad>

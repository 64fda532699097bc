import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from './apiSite.ts'
import { type Call, caseOf } from './cases.ts'

export type Shutdown = {
  answered: number
  /** Sent on a connection that was kept open, or begun to be answered, and not answered to the end. */
  broken: number
  /** On a new connection that was reset before any answer, in the moment the listener was closed. */
  reset: number
  /** From the last answer to the end of the process that gave it. */
  exitMs: number
}

const clientCount = 20
const warmUpMs = 1_000
// counts apart from what the load has sent
const callsPerClient = 10_000_000
type Outcome = 'answered' | 'refused' | 'reset' | 'broken'

function send(url: string, cookie: string, agent: Agent, call: Call): Promise<Outcome> {
  return new Promise((done) => {
    const headers = { cookie, 'content-type': 'application/json', ...call.headers }
    const sent = request(url + call.path, { method: call.method ?? 'GET', agent, headers }, (answer) => {
      answer.on('error', () => done('broken'))
      answer.on('end', () => done((answer.statusCode ?? 500) < 400 ? 'answered' : 'broken'))
      answer.resume()
    })
    sent.on('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'ECONNREFUSED' ? 'refused' : sent.reusedSocket ? 'broken' : 'reset'),
    )
    sent.end(call.body && JSON.stringify(call.body))
  })
}

/** SIGTERM to the product while busy clients keep their connections. */
export async function measureShutdown(site: Site): Promise<Shutdown> {
  const { url, inspect } = site.sides.ours
  const { pid } = await inspect()
  const agent = new Agent({ keepAlive: true, maxSockets: clientCount })
  const counts: Shutdown = { answered: 0, broken: 0, reset: 0, exitMs: 0 }
  let lastAnswer = 0
  const runClient = async (place: number) => {
    const name = place % 4 === 0 ? 'create a customer' : 'read a customer'
    for (let n = (place + 1) * callsPerClient; ; n++) {
      const call = caseOf(name).call(n, { rows: site.rows, etag: '' })
      const outcome = await send(url, site.cookie, agent, call)
      if (outcome === 'refused') return
      counts[outcome] += 1
      if (outcome === 'reset') return
      lastAnswer = performance.now()
    }
  }
  const all = Promise.all(Array.from({ length: clientCount }, (_, place) => runClient(place)))
  await sleep(warmUpMs)
  process.kill(site.product.supervisor, 'SIGTERM')
  await all
  while (isRunning(pid)) await sleep(5)
  agent.destroy()
  return { ...counts, exitMs: performance.now() - lastAnswer }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

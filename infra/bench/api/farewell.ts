import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Asked, caseOf } from './cases.ts'
import type { Site } from './site.ts'

export type Farewell = {
  answered: number
  /** Sent on a connection that was kept open, or begun to be answered, and not answered to the end. */
  broken: number
  /** Knocked in the moment the door was shut: reset on a new connection before any answer. */
  reset: number
  /** From the last answer to the end of the process that gave it. */
  exitMs: number
}

const lanes = 20
const warmUpMs = 1_000
type Outcome = 'answered' | 'refused' | 'reset' | 'broken'

function ask(url: string, cookie: string, agent: Agent, asked: Asked): Promise<Outcome> {
  return new Promise((done) => {
    const headers = { cookie, 'content-type': 'application/json', ...asked.headers }
    const sent = request(url + asked.path, { method: asked.method ?? 'GET', agent, headers }, (answer) => {
      answer.on('error', () => done('broken'))
      answer.on('end', () => done((answer.statusCode ?? 500) < 400 ? 'answered' : 'broken'))
      answer.resume()
    })
    sent.on('error', (error: NodeJS.ErrnoException) =>
      done(error.code === 'ECONNREFUSED' ? 'refused' : sent.reusedSocket ? 'broken' : 'reset'),
    )
    sent.end(asked.body && JSON.stringify(asked.body))
  })
}

/** SIGTERM to the product while busy clients keep their connections. */
export async function sayFarewell(site: Site): Promise<Farewell> {
  const { url, look } = site.sides.ours
  const { pid } = await look()
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const found: Farewell = { answered: 0, broken: 0, reset: 0, exitMs: 0 }
  let lastAnswer = 0
  const lane = async (place: number) => {
    const given = { rows: site.rows, seed: 1_000 + place, etag: '' }
    const name = place % 4 === 0 ? 'create a customer' : 'read a customer'
    for (let n = 0; ; n++) {
      const outcome = await ask(url, site.cookie, agent, caseOf(name).ask(n, given))
      if (outcome === 'refused') return
      found[outcome] += 1
      if (outcome === 'reset') return
      lastAnswer = performance.now()
    }
  }
  const all = Promise.all(Array.from({ length: lanes }, (_, place) => lane(place)))
  await sleep(warmUpMs)
  process.kill(site.product.supervisor, 'SIGTERM')
  await all
  while (isThere(pid)) await sleep(5)
  agent.destroy()
  return { ...found, exitMs: performance.now() - lastAnswer }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

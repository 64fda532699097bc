import autocannon from 'autocannon'
import { runChild } from '../../../processes/supervisor/child.ts'
import { type CaseName, type Context, caseOf, connectionsOf, unchangedPath } from './cases.ts'

/** `answers`: stop after so many, where there are no more records to use. */
export type Job = {
  url: string
  cookie: string
  name: CaseName
  seconds: number
  rows: number
  answers?: number
}
export type Load = { requests: number; perSecond: number; p50: number; p99: number; bytes: number }

const timeoutSeconds = 300
// how finely the end of a fixed number of answers is noticed, in ms
const sampleInt = 20
// as browsers ask
const encodings = 'gzip, deflate, br, zstd'
// where each case of each application goes on counting
const counters = new Map<string, number>()

async function etagOf({ url, cookie }: Job): Promise<string> {
  const answer = await fetch(url + unchangedPath, { headers: { cookie, 'accept-encoding': encodings } })
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

/** Calls as fast as the connections allow, each its next as soon as it has an answer; throws at an unexpected answer. */
async function run(job: Job, until: Pick<autocannon.Options, 'amount' | 'duration'>): Promise<Load> {
  const { url, cookie, name, rows } = job
  const { status, call, ...rest } = caseOf(name)
  const connections = Math.min(
    connectionsOf({ status, call, ...rest }),
    until.amount ?? Number.POSITIVE_INFINITY,
  )
  const context: Context = { rows, etag: status === 304 ? await etagOf(job) : '' }
  const always = { cookie, 'accept-encoding': encodings, 'content-type': 'application/json' }
  const key = `${url} ${name}`
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const n = counters.get(key) ?? 0
    counters.set(key, n + 1)
    const { method = 'GET', path, headers = {}, body } = call(n, context)
    return {
      ...request,
      ...{ method, path, headers: { ...always, ...headers } },
      body: body && JSON.stringify(body),
    }
  }
  const result = await autocannon({
    ...{ url, connections, sampleInt, timeout: timeoutSeconds, requests: [{ setupRequest }] },
    ...until,
  })
  const unexpected = Object.keys(result.statusCodeStats ?? {}).filter((code) => Number(code) !== status)
  if (unexpected.length > 0 || result.errors > 0)
    throw new Error(`${name} at ${url}: ${result.errors} errors, and answers ${unexpected.join(', ')}`)
  const requests = result.requests.total
  // too short for a single answer
  if (requests === 0 && until.amount === undefined) return run(job, { amount: connections })
  return {
    requests,
    perSecond: requests / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: result.throughput.total / requests,
  }
}

async function load(job: Job): Promise<Load> {
  if (job.answers !== undefined) return run(job, { amount: job.answers })
  const { answers } = caseOf(job.name)
  if (answers === undefined) return run(job, { duration: job.seconds })
  const first = await run(job, { amount: answers })
  const secondsLeft = job.seconds - first.requests / first.perSecond
  const more = Math.round(first.perSecond * secondsLeft)
  return more > answers ? run(job, { amount: more }) : first
}

/** Makes load in a process of its own, one job after the other. */
await runChild(async () => {
  process.on('message', async (job: Job) => {
    try {
      process.send?.({ load: await load(job) })
    } catch (error) {
      process.send?.({ failure: (error as Error).message })
    }
  })
  return { stop: async () => {} }
})

import autocannon from 'autocannon'
import { runChild } from '../../start/child.ts'
import { type CaseName, caseOf, type Given, listPath } from './cases.ts'

export type Job = { url: string; cookie: string; name: CaseName; seconds: number; given: Omit<Given, 'etag'> }
export type Loaded = { requests: number; perSecond: number; p50: number; p99: number; bytes: number }

const patienceSeconds = 60
// how finely it tells when the last of so many answers was there, in ms
const sampleInt = 20
// as browsers ask
const accepted = 'gzip, deflate, br, zstd'

async function etagOfList({ url, cookie }: Job): Promise<string> {
  const answer = await fetch(url + listPath, { headers: { cookie, 'accept-encoding': accepted } })
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

/** Asks as fast as the connections allow, each its next as soon as it has an answer; throws when one is not as expected. */
async function load(job: Job): Promise<Loaded> {
  const { url, cookie, name, seconds } = job
  const { status, connections, answers, ask } = caseOf(name)
  const given: Given = { ...job.given, etag: status === 304 ? await etagOfList(job) : '' }
  const always = { cookie, 'accept-encoding': accepted, 'content-type': 'application/json' }
  let n = 0
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const { method = 'GET', path, headers = {}, body } = ask(n++, given)
    const text = body && JSON.stringify(body)
    return { ...request, method, path, headers: { ...always, ...headers }, body: text }
  }
  const until = answers ? { amount: answers, timeout: patienceSeconds, sampleInt } : { duration: seconds }
  const result = await autocannon({ url, connections, ...until, requests: [{ setupRequest }] })
  const others = Object.keys(result.statusCodeStats ?? {}).filter((code) => Number(code) !== status)
  if (others.length > 0 || result.errors > 0)
    throw new Error(`${name} at ${url}: ${result.errors} errors, and answers ${others.join(', ')}`)
  const requests = result.requests.total
  return {
    requests,
    perSecond: requests / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: result.throughput.total / requests,
  }
}

/** Makes load in a process of its own, one job after the other. */
await runChild(async () => {
  process.on('message', async (job: Job) => {
    try {
      process.send?.({ loaded: await load(job) })
    } catch (error) {
      process.send?.({ failed: (error as Error).message })
    }
  })
  return { stop: async () => {} }
})

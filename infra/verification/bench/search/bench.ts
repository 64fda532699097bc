import { personal } from '@plumbline/crm/events'
import { insights } from '@plumbline/insights/service'
import { createPool } from '@plumbline/platform/db'
import { appendEvents } from '@plumbline/platform/event-store'
import { createLog } from '@plumbline/platform/log'
import { connectionOf } from '@plumbline/platform/migrate'
import { createInProcessNotifier, runSubscription } from '@plumbline/platform/subscriptions'
import type { Bench } from '../bench.ts'
import { scatter } from '../filledCustomers.ts'
import { quantile } from '../measure.ts'
import { type Latency, latency, type Served, serve } from '../serve.ts'
import { withPostgres } from '../store.ts'
import { customer, fillDocuments, frequentWord, type Sizes, sizesOf } from './filledDocuments.ts'

// of a large business, and of one that is larger than any
const targetMs = (documents: number) => (documents <= 50_000 ? 50 : 300)
const ownWriteTargetMs = 100
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** What is typed for the n-th time. */
const questions = (sizes: Sizes): Record<string, (n: number) => string> => {
  const { customers, invoices, messages, appointments } = sizes
  const someone = (n: number) => customer(1 + (scatter(n) % customers))
  const withWrongLetter = (name: string) => `${name.slice(0, 3)}x${name.slice(4)}`
  return {
    'first and last name': (n) => `${someone(n).firstName} ${someone(n).lastName}`,
    'first name alone': (n) => someone(n).firstName,
    'part of a last name': (n) => someone(n).lastName.slice(1, 6),
    'name with a wrong letter': (n) => `${someone(n).firstName} ${withWrongLetter(someone(n).lastName)}`,
    'one letter': (n) => someone(n).lastName.slice(0, 1),
    'phone as written': (n) => someone(n).phone,
    'last four digits of a phone': (n) => digitsOf(someone(n).phone).slice(-4),
    'three digits': (n) => digitsOf(someone(n).phone).slice(3, 6),
    'e-mail address': (n) => someone(n).email,
    address: (n) => someone(n).address,
    'number of an invoice': (n) => `INV-${String(1 + (scatter(n) % invoices)).padStart(6, '0')}`,
    'number of a record': (n) => `#${1 + (scatter(n) % appointments)}`,
    'service and name': (n) => `painting ${someone(n).lastName}`,
    'words of a message': (n) => `reference ${1 + (scatter(n) % messages)}`,
    'a word that half of everything has': () => frequentWord,
    'two frequent words': () => `gutter ${frequentWord}`,
    'a word that nothing has': (n) => `zzyzx${n}`,
    'a name and a word that nothing has': (n) => `${someone(n).firstName} zzyzx`,
  }
}

/** Asks every kind of question, and for a later page of one that finds many. */
async function measureQuestions({ call }: Served, sizes: Sizes, rounds: number) {
  const postSearch = (body: object) => call('/api/search', { method: 'POST', body })
  const answered: Record<string, Latency> = {}
  for (const [name, question] of Object.entries(questions(sizes)))
    answered[name] = await latency(rounds, (n) => postSearch({ q: question(n) }))
  const cursor = Buffer.from('2 2026-01-01T00:00:00.000Z 1').toString('base64url')
  const page = { q: frequentWord, kinds: ['appointment'], cursor }
  answered['a later page of many'] = await latency(rounds, () => postSearch(page))
  return answered
}

/** From the append of a new customer until a search finds it, while the read models are kept up to date. */
async function measureOwnWrites(url: string, { admin, keyring, call }: Served, sizes: Sizes, count: number) {
  const log = createLog('bench')
  const pool = createPool({ url, name: 'bench', log, ...connectionOf(insights.schema) })
  const notifier = createInProcessNotifier()
  const stop = new AbortController()
  const options = { pool, notifier, log, keyring, signal: stop.signal }
  const running = insights
    .subscriptions({ ...options, settings: undefined })
    .map((subscription) => runSubscription(subscription, options))
  const times: number[] = []
  for (let n = 1; n <= count; n++) {
    const id = sizes.customers + n
    const data = { ...customer(id), lastName: `Own${id}write` }
    const began = performance.now()
    await appendEvents(
      admin,
      {
        stream: `customer-${id}`,
        expectedVersion: 0,
        events: [{ type: 'CustomerRegistered', data }],
        metadata: { actor: 'user-1', requestId: 'bench' },
      },
      { personal, keyring },
    )
    notifier.notify({ types: ['CustomerRegistered'] })
    while ((await call('/api/search', { method: 'POST', body: { q: data.lastName } })).rows === 0);
    times.push(performance.now() - began)
  }
  stop.abort()
  await Promise.all(running)
  await pool.end()
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

/** Search among so many documents, over HTTP. */
export const benchSearch = ({ documents, rounds }: { documents: number; rounds: number }) =>
  withPostgres(async (url) => {
    const sizes = sizesOf(documents)
    const served = await serve(url, insights)
    const seconds = await fill(url, sizes)
    console.log(`${documents} documents stored in ${seconds} s`)
    const answered = await measureQuestions(served, sizes, rounds)
    const ownWrite = await measureOwnWrites(url, served, sizes, Math.min(rounds, 50))
    await served.stop()
    return { documents, seconds, answered, ownWrite }
  })

/** Answers how many seconds it took. */
async function fill(url: string, sizes: Sizes): Promise<number> {
  const began = performance.now()
  const log = createLog('bench')
  const pool = createPool({ url, name: 'bench', log, max: 2, longRunning: true })
  await fillDocuments(pool, sizes)
  await pool.end()
  return Math.round((performance.now() - began) / 1_000)
}

/** Fifty thousand documents. Options: rows, rounds. */
export const bench: Bench = async ({ figures, option }) => {
  const results = await benchSearch({
    documents: option('rows', 50_000),
    rounds: option('rounds', 200),
  })
  console.table(results.answered)
  for (const [name, { p95 }] of Object.entries(results.answered))
    figures.atMost(`${name}, p95 ms`, p95, targetMs(results.documents))
  figures.atMost('own write to found, p95 ms', results.ownWrite.p95, ownWriteTargetMs)
  return results
}

import { staleDataHeader } from '@plumbline/platform/http'
import { isMerged } from '../bench/api/records.ts'
import { load, pace, quantile } from '../bench/measure.ts'
import { type Client, createClient } from '../e2e/client.ts'

const peopleCount = 8

type Measured = { p99: number; longest: number; requests: number }

async function signIn(people: readonly Client[]): Promise<void> {
  for (const person of people)
    if ((await person.signIn('owner', 'correct horse')).status !== 200)
      throw new Error('staff could not sign in')
}

/** What staff do all day, spread over whatever answers at `urls`: each changes at one and reads it back at another. */
export function createStaff({ urls, rows }: { urls: () => readonly string[]; rows: number }) {
  /** Each of a person's calls is answered by another process. */
  const createPerson = (nth: number) => {
    let turn = nth
    return createClient(() => {
      const all = urls()
      turn += 1
      return all[turn % all.length] as string
    })
  }
  const people = Array.from({ length: peopleCount }, (_, nth) => createPerson(nth))
  const problems: string[] = []
  let took: number[] = []
  let count = 0

  const person = (n: number) => people[n % people.length] as Client
  const send = async (n: number, method: string, path: string, body?: object, key?: string) => {
    const began = performance.now()
    const answer = await person(n).send(method, path, body, key ? { 'idempotency-key': key } : {})
    took.push(performance.now() - began)
    if (answer.status >= 300)
      problems.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    else if (answer.headers.has(staleDataHeader))
      problems.push(`${method} ${path}: an answer older than what was written`)
    return answer
  }
  /** The record as the next process shows it, after a change by the one before. */
  const readBack = async (n: number, path: string, field: string, expected: string) => {
    const { text } = await send(n, 'GET', path)
    if (!text.includes(JSON.stringify(expected)))
      problems.push(`GET ${path}: ${field} is not ${expected}: ${text.slice(0, 300)}`)
  }
  const customerOf = (n: number) => {
    const id = 1 + (n % rows)
    return isMerged(id) ? id - 1 : id
  }

  // rows are taken in turn: two changes of one record do not overlap
  const steps: ((n: number) => Promise<unknown>)[] = [
    async (n) => {
      const path = `/api/customers/${customerOf(n)}`
      await send(n, 'PATCH', path, { notes: `Called again (${n})` })
      await readBack(n, path, 'notes', `Called again (${n})`)
    },
    async (n) => {
      const path = `/api/appointments/${2 + 2 * (n % Math.floor(rows / 2 - 1))}`
      await send(n, 'PUT', path, { notes: `Moved (${n})` })
      await readBack(n, path, 'notes', `Moved (${n})`)
    },
    async (n) => {
      const body = { customerId: customerOf(n), description: `Doors (${n})`, amount: '120.00' }
      const { text } = await send(n, 'POST', '/api/invoices', body, `rolling-${n}`)
      await readBack(n, `/api/invoices/${JSON.parse(text).id}`, 'description', body.description)
    },
    async (n) => {
      const body = {
        firstName: 'Ann',
        lastName: `Rolling-${n}`,
        email: 'ann@example.test',
        phone: '919 555 0101',
      }
      const [first, again] = [
        await send(n, 'POST', '/api/customers', body, `rolling-${n}`),
        await send(n, 'POST', '/api/customers', body, `rolling-${n}`),
      ]
      if (first.status === 201 && again.status === 201 && first.text !== again.text)
        problems.push(`the same key made another customer: ${again.text.slice(0, 200)}`)
    },
    (n) => send(n, 'GET', `/api/customers/${customerOf(n)}/invoices`),
    (n) => send(n, 'GET', '/api/dashboard/stats'),
  ]

  /** Changes as fast as `lanes` of other people make them, spread over the processes; answers how many a second. */
  const full = async (lanes: number, seconds: number): Promise<number> => {
    const others = Array.from({ length: lanes }, (_, lane) => createPerson(lane))
    await signIn(others)
    const { perSecond } = await load(lanes, seconds * 1_000, async (lane, n) => {
      const path = `/api/customers/${customerOf(n * lanes + lane)}`
      const { status, text } = await (others[lane] as Client).send('PATCH', path, { notes: `${count++}` })
      if (status !== 200) problems.push(`PATCH ${path}: ${status} ${text.slice(0, 200)}`)
    })
    return perSecond
  }

  return {
    problems,
    signIn: () => signIn(people),
    full,
    /** Runs `work` under load of so many steps a second; answers how long requests took meanwhile, in ms. */
    during: async (perSecond: number, work: () => Promise<unknown>): Promise<Measured> => {
      took = []
      let isOver = false
      const startStep = (n: number) => {
        const step = steps[n % steps.length] as (typeof steps)[number]
        return step(count++).catch((error: Error) => problems.push(String(error.cause ?? error)))
      }
      await Promise.all([
        work().finally(() => {
          isOver = true
        }),
        pace(perSecond, () => isOver, startStep),
      ])
      return { p99: quantile(took, 0.99), longest: Math.max(...took), requests: took.length }
    },
  }
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SearchGroup, SearchHit } from '../api.ts'
import { type InsightsUnderTest, merged, publish, startInsights } from '../testing.ts'
import { job, lead, person, questionsTo } from './testing.ts'

/** A search and a plain comparison of every record with every word, over records of few different words. */

const firstNames = ['Marta', 'Martin', 'Omar', 'Ton', 'Ashley', 'Bo']
const lastNames = ['Ashton', 'Burton', 'Marlow', 'Vogel', 'Vogelsang', 'Tomlin', 'Ashby', 'Oakes']
const streets = ['1 Oak St, Cary', '2 Elm St, Durham', '3 Vogel Rd, Cary', '4 Ton Ave, Apex']
const titles = ['Painting & Finishing', 'Plumbing', 'Electrical', 'Oak Flooring']
const things = ['gutter', 'vogel cage', 'marble sink', 'thermostat', 'oak door', '']

const customerCount = 400
const leadCount = 330
const jobCount = 900
/** Spreads neighbours far apart, the same way every time. */
const scatter = (n: number) => Math.imul(n ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 9
const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const timeOf = (n: number) => new Date(Date.UTC(2026, 0, 1) + (scatter(n) % 40_000) * 3_600_000).toISOString()

type Searched = {
  kind: SearchHit['kind']
  id: number
  at: string
  name: string
  text: string
  customerId: number | null
}

const nameOf = (n: number) => ({
  firstName: of(firstNames, scatter(n)),
  lastName: of(lastNames, scatter(n) >> 4),
})
const customers = Array.from({ length: customerCount }, (_, i) => {
  const n = i + 1
  return { id: n, ...nameOf(n), address: of(streets, scatter(n) >> 8), at: timeOf(n) }
})
const leads = Array.from({ length: leadCount }, (_, i) => ({
  id: i + 1,
  ...nameOf(i + 7_000),
  at: timeOf(i + 7_000),
}))
// every seventh customer has many of the jobs
const jobs = Array.from({ length: jobCount }, (_, i) => {
  const n = scatter(i + 20_000)
  const customerId = 1 + (n % 3 ? n % customerCount : 7 * (n % 50))
  return {
    id: i + 1,
    customerId,
    title: of(titles, n >> 3),
    description: of(things, n >> 6),
    at: timeOf(i + 20_000),
  }
})
// records of one person, in chains
const merges = new Map([
  [8, 9],
  [9, 10],
  [15, 300],
  [22, 300],
])
const survivorOf = (id: number): number => (merges.has(id) ? survivorOf(merges.get(id) as number) : id)

const records: Searched[] = [
  ...customers
    .filter(({ id }) => !merges.has(id))
    .map(({ id, firstName, lastName, address, at }): Searched => {
      const name = `${firstName} ${lastName}`
      return { kind: 'customer', id, at, name, text: `${name} ${address}`, customerId: null }
    }),
  ...leads.map(({ id, firstName, lastName, at }): Searched => {
    const name = `${firstName} ${lastName}`
    return { kind: 'lead', id, at, name, text: name, customerId: null }
  }),
  ...jobs.map(({ id, customerId, title, description, at }): Searched => {
    return {
      kind: 'appointment',
      id,
      at,
      name: '',
      text: `${title} ${description}`,
      customerId: survivorOf(customerId),
    }
  }),
]
const customerRecords = new Map(
  records.filter(({ kind }) => kind === 'customer').map((record) => [record.id, record]),
)

/** What is found of a kind, in order. */
function expected(q: string, kind: SearchHit['kind']): number[] {
  const words = q.toLowerCase().split(' ')
  const has = (text: string, word: string) =>
    word.length < 3 ? ` ${text.toLowerCase()}`.includes(` ${word}`) : text.toLowerCase().includes(word)
  return records
    .filter((record) => record.kind === kind)
    .flatMap((record) => {
      const customer = customerRecords.get(record.customerId ?? 0)
      if (!words.every((word) => has(record.text, word) || has(customer?.text ?? '', word))) return []
      const name = ` ${(customer ?? record).name.toLowerCase()}`
      return [{ ...record, rank: words.every((word) => name.includes(` ${word}`)) ? 1 : 2 }]
    })
    .sort((a, b) => a.rank - b.rank || b.at.localeCompare(a.at) || b.id - a.id)
    .map(({ id }) => id)
}

let test: InsightsUnderTest
let { search } = {} as ReturnType<typeof questionsTo>

beforeAll(async () => {
  test = await startInsights()
  ;({ search } = questionsTo(test))
  await publish(
    test,
    ...customers.map(({ id, at, ...details }) => person(id, { ...details, email: '', registeredAt: at })),
    ...leads.map(({ id, at, ...details }) => lead(id, { ...details, email: '', phone: '', receivedAt: at })),
    ...jobs.map(({ id, customerId, at, ...details }) => job(id, customerId, { ...details, startsAt: at })),
    ...[...merges].map(([id, into]) => merged(id, into)),
  )
})
afterAll(() => test.stop())

async function read(q: string, kind: SearchHit['kind'], maxPages: number) {
  const ids: number[] = []
  let group: SearchGroup | undefined
  for (let page = 0; page < maxPages && (page === 0 || group?.next); page++) {
    ;[group] = await search(q, { kinds: [kind], ...(group?.next && { cursor: group.next }) })
    ids.push(...(group?.hits.map(({ id }) => id) ?? []))
  }
  return { ids, count: group?.count ?? 0, more: group?.more ?? false }
}

const kinds = ['customer', 'lead', 'appointment'] as const
const questions = [
  ...['marta', 'mart', 'ton', 'ash', 'vogel', 'oak', 'cary', 'painting', 'gutter', 'st', 'o', 'marble'],
  ...[
    'marta vogel',
    'ton ashton',
    'painting vogel',
    'vogel oak',
    'gutter cary',
    'oak cary',
    'plumbing electrical',
  ],
  ...[
    'martin burton apex',
    'oak vogel painting',
    'tomlin gutter',
    'flooring door',
    'nothing vogel',
    'o v',
    'oak oak',
  ],
]

it.each(questions)('finds what a comparison of every record finds, in its order: %s', async (q) => {
  for (const kind of kinds) {
    const all = expected(q, kind)
    const { ids, count, more } = await read(q, kind, 3)
    expect({ kind, ids, count, more }).toEqual({
      kind,
      ids: all.slice(0, 60),
      count: Math.min(all.length, 100),
      more: all.length > 100,
    })
  }
})

it.each(['oak', 'vogel', 'vogel cary'])('leads page by page to the last: %s', async (q) => {
  const all = expected(q, 'appointment')
  expect(all.length).toBeGreaterThan(60)
  expect((await read(q, 'appointment', 100)).ids).toEqual(all)
})

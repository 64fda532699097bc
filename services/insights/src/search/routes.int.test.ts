import { setTimeout as sleep } from 'node:timers/promises'
import { statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SearchGroup, SearchHit } from '../api.ts'
import { clear, type InsightsUnderTest, publish, runSubscriptions, startInsights } from '../testing.ts'
import { crowd, drafted, issued, job, lead, message, person, questionsTo } from './testing.ts'

let test: InsightsUnderTest
let statements: string[]
let { search, find } = {} as ReturnType<typeof questionsTo>

beforeAll(async () => {
  test = await startInsights()
  statements = statementsOf(test.pool)
  ;({ search, find } = questionsTo(test))
})
afterAll(() => test.stop())
beforeEach(() => clear(test))

it('finds messages and names with an emoji wherever their texts are cut', async () => {
  const crossing = `${'x '.repeat(59)}y😀 gutters`
  await publish(test, person(1, { firstName: 'Ann 😀', lastName: 'O’Brien' }), message(2, 1, crossing))
  expect(await find('gutters')).toEqual(['message 2'])
  expect(await find("o'brien")).toContain('customer 1')
})

it('answers a group per kind, in their order, with what tells hits apart', async () => {
  await publish(
    test,
    person(1, {
      firstName: 'Marta',
      lastName: 'Vogel',
      phone: '(919) 555-0104',
      address: '12 Elm St, Durham',
    }),
    lead(2, { firstName: 'Marta', lastName: 'Vogelsang' }),
    job(3, 1),
    drafted(4, 1),
    issued(4, 12),
    drafted(5, 1),
    message(6, 1, 'Is the  deck\ndone?'),
  )
  expect(await search('vogel')).toEqual([
    {
      kind: 'customer',
      count: 1,
      more: false,
      next: null,
      hits: [
        {
          kind: 'customer',
          id: 1,
          customerId: 1,
          title: 'Marta Vogel',
          subtitle: '(919) 555-0104 · c1@x.test · 12 Elm St, Durham',
          at: '2026-11-01T12:00:00.000Z',
        },
      ],
    },
    {
      kind: 'lead',
      count: 1,
      more: false,
      next: null,
      hits: [
        {
          kind: 'lead',
          id: 2,
          customerId: null,
          title: 'Marta Vogelsang',
          subtitle: '555 555 0102 · l2@x.test',
          at: '2026-11-02T12:00:00.000Z',
        },
      ],
    },
    {
      kind: 'appointment',
      count: 1,
      more: false,
      next: null,
      hits: [
        {
          kind: 'appointment',
          id: 3,
          customerId: 1,
          title: 'General Repairs · Marta Vogel',
          subtitle: expect.stringMatching(/^Nov 24, 2026, 10:00.AM · Scheduled$/),
          at: '2026-11-24T15:00:00.000Z',
        },
      ],
    },
    {
      kind: 'invoice',
      count: 2,
      more: false,
      next: null,
      hits: [
        {
          kind: 'invoice',
          id: 4,
          customerId: 1,
          title: 'INV-000012 · Marta Vogel',
          subtitle: '$1,234.50 · Pending',
          at: '2026-11-05T12:00:00.000Z',
        },
        {
          kind: 'invoice',
          id: 5,
          customerId: 1,
          title: 'DRAFT-5 · Marta Vogel',
          subtitle: '$1,234.50 · Draft',
          at: '2026-11-04T12:00:00.000Z',
        },
      ],
    },
    {
      kind: 'message',
      count: 1,
      more: false,
      next: null,
      hits: [
        {
          kind: 'message',
          id: 6,
          customerId: 1,
          title: 'Marta Vogel',
          subtitle: 'Is the deck done?',
          at: '2026-11-06T12:00:00.000Z',
        },
      ],
    },
  ])
  expect(await search('vogelmann')).toEqual([])
})

describe('the order', () => {
  it('is names that begin with the word first, then the newest', async () => {
    await publish(
      test,
      person(1, { firstName: 'Kay', lastName: 'Ashton', registeredAt: '2026-11-05T12:00:00.000Z' }),
      person(2, { firstName: 'Ton', lastName: 'Nguyen', registeredAt: '2026-11-01T12:00:00.000Z' }),
      person(3, { firstName: 'Kay', lastName: 'Burton', registeredAt: '2026-11-06T12:00:00.000Z' }),
      job(1, 2),
      job(2, 3, { startsAt: '2026-12-24T15:00:00.000Z' }),
    )
    expect(await find('ton')).toEqual([
      'customer 2',
      'customer 3',
      'customer 1',
      'appointment 1',
      'appointment 2',
    ])
  })

  it('is the same where many are found', async () => {
    await publish(
      test,
      person(2, { firstName: 'Ton', lastName: 'Nguyen', registeredAt: '2025-11-01T12:00:00.000Z' }),
      ...crowd(120, () => ({ lastName: 'Ashton' })),
    )
    expect(await find('ton')).toEqual([
      'customer 2',
      ...[1_119, 1_118, 1_117, 1_116].map((id) => `customer ${id}`),
    ])
  })
})

describe('pages', () => {
  const cursorOf = (place: string) => Buffer.from(place).toString('base64url')
  const pagesOf = async (q: string, kind: SearchHit['kind']) => {
    const pages: SearchGroup[] = []
    for (let cursor: string | undefined | null; cursor !== null; cursor = pages.at(-1)?.next ?? null) {
      const [group] = await search(q, { kinds: [kind], ...(cursor && { cursor }) })
      if (!group) break
      pages.push(group)
    }
    return pages
  }

  it('are five of each kind, and twenty of one', async () => {
    await publish(test, ...crowd(45, () => ({ lastName: 'Vogel' })))
    const [group] = await search('vogel')
    expect(group).toMatchObject({ count: 45, more: false })
    expect(group?.hits).toHaveLength(5)
    expect(group?.next).not.toBeNull()
    const pages = await pagesOf('vogel', 'customer')
    expect(pages.map(({ hits, count }) => [hits.length, count])).toEqual([
      [20, 45],
      [20, 45],
      [5, 45],
    ])
    const ids = pages.flatMap(({ hits }) => hits.map(({ id }) => id))
    expect(ids).toEqual(Array.from({ length: 45 }, (_, n) => 1_044 - n))
  })

  it('go through all of many, whose count ends at a hundred', async () => {
    await publish(test, ...crowd(130, (n) => (n % 2 ? { lastName: 'Vogel' } : { address: '1 Vogel St' })))
    const pages = await pagesOf('vogel', 'customer')
    expect(pages.every(({ count, more }) => count === 100 && more)).toBe(true)
    const ids = pages.flatMap(({ hits }) => hits.map(({ id }) => id))
    const newestFirst = Array.from({ length: 130 }, (_, n) => 1_129 - n)
    expect(ids).toEqual([...newestFirst.filter((id) => id % 2), ...newestFirst.filter((id) => id % 2 === 0)])
  })

  it('go through all that have a part of a number', async () => {
    await publish(test, ...crowd(45, (n) => ({ phone: `919 555 ${1_000 + n}` })))
    const pages = await pagesOf('919555', 'customer')
    expect(pages.map(({ hits, count }) => [hits.length, count])).toEqual([
      [20, 45],
      [20, 45],
      [5, 45],
    ])
  })

  it.each([
    [{ q: 'a', cursor: 'x' }, 'A cursor needs exactly one kind.'],
    [{ q: 'a', kinds: ['lead', 'customer'], cursor: 'x' }, 'A cursor needs exactly one kind.'],
    [{ q: 'a', kinds: ['lead'], cursor: 'x' }, 'Invalid cursor.'],
    [{ q: 'a', kinds: ['lead'], cursor: 'x'.repeat(201) }, 'Invalid cursor.'],
    [{ q: 'a', kinds: ['lead'], cursor: cursorOf('1 2026-02-30T12:00:00.000Z 1') }, 'Invalid cursor.'],
  ])('need exactly one kind and a cursor of ours: %j', async (body, detail) => {
    expect(await test.call('POST', '/api/search', { body })).toMatchObject({ status: 400, text: detail })
  })
})

describe('a request', () => {
  const postSearch = (body: unknown, more: object = {}) => test.call('POST', '/api/search', { body, ...more })

  it.each([
    [{}, 'Enter what to search for'],
    [{ q: '  ' }, 'Enter what to search for'],
    [{ q: 'x'.repeat(201) }, 'Search for at most 200 characters'],
    [{ q: 7 }, 'Enter what to search for'],
    [{ q: 'a\0b' }, expect.any(String)],
    [{ q: 'a\ud800b' }, expect.any(String)],
    [{ q: 'a', kinds: ['user'] }, 'The kinds are customer, lead, appointment, quote, invoice, message'],
    [{ q: 'a', kinds: [] }, 'Name a kind, or leave the kinds out'],
  ])('with %j is refused with a sentence', async (body, detail) => {
    expect(await postSearch(body)).toMatchObject({ status: 400, text: detail })
  })

  it('needs a session', async () => {
    expect((await postSearch({ q: 'a' }, { caller: { user: undefined } })).status).toBe(401)
    expect((await postSearch({ q: 'a' })).status).toBe(200)
  })

  it('leaves nothing behind: neither its words nor its answer are stored', async () => {
    await publish(test, person(1, { lastName: 'Vogel' }))
    const headers = { 'idempotency-key': 'one', 'if-match': '"1"' }
    expect((await postSearch({ q: 'vogel' }, { headers })).text).toContain('Vogel')
    expect((await postSearch({ q: 'krause' }, { headers })).json).toEqual({ groups: [] })
    const { rows } = await test.owner.query('SELECT count(*)::int AS n FROM insights.idempotency')
    expect(rows).toEqual([{ n: 0 }])
  })

  it('of two hundred characters is answered soon, by its first eight words', async () => {
    await publish(
      test,
      ...crowd(60, () => ({ firstName: 'Aa', lastName: 'Bb', address: 'c d e f g h i j k' })),
    )
    const began = performance.now()
    expect(await find('a b c d e f g h zzz '.repeat(10))).toHaveLength(5)
    expect(await find('x'.repeat(200))).toEqual([])
    expect(await find('%_'.repeat(100))).toEqual([])
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('that would keep the database busy for long is answered with 503', async () => {
    const blocking = await test.owner.connect()
    await blocking.query('BEGIN; LOCK TABLE insights.search_documents')
    const began = performance.now()
    statements.length = 0
    expect((await postSearch({ q: 'vogel' })).status).toBe(503)
    expect(statements).toContain('SET LOCAL statement_timeout = 2000')
    // by itself the pool would wait for six
    expect(performance.now() - began).toBeLessThan(6_000)
    await blocking.query('ROLLBACK')
    blocking.release()
    expect((await postSearch({ q: 'vogel' })).status).toBe(200)
  })
})

describe("a user's own write", () => {
  const postSearch = (q: string, minPosition?: bigint) =>
    test.call<{ groups: unknown[] }>('POST', '/api/search', {
      body: { q },
      caller: { minPosition: minPosition?.toString() },
    })

  it('is found by who has its position, once the read model has it, and is waited for', async () => {
    const event = await test.appendForeign('customer-1', person(1, { lastName: 'Vogel' }))
    expect((await postSearch('vogel')).json).toEqual({ groups: [] })
    const answer = postSearch('vogel', event?.position)
    expect(await Promise.race([answer, sleep(150, 'waits')])).toBe('waits')
    await test.project()
    expect((await answer).json.groups).toHaveLength(1)
  })

  it('is found while the worker runs', async () => {
    const stop = new AbortController()
    const running = runSubscriptions(test, stop.signal)
    for (let id = 1; id <= 20; id++) {
      const event = await test.appendForeign(`customer-${id}`, person(id, { lastName: `Vogel${id}` }))
      test.notifier.notify({ types: ['CustomerRegistered'] })
      const groups = async () => (await postSearch(`vogel${id}`, event?.position)).json.groups
      await expect.poll(groups, { timeout: 20_000 }).toHaveLength(1)
    }
    stop.abort()
    await running
  })
})

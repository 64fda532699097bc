import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scheduling, startScheduling } from '../testing.ts'

let app: Scheduling
beforeAll(async () => {
  app = await startScheduling()
  // one has a customer and an appointment like everybody's, some have a name of their own, the others are many
  await app.owner.query(`
    INSERT INTO scheduling.customers (id, first_name, last_name, name, email, phone, address, searched, tag)
    SELECT n, first, 'Smith', first || ' Smith', 'm@x.io', '919 555 0101', n || ' Common Road',
      lower(first) || E' smith\n' || n || ' common road', 'abcd0123'
    FROM generate_series(1, 6000) n
    CROSS JOIN LATERAL (SELECT CASE WHEN n = 4321 THEN 'Rare' WHEN n BETWEEN 1001 AND 1300 THEN 'Several' ELSE 'Many' END AS first);
    INSERT INTO scheduling.appointments (id, customer_id, title, starts_at, ends_at, duration_minutes, status,
      created_at, updated_at, searched, version)
    SELECT n, n, 'General Repairs', '2030-01-01'::timestamptz + n * interval '1 hour',
      '2030-01-01'::timestamptz + (n + 1) * interval '1 hour', 60, 'scheduled', now(), now(), E'general repairs\n', 1
    FROM generate_series(1, 6000) n;
    UPDATE scheduling.appointments SET address = '7 Depot Lane', searched = E'general repairs\n7 depot lane' WHERE id IN (1100, 4000)`)
})
afterAll(() => app.stop())

const found = async (query: string) => (await app.list(`?q=${query}`)).map(({ id }) => id)

it.each(['rare', 'smith%20rare', 'rare%20repairs%20common', '4321%20common', 'ra%20rare'])(
  '%s finds one among many',
  async (query) => {
    expect(await found(query)).toEqual([4321])
  },
)

it.each(['smith', 'common', 'repairs%20smith', 'many%20smith&limit=10', 'sm'])(
  '%s finds what many have, soonest first',
  async (query) => {
    const ids = await found(query)
    expect(ids.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(ids.length).toBeGreaterThanOrEqual(query.includes('limit') ? 10 : 5_998)
  },
)

it.each([
  ['several%20depot', [1100]],
  ['several%20repairs&limit=3', [1001, 1002, 1003]],
  ['several%201299', [1299]],
  ['depot', [1100, 4000]],
])("%s: some words are the customer's, others the appointment's", async (query, first) => {
  const ids = await found(query)
  expect(ids.slice(0, first.length)).toEqual(first)
  if (!query.includes('limit')) expect(ids).toEqual(first)
})

it("an address of its own hides the customer's", async () => {
  const ids = await found('several%20common')
  expect(ids).toHaveLength(299)
  expect(ids).not.toContain(1100)
})

it('pages of a search follow each other', async () => {
  const seen: number[] = []
  let path = '/api/appointments?q=several&limit=120'
  while (path) {
    const page = await app.call('GET', path)
    seen.push(...(JSON.parse(page.text) as { id: number }[]).map(({ id }) => id))
    path = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  }
  expect(seen).toEqual(Array.from({ length: 300 }, (_, n) => 1001 + n))
})

it('finds nothing where no single one has every word', async () => {
  expect(await found('rare%20many')).toEqual([])
})

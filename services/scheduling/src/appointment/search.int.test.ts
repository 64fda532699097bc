import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scheduling } from '../service.ts'
import { listAppointments, type SchedulingTest, testOptions } from '../testing.ts'

let test: SchedulingTest
beforeAll(async () => {
  test = await startServiceForTest(scheduling, testOptions)
  // customer 4321 has a unique name, 300 share a rare one, the others a frequent one
  await test.owner.query(`
    INSERT INTO scheduling.customers (id, first_name, last_name, name, email, phone, address, search_text, tag)
    SELECT n, first, 'Smith', first || ' Smith', 'm@x.io', '919 555 0101', n || ' Common Road',
      lower(first) || E' smith\n' || n || ' common road', 'abcd0123'
    FROM generate_series(1, 6000) n
    CROSS JOIN LATERAL (SELECT CASE WHEN n = 4321 THEN 'Rare' WHEN n BETWEEN 1001 AND 1300 THEN 'Several' ELSE 'Many' END AS first);
    INSERT INTO scheduling.appointments (id, customer_id, title, starts_at, ends_at, duration_minutes, arrival_window_minutes,
      anytime, status, assignee_ids,
      created_at, updated_at, searched, version)
    SELECT n, n, 'General Repairs', '2030-01-01'::timestamptz + n * interval '1 hour',
      '2030-01-01'::timestamptz + (n + 1) * interval '1 hour', 60, 0, false, 'scheduled', '[]', now(), now(), E'general repairs\n', 1
    FROM generate_series(1, 6000) n;
    UPDATE scheduling.appointments SET address = '7 Depot Lane', searched = E'general repairs\n7 depot lane' WHERE id IN (1100, 4000)`)
})
afterAll(() => test.stop())

const search = async (query: string) => (await listAppointments(test, `?q=${query}`)).map(({ id }) => id)

it.each(['rare', 'smith%20rare', 'rare%20repairs%20common', '4321%20common', 'ra%20rare'])(
  'the search %s finds one appointment among many',
  async (query) => {
    expect(await search(query)).toEqual([4321])
  },
)

it.each(['smith', 'common', 'repairs%20smith', 'many%20smith&limit=10', 'sm'])(
  'the search %s finds the many that match, soonest first',
  async (query) => {
    const ids = await search(query)
    expect(ids.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(ids.length).toBeGreaterThanOrEqual(query.includes('limit') ? 10 : 5_998)
  },
)

it.each([
  ['several%20depot', [1100]],
  ['several%20repairs&limit=3', [1001, 1002, 1003]],
  ['several%201299', [1299]],
  ['depot', [1100, 4000]],
])('the search %s combines words of the customer and of the appointment', async (query, first) => {
  const ids = await search(query)
  expect(ids.slice(0, first.length)).toEqual(first)
  if (!query.includes('limit')) expect(ids).toEqual(first)
})

it("an appointment with its own address is not found by its customer's address", async () => {
  const ids = await search('several%20common')
  expect(ids).toHaveLength(299)
  expect(ids).not.toContain(1100)
})

it('pages of a search contain every match once, in order', async () => {
  const ids: number[] = []
  let path = '/api/appointments?q=several&limit=120'
  while (path) {
    const page = await test.call<{ id: number }[]>('GET', path)
    ids.push(...page.json.map(({ id }) => id))
    path = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  }
  expect(ids).toEqual(Array.from({ length: 300 }, (_, n) => 1001 + n))
})

it('a search finds nothing when no single appointment has every word', async () => {
  expect(await search('rare%20many')).toEqual([])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scheduling, startScheduling } from '../testing.ts'

let app: Scheduling
beforeAll(async () => {
  app = await startScheduling()
  // one has a customer and an appointment like everybody's, the others are many
  await app.owner.query(`
    INSERT INTO scheduling.customers (id, first_name, last_name, name, email, phone, address)
    SELECT n, 'Many', 'Smith', 'Many Smith', 'm@x.io', '919 555 0101', n || ' Common Road'
    FROM generate_series(1, 6000) n;
    UPDATE scheduling.customers SET name = 'Rare Smith' WHERE id = 4321;
    INSERT INTO scheduling.appointments (id, customer_id, title, starts_at, ends_at, duration_minutes, status,
      created_at, updated_at, version, shown)
    SELECT n, n, 'General Repairs', '2030-01-01'::timestamptz + n * interval '1 hour',
      '2030-01-01'::timestamptz + (n + 1) * interval '1 hour', 60, 'scheduled', now(), now(), 1, jsonb_build_object('id', n)
    FROM generate_series(1, 6000) n`)
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
    expect(ids.length).toBeGreaterThanOrEqual(query.includes('limit') ? 10 : 5_999)
  },
)

it('finds nothing where no single one has every word', async () => {
  expect(await found('rare%20many')).toEqual([])
})

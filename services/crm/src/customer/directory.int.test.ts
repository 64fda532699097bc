import { run, sql } from '@plumbline/platform/db'
import { eraseSubjects } from '@plumbline/platform/encryption'
import type { AnyProjection } from '@plumbline/platform/projections'
import { defineService } from '@plumbline/platform/service'
import {
  type ServiceUnderTest,
  startServiceForTest,
  testKeyring,
  testMetadata,
} from '@plumbline/platform/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CustomerEvent, type CustomerRegistered, customerSubject, personal } from '../events.ts'
import { ann } from '../testing.ts'
import { customerDirectory, type DirectoryColumn } from './directory.ts'

const directory = customerDirectory({
  version: 1,
  columns: ['email', 'phone', 'smsNumber', 'address', 'source'],
})
const { projection, find, findMany, join, recordIds } = directory
const service = defineService({ name: 'directory_test', asyncProjections: [projection] })

let test: ServiceUnderTest<unknown, Record<never, never>>
let lastId = 0

beforeAll(async () => {
  test = await startServiceForTest(service, { settings: undefined, foreignPersonal: personal })
})
afterAll(() => test.stop())

type AnyRow = ReturnType<AnyProjection['evolve']>

const now = '2026-11-21T15:00:00.000Z'
const details = {
  ...ann,
  address: '12 Elm St',
  notes: null,
  status: 'lead',
  source: 'referral',
}
type Changes = Omit<
  Extract<CustomerEvent, { type: 'CustomerDetailsChanged' }>['data'],
  'customerId' | 'changedAt'
>

const append = (event: CustomerEvent) => test.appendForeign(`customer-${event.data.customerId}`, event)
async function register(more: Partial<CustomerRegistered['data']> = {}): Promise<number> {
  lastId += 1
  await append({
    type: 'CustomerRegistered',
    data: { customerId: lastId, ...details, registeredAt: now, ...more },
  })
  return lastId
}
const change = (customerId: number, changes: Changes) =>
  append({ type: 'CustomerDetailsChanged', data: { customerId, ...changes, changedAt: now } })
const merge = (customerId: number, intoCustomerId: number) =>
  append({ type: 'CustomerMerged', data: { customerId, intoCustomerId, mergedAt: now } })
const remove = (customerId: number) =>
  append({ type: 'CustomerRemoved', data: { customerId, removedAt: now } })
/** What Postgres changes with every write of a row. */
const physicalRow = async (id: number) =>
  (await run(test.pool, sql`SELECT ctid::text, xmin::text FROM customers WHERE id = ${id}`))[0]

describe('the row of a customer', () => {
  it('has the columns that the service asks for, the name and the text that searches compare', async () => {
    const id = await register({ lastName: 'Léa' })
    await test.project()
    expect(await find(test.pool, id)).toEqual({
      id,
      firstName: 'Ann',
      lastName: 'Léa',
      name: 'Ann Léa',
      searchText: 'ann lea\n12 elm st',
      mergedInto: null,
      tag: expect.stringMatching(/^[0-9a-f]{8}$/),
      email: details.email,
      phone: details.phone,
      smsNumber: '+19195550118',
      address: details.address,
      source: 'referral',
    })
  })

  it('follows changes of what it holds, one field at a time', async () => {
    const id = await register()
    await change(id, { firstName: 'Anna' })
    await change(id, { lastName: 'Park', email: 'a@x.test', source: 'phone' })
    await change(id, { phone: '+44 20 7946 0958', address: null })
    await test.project()
    expect(await find(test.pool, id)).toMatchObject({
      name: 'Anna Park',
      searchText: 'anna park\n',
      email: 'a@x.test',
      phone: '+44 20 7946 0958',
      smsNumber: null,
      address: null,
      source: 'phone',
    })
  })

  it('is not written by changes of what it does not hold', async () => {
    const id = await register()
    await test.project()
    const before = await physicalRow(id)
    await change(id, { notes: 'Dog' })
    await append({
      type: 'CustomerStatusChanged',
      data: { customerId: id, status: 'active', changedAt: now },
    })
    await test.project()
    expect(await physicalRow(id)).toEqual(before)
    await change(id, { notes: 'Cat', address: '9 New Road' })
    await test.project()
    expect(await physicalRow(id)).not.toEqual(before)
  })

  it('changes its tag with everything it holds, and with nothing else', async () => {
    const id = await register()
    const tagAfter = async (changes: Changes) => {
      await change(id, changes)
      await test.project()
      return (await find(test.pool, id))?.tag
    }
    const tags = [
      await tagAfter({ notes: 'Dog' }),
      await tagAfter({ firstName: 'Ann Lee', lastName: 'Park' }),
      // the same name, divided in another way
      await tagAfter({ firstName: 'Ann', lastName: 'Lee Park' }),
      await tagAfter({ email: 'other@x.test' }),
      await tagAfter({ phone: '(919) 555-0119' }),
      await tagAfter({ address: null }),
      await tagAfter({ source: 'phone' }),
    ]
    expect(new Set(tags).size).toBe(tags.length)
    expect(await tagAfter({ notes: null })).toBe(tags.at(-1))
    expect(await tagAfter({ source: details.source, address: details.address })).not.toBe(tags.at(-1))
    expect(await tagAfter({ source: 'phone', address: null })).toBe(tags.at(-1))
  })

  it('is gone when the customer is removed', async () => {
    const id = await register()
    await remove(id)
    await test.project()
    expect(await find(test.pool, id)).toBeUndefined()
    expect((await findMany(test.pool, [id, 999_999])).size).toBe(0)
  })

  it('says [erased] once for a person who was erased', async () => {
    const id = await register()
    await change(id, { phone: '(919) 555-0119' })
    await test.project()
    const targets = [{ projection, schema: service.name, role: service.schema.role as string, async: true }]
    const { owner: pool } = test
    await eraseSubjects([customerSubject(id)], {
      pool,
      keyring: testKeyring,
      targets,
      metadata: testMetadata,
      now: new Date(now),
    })
    expect(await find(test.pool, id)).toMatchObject({
      name: '[erased]',
      email: '[erased]',
      phone: '[erased]',
      smsNumber: null,
    })
  })
})

describe('a directory with few columns', () => {
  /** What these events make in a directory with these columns, and which of them change the row. */
  const fold = (columns: readonly DirectoryColumn[], ...events: CustomerEvent[]) => {
    const projection = customerDirectory({ version: 1, columns }).projection as AnyProjection
    const rows: AnyRow[] = [null]
    for (const event of events) rows.push(projection.evolve(rows.at(-1), event as never))
    return {
      columns: Object.keys(projection.columns).sort(),
      changes: rows.slice(1).map((row, i) => row !== rows[i]),
      row: rows.at(-1),
    }
  }
  const registered: CustomerEvent = {
    type: 'CustomerRegistered',
    data: { customerId: 1, ...details, registeredAt: now },
  }
  const changed = (changes: Changes): CustomerEvent => ({
    type: 'CustomerDetailsChanged',
    data: { customerId: 1, ...changes, changedAt: now },
  })

  it('holds names alone when it asks for no column', () => {
    const { row, columns, changes } = fold(
      [],
      registered,
      changed({ phone: '(919) 555-0119', email: 'x@x.test', address: null, source: 'phone' }),
    )
    expect(row).toEqual({
      id: 1,
      firstName: 'Ann',
      lastName: 'Lee',
      name: 'Ann Lee',
      searchText: 'ann lee',
      mergedInto: null,
      tag: expect.any(String),
    })
    expect(Object.keys(row ?? {}).sort()).toEqual(columns)
    expect(changes).toEqual([true, false])
  })

  it('holds the SMS number without the phone number it is made of', () => {
    const { row, changes } = fold(['smsNumber'], registered, changed({ phone: '(919) 555-0119' }))
    expect(row).toMatchObject({ smsNumber: '+19195550119' })
    expect(row).not.toHaveProperty('phone')
    expect(changes).toEqual([true, true])
    const renamed = fold(['smsNumber'], registered, changed({ firstName: 'Anna' }))
    expect(renamed.row).toMatchObject({ smsNumber: '+19195550118', name: 'Anna Lee' })
  })
})

describe('a merged customer', () => {
  /** Merges of records that are still unmerged, in any order: chains, stars and trees. */
  const merges = fc.record({
    count: fc.integer({ min: 1, max: 9 }),
    pairs: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 9 }),
  })

  it('leads to the survivor of all merges, however they are chained', async () => {
    await fc.assert(
      fc.asyncProperty(merges, async ({ count, pairs }) => {
        const ids: number[] = []
        for (let n = 0; n < count; n++) ids.push(await register())
        const survivorOf = new Map(ids.map((id) => [id, id]))
        for (const [a, b] of pairs) {
          const current = [...new Set(survivorOf.values())]
          const [loser, winner] = [current[a % current.length], current[b % current.length]] as [
            number,
            number,
          ]
          if (loser === winner) continue
          await merge(loser, winner)
          for (const [id, survivor] of survivorOf) if (survivor === loser) survivorOf.set(id, winner)
        }
        await test.project()

        const customers = await findMany(test.pool, [...ids, ...ids])
        expect(new Map([...customers].map(([id, row]) => [id, row.id]))).toEqual(survivorOf)

        const joined = await run<{ id: number; current: number; mergedInto: number | null }>(test.pool, {
          text: `SELECT record.id, c.id AS current, c_record.merged_into AS "mergedInto"
            FROM unnest($1::integer[]) record (id) ${join('record.id')}`,
          values: [ids],
        })
        expect(new Map(joined.map((row) => [row.id, row.current]))).toEqual(survivorOf)
        for (const { id, current, mergedInto } of joined) expect(mergedInto ?? id).toBe(current)

        for (const id of ids) {
          const [row] = await run<{ ids: number[] }>(test.pool, {
            text: `SELECT ${recordIds('$1::integer')} AS ids`,
            values: [id],
          })
          const same = ids.filter((other) => survivorOf.get(other) === survivorOf.get(id))
          expect(row?.ids.sort((a, b) => a - b)).toEqual(same)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('has no other records when its id is unknown', async () => {
    const [row] = await run<{ ids: number[]; current: number | null }>(test.pool, {
      text: `SELECT ${recordIds('999999')} AS ids, c.id AS current FROM (SELECT 1) one ${join('999999')}`,
      values: [],
    })
    expect(row).toEqual({ ids: [], current: null })
  })

  it('leads to one record even if merges went round in a circle', async () => {
    const [a, b] = [await register(), await register()]
    await merge(a, b)
    await merge(b, a)
    await test.project()
    expect([(await find(test.pool, a))?.id, (await find(test.pool, b))?.id]).toEqual([b, a])
    const rows = await run(test.pool, { text: `SELECT ${recordIds('$1::integer')} AS ids`, values: [a] })
    expect(rows).toEqual([{ ids: [a, b] }])
  })

  it('leads to no one when the survivor is removed', async () => {
    const [a, b, c] = [await register(), await register(), await register()]
    await merge(a, b)
    await merge(b, c)
    await remove(c)
    await test.project()
    expect((await findMany(test.pool, [a, b, c])).size).toBe(0)
    const rows = await run(test.pool, { text: `SELECT ${recordIds('$1::integer')} AS ids`, values: [a] })
    expect(rows).toEqual([{ ids: [] }])
  })
})

it('a rebuild makes the rows that following the log made', async () => {
  expect(await test.differences()).toEqual([])
  const { rows } = await test.pool.query('SELECT * FROM customers ORDER BY id')
  await test.rebuild()
  expect((await test.pool.query('SELECT * FROM customers ORDER BY id')).rows).toEqual(rows)
})

it('every look-up reads by index, also where the planner has no statistics of the table', async () => {
  await test.owner.query(`ALTER TABLE customers SET (autovacuum_enabled = off);
    INSERT INTO directory_test.customers (id, first_name, last_name, name, search_text, merged_into, tag, email, phone, source)
    SELECT 100000 + n, 'A', 'B', 'A B', 'a b', CASE WHEN n % 10 = 1 THEN 100000 + n - 1 END, '', '', '', ''
    FROM generate_series(1, 10000) n;
    DELETE FROM pg_statistic WHERE starelid = 'customers'::regclass`)
  for (const text of [
    `SELECT c.name FROM unnest(ARRAY[100001, 100002, 100011]) record (id) ${join('record.id')}`,
    `SELECT ${recordIds('100011')}`,
  ]) {
    const plan = (await test.pool.query(`EXPLAIN ${text}`)).rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index (Only )?Scan/)
    expect(plan).not.toMatch(/Seq Scan on customers/)
  }
})

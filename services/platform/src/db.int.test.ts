import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool, type Db, inTransaction, type Pool, readTogether, streamRows } from './db.ts'
import { rejection, toRejection } from './errors.ts'
import { eventStoreMigrations, type Migration, migrate } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './testing/index.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool({ max: 2 })
})
afterAll(() => database.drop())

const killOthers = () =>
  database
    .pool({ max: 1 })
    .query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )

it('a pool whose connections were all terminated answers the next query', async () => {
  const cut = inTransaction(pool, async (tx) => {
    await tx.query('SELECT 1')
    await killOthers()
    await tx.query('SELECT 1')
  })
  expect(toRejection(await cut.catch((error) => error))?.code).toBe('unavailable')
  await expect
    .poll(() =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})

describe('a transaction', () => {
  it('takes no connection before its first statement', async () => {
    const otherClients = await Promise.all([pool.connect(), pool.connect()])
    expect(await inTransaction(pool, async () => 'nothing')).toBe('nothing')
    for (const client of otherClients) client.release()
  })

  it('refuses a statement that comes after its end, whose connection others have by then', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const refused = inTransaction(pool, async (tx) => {
      await tx.query('SELECT 1')
      late = sleep(20).then(() => tx.query('CREATE TABLE too_late (n int)'))
      late.catch(() => {})
      throw rejection('conflict', 'Not now.')
    })
    await expect(refused).rejects.toThrow('Not now.')
    await expect(late).rejects.toThrow('after the end of its transaction')
    expect((await pool.query(`SELECT to_regclass('too_late') AS found`)).rows).toEqual([{ found: null }])
  })

  it('commits what was sent without waiting, and nothing of it when one statement fails', async () => {
    await pool.query('CREATE TABLE sent (n int PRIMARY KEY)')
    const insert = (n: number) => ({ text: 'INSERT INTO sent VALUES ($1)', values: [n] })
    await inTransaction(pool, async (tx) => {
      tx.send(insert(1))
      tx.send(insert(2))
    })
    await expect(
      inTransaction(pool, async (tx) => {
        tx.send(insert(3))
        tx.send(insert(1))
        tx.send(insert(4))
      }),
    ).rejects.toMatchObject({ code: '23505' })
    expect((await pool.query('SELECT n FROM sent ORDER BY n')).rows).toEqual([{ n: 1 }, { n: 2 }])
  })
})

it('reads together on one connection, which is free afterwards, whether they fail or not', async () => {
  const pid = async (db: Db) => (await db.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
  for (let n = 0; n < 5; n++) {
    const [first, second] = await readTogether(pool, (db) => Promise.all([pid(db), pid(db)]))
    expect(first).toBe(second)
    await expect(
      readTogether(pool, (db) => Promise.all([db.query('SELECT 1 / 0'), pid(db)])),
    ).rejects.toMatchObject({ code: '22012' })
  }
})

describe('streamed rows', () => {
  async function gathered<Piece>(pieces: AsyncGenerator<Piece>): Promise<Piece[]> {
    const all: Piece[] = []
    for await (const each of pieces) all.push(each)
    return all
  }
  const upTo = (most: number) => ({
    text: 'SELECT n FROM many WHERE n <= $1 ORDER BY n DESC',
    values: [most],
  })
  beforeAll(() => pool.query('CREATE TABLE many AS SELECT n FROM generate_series(1, 2500) n'))

  it.each([0, 1, 1_000, 1_001, 2_500])(
    'are all of %i, in their order, a thousand at a time',
    async (most) => {
      const pieces = await gathered(streamRows<{ n: number }>(pool, upTo(most)))
      expect(pieces.flat().map(({ n }) => n)).toEqual(Array.from({ length: most }, (_, n) => most - n))
      expect(Math.max(0, ...pieces.map(({ length }) => length))).toBe(Math.min(most, 1_000))
    },
  )

  it('streamed rows are a snapshot of one moment', async () => {
    const pieces = streamRows<{ n: number }>(pool, upTo(10_000))
    await pieces.next()
    await pool.query('INSERT INTO many VALUES (0), (2501)')
    const rest = (await gathered(pieces)).flat()
    expect([rest.length, rest.at(-1)?.n]).toEqual([1_500, 1])
    await pool.query('DELETE FROM many WHERE n IN (0, 2501)')
  })

  it('a statement that fails at its first or a later row reports its error and leaves the connection usable', async () => {
    const nothing = { text: 'SELECT nothing', values: [] }
    const late = { text: 'SELECT 1 / (n - 2200) FROM many ORDER BY n', values: [] }
    for (let n = 0; n < 5; n++) {
      await expect(gathered(streamRows(pool, nothing))).rejects.toThrow(/"nothing" does not exist/)
      await expect(gathered(streamRows(pool, late))).rejects.toThrow('division by zero')
    }
    await expect(pool.query('SELECT 1')).resolves.toMatchObject({ rowCount: 1 })
  })

  it('rows that are not read to the end release their connection', async () => {
    for (let n = 0; n < 5; n++) for await (const rows of streamRows(pool, upTo(2_500))) if (rows) break
    await expect(pool.query('SELECT 1')).resolves.toMatchObject({ rowCount: 1 })
  })
})

it('a rejection rolls back and releases the connection', async () => {
  await pool.query('CREATE TABLE kept (n int)')
  for (let n = 0; n < 5; n++) {
    const refused = inTransaction(pool, async (tx) => {
      await tx.query('INSERT INTO kept VALUES (1)')
      throw rejection('conflict', 'No.')
    })
    await expect(refused).rejects.toThrow('No.')
  }
  expect((await pool.query('SELECT * FROM kept')).rowCount).toBe(0)
})

it('migrations run once, also when several processes start together', async () => {
  const owner = { schema: 'shop', migrations: [{ id: 'a', sql: 'CREATE TABLE a (n int)' }] }
  const ran = await Promise.all([1, 2, 3].map(() => migrate(database.pool({ max: 1 }), [owner])))
  expect(ran.flat()).toEqual(['shop/a'])
  const next = { ...owner, migrations: [...owner.migrations, { id: 'b', sql: 'CREATE TABLE b (n int)' }] }
  expect(await migrate(pool, [next])).toEqual(['shop/b'])
})

it('a migration that fails leaves nothing behind', async () => {
  const broken = {
    schema: 'broken',
    migrations: [
      { id: 'a', sql: 'CREATE TABLE a (n int)' },
      { id: 'b', sql: 'CREATE TABLE nonsense' },
    ],
  }
  await expect(migrate(pool, [broken])).rejects.toThrow()
  expect((await pool.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'broken'`)).rowCount).toBe(0)
})

it('functions of the log are made again by a release that goes back to their earlier text', async () => {
  const fresh = await createTestDatabase()
  try {
    const own = fresh.pool({ max: 1 })
    const functions = eventStoreMigrations.find(({ id }) => id.startsWith('0003')) as Migration
    const changed = {
      id: '0003-functions-of-the-next',
      sql: `${functions.sql};
        CREATE OR REPLACE FUNCTION es.try_lock_import() RETURNS boolean LANGUAGE sql AS 'SELECT false';`,
    }
    const next = eventStoreMigrations.map((it) => (it === functions ? changed : it))
    const canLock = async () => (await own.query('SELECT es.try_lock_import() AS can')).rows[0].can
    for (const [migrations, expected] of [
      [eventStoreMigrations, true],
      [next, false],
      [eventStoreMigrations, true],
      [next, false],
    ] as const) {
      await migrate(own, [{ schema: 'es', migrations }])
      expect(await canLock()).toBe(expected)
    }
    expect(await migrate(own, [{ schema: 'es', migrations: next }])).toEqual([])
  } finally {
    await fresh.drop()
  }
})

it('a statement that its client gave up ends in the database, too', async () => {
  const own = database.pool({ max: 1 })
  await expect(own.query('SELECT pg_sleep(30)')).rejects.toThrow('Query read timeout')
  const isRunning = async () =>
    (
      await pool.query(
        `SELECT FROM pg_stat_activity WHERE state = 'active' AND query = 'SELECT pg_sleep(30)'`,
      )
    ).rowCount
  // by itself it would end 24 s after the client gave it up
  await expect.poll(isRunning, { timeout: 15_000 }).toBe(0)
})

it('options in the database URL are kept with role and schema', async () => {
  const address = `${database.url}?options=${encodeURIComponent('-c statement_timeout=4321')}`
  const own = createPool({ url: address, name: 'test', log: database.log, searchPath: 'shop', max: 1 })
  const { rows } = await own.query(
    `SELECT current_setting('statement_timeout') AS timeout, current_setting('search_path') AS path`,
  )
  expect(rows).toEqual([{ timeout: '4321ms', path: 'shop' }])
  await own.end()
})

describe('a login that is no superuser', () => {
  const role = `tenant_role_${process.pid}`
  const owner = { schema: 'tenant', role, migrations: [{ id: 'a', sql: 'CREATE TABLE a (n int)' }] }
  const login = `tenant_login_${process.pid}`
  let fresh: TestDatabase

  const administer = async (statement: string) => {
    const admin = new pg.Client({ connectionString: fresh.url })
    await admin.connect()
    await admin.query(statement).finally(() => admin.end())
  }
  const open = (more: { role?: string; searchPath?: string } = {}) =>
    createPool({
      url: Object.assign(new URL(fresh.url), { username: login, password: 'x' }).href,
      name: 'test',
      log: database.log,
      max: 1,
      ...more,
    })
  beforeEach(async () => {
    fresh = await createTestDatabase()
  })
  afterEach(async () => {
    await administer(`DROP OWNED BY ${login} CASCADE; DROP ROLE ${login}; DROP ROLE IF EXISTS ${role}`)
    await fresh.drop()
  })
  const createLogin = (rights: string) =>
    administer(`CREATE ROLE ${login} LOGIN PASSWORD 'x' ${rights};
      GRANT CREATE ON DATABASE ${new URL(fresh.url).pathname.slice(1)} TO ${login}`)

  it('a login that may create roles migrates repeatedly and works in its role', async () => {
    await createLogin('CREATEROLE')
    const own = open()
    expect(await migrate(own, [owner])).toEqual(['tenant/a'])
    expect(await migrate(own, [owner])).toEqual([])
    const service = open({ role, searchPath: 'tenant' })
    await service.query('INSERT INTO a VALUES (1)')
    await expect(service.query('DROP TABLE a')).rejects.toMatchObject({ code: '42501' })
    await Promise.all([own.end(), service.end()])
  })

  it('a login that may not create roles gets the statements to run', async () => {
    await createLogin('')
    const own = open()
    await expect(migrate(own, [owner])).rejects.toThrow(
      `run CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO ${login}`,
    )
    await own.end()
  })
})

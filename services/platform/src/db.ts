import pg from 'pg'
import type { Log } from './log.ts'

/** A statement with a `name` is planned once per connection. */
export type SqlStatement = { text: string; values: unknown[]; name?: string }
/** A pool or a client inside a transaction: whatever answers queries. */
export type Db = Pick<pg.ClientBase, 'query'>
export type Pool = pg.Pool
export type Client = pg.PoolClient
declare const whole: unique symbol
/** A door to one transaction: what is done through it happens together or not at all. */
export type Tx = Db & { readonly [whole]: true }

/**
 * A parametrised statement.
 * @example await run(db, sql`SELECT * FROM leads WHERE id = ${id}`)
 */
export const sql = (parts: TemplateStringsArray, ...values: unknown[]): SqlStatement => ({
  text: parts.reduce((text, part, i) => `${text}$${i}${part}`),
  values,
})

/** Takes a value into a statement and answers its parameter: `$1`, `$2` … */
export type Value = (it: unknown) => string

const names = new Map<string, string>()

/**
 * A statement that is put together of parts; the same text is planned once a connection.
 * @example prepared((value) => `SELECT * FROM leads WHERE id = ${value(id)}`)
 */
export function prepared(write: (value: Value) => string): SqlStatement {
  const values: unknown[] = []
  const text = write((it) => `$${values.push(it)}`)
  const name = names.get(text) ?? `prepared-${names.size}`
  names.set(text, name)
  return { name, text, values }
}

export async function run<Row extends pg.QueryResultRow>(db: Db, statement: SqlStatement): Promise<Row[]> {
  const result = await db.query<Row>(statement)
  const { rows } = result
  // the driver keeps a result for a while: its rows would be carried through every collection of garbage
  result.rows = []
  return rows
}

export type PoolOptions = {
  url: string
  /** Name shown in pg_stat_activity. */
  name: string
  log: Log
  /** Sets the role and the schema that unqualified names live in. */
  role?: string
  schema?: string
  max?: number
  /**
   * For operators' work that may take minutes: no time-out per statement, thirty seconds for a connection (the database
   * may be writing out what was just copied into it), and rows that stream. Other clients are
   * pipelined: what is asked before an answer is there goes out at once, and is answered in order.
   */
  patient?: boolean
}

/** Postgres' own text in UTC is ISO 8601 but for a letter or two; parsing it takes twenty times as long. */
function isoOf(text: string): string {
  if (text.length < 22 || text.length > 29 || !text.endsWith('+00')) return new Date(text).toISOString()
  const ms = text.slice(20, -3).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${ms}Z`
}

// times leave the database as the ISO 8601 text that events and answers speak
const timestamptz = 1184
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === timestamptz ? isoOf : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** A pool that survives database restarts and never waits for ever (facts: `query_timeout` 6 s). */
export function createPool({ url, name, log, role, schema, max = 8, patient = false }: PoolOptions): Pool {
  // options of the address would silently replace ours
  const address = new URL(url)
  const given = address.searchParams.get('options')
  address.searchParams.delete('options')
  const settings = [given, role && `-c role=${role}`, schema && `-c search_path=${schema}`]
    .filter(Boolean)
    .join(' ')
  const pool = new pg.Pool({
    connectionString: address.href,
    application_name: name,
    max,
    ...(settings && { options: settings }),
    types,
    keepAlive: true,
    connectionTimeoutMillis: patient ? 30_000 : 3_000,
    idleTimeoutMillis: 30_000,
    ...(patient ? {} : { query_timeout: 6_000, pipeline: true }),
    idle_in_transaction_session_timeout: 30_000,
  })
  // without both handlers a database restart kills the process (node-postgres #2439, #3202)
  const warn = (error: Error) => log.warn({ err: error }, 'database connection lost')
  pool.on('error', warn)
  pool.on('connect', (client) => client.on('error', warn))
  return pool
}

/**
 * Asks several statements as of one moment, in one write. The rows of each can be worked on while the next is executed,
 * and a long answer in pieces fits into what the network holds: one of megabytes can stand still for a tenth of a second.
 */
export async function readAtOnce<Row extends pg.QueryResultRow>(
  pool: Pool,
  statements: readonly SqlStatement[],
): Promise<Promise<Row[]>[]> {
  const client = await pool.connect()
  inOneWrite(client)
  const begun = client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const asked = statements.map((statement) => run<Row>(client, statement))
  const all = Promise.all([begun, ...asked])
  // a failure ends the transaction, and whatever follows fails with it
  void Promise.allSettled([all, client.query('COMMIT')]).then(() =>
    all.then(
      () => client.release(),
      (error) => abandon(client, error, false),
    ),
  )
  return asked
}

/** Reads as of one moment, however many statements it takes. */
export async function inSnapshot<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    await abandon(client, error)
    throw error
  }
}

// what a turn of the event loop takes apart without keeping others waiting: some two milliseconds' work
const fetched = 1_000

/**
 * The rows of a statement as of one moment, a thousand at a time, so that a long answer is never taken apart as a whole;
 * the next are on their way meanwhile.
 */
export async function* inPieces<Row extends pg.QueryResultRow>(
  pool: Pool,
  { text, values }: SqlStatement,
): AsyncGenerator<Row[], void> {
  const client = await pool.connect()
  const fetch = () => run<Row>(client, { text: `FETCH ${fetched} FROM piece`, values: [] })
  let failed: { error: unknown } | undefined
  let asked: Promise<Row[]> | undefined
  try {
    await begin(client)
    const declared = client.query({ text: `DECLARE piece NO SCROLL CURSOR FOR ${text}`, values })
    asked = fetch()
    asked.catch(() => {})
    await declared
    while (asked) {
      const rows: Row[] = await asked
      asked = rows.length < fetched ? undefined : fetch()
      asked?.catch(() => {})
      yield rows
    }
  } catch (error) {
    failed = { error }
    throw error
  } finally {
    await asked?.catch(() => {})
    if (failed) await abandon(client, failed.error)
    else
      await client.query('COMMIT').then(
        () => client.release(),
        (error) => abandon(client, error, false),
      )
  }
}

/** BEGIN … COMMIT around `work`. A client that failed is thrown away: a ROLLBACK on a hung one would hang again. */
export async function inTransaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await begin(client)
    const result = await work(client as Db as Tx)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    await abandon(client, error)
    throw error
  }
}

/** BEGIN, on its way together with the first statement where the client is pipelined: what fails there fails here too. */
export async function begin(client: Client): Promise<void> {
  inOneWrite(client)
  const begun = client.query('BEGIN')
  if (client.pipeline) begun.catch(() => {})
  else await begun
}

/** What this client is asked from now on in this turn of the event loop leaves in one write. */
export function inOneWrite({ connection: { stream } }: Client): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Gives back a client whose work failed. A refusal leaves a healthy connection, anything else does not deserve trust. */
export async function abandon(client: Client, error: unknown, begun = true): Promise<void> {
  const healthy = error instanceof Error && (error.name === 'Rejection' || 'severity' in error)
  if (!healthy) return client.release(true)
  try {
    if (begun) await client.query('ROLLBACK')
    client.release()
  } catch {
    client.release(true)
  }
}

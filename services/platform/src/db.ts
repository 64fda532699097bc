import pg from 'pg'
import type { Log } from './log.ts'

/** A statement with a `name` is planned once per connection. */
export type SqlStatement = { text: string; values: unknown[]; name?: string }
/** A pool, or a client inside a transaction: whatever executes statements. */
export type Db = Pick<pg.ClientBase, 'query'>
export type Pool = pg.Pool
export type Client = pg.PoolClient
declare const transaction: unique symbol
/** One transaction: what is executed through it happens as a whole or not at all. */
export type Tx = Db & {
  readonly [transaction]: true
  /** Sends a statement without waiting for its result. When it fails, so do all later ones and the commit. */
  send: (statement: SqlStatement) => Promise<pg.QueryResult>
  /** Waits for what was sent, and throws what failed first. */
  flush: () => Promise<void>
}

/**
 * A parametrised statement.
 * @example await run(db, sql`SELECT * FROM leads WHERE id = ${id}`)
 */
export const sql = (parts: TemplateStringsArray, ...values: unknown[]): SqlStatement => ({
  text: parts.reduce((text, part, i) => `${text}$${i}${part}`),
  values,
})

/** Adds a value to a statement and answers its placeholder: `$1`, `$2` … */
export type Bind = (value: unknown) => string

/**
 * A statement composed of fragments, planned for its values each time: what is good for a rare word is bad for a frequent one.
 * @example statement((bind) => `SELECT * FROM leads WHERE search LIKE ${bind(pattern)}`)
 */
export function statement(compose: (bind: Bind) => string): SqlStatement {
  const values: unknown[] = []
  // once for each value: a part that is left out leaves none behind that has no use
  const bind: Bind = (value) => `$${values.includes(value) ? values.indexOf(value) + 1 : values.push(value)}`
  return { text: compose(bind), values }
}

const statementNames = new Map<string, string>()

/**
 * A statement composed of fragments; the same text is planned once per connection.
 * @example namedStatement((bind) => `SELECT * FROM leads WHERE id = ${bind(id)}`)
 */
export function namedStatement(compose: (bind: Bind) => string): SqlStatement {
  const values: unknown[] = []
  const text = compose((value) => `$${values.push(value)}`)
  const name = statementNames.get(text) ?? `statement-${statementNames.size}`
  statementNames.set(text, name)
  return { name, text, values }
}

export async function run<Row extends pg.QueryResultRow>(db: Db, statement: SqlStatement): Promise<Row[]> {
  const result = await db.query<Row>(statement)
  const { rows } = result
  // pg retains the last result of a client; drop its rows so that they can be collected
  result.rows = []
  return rows
}

/** The first row, if there is any. */
export const first = async <Row extends pg.QueryResultRow>(
  db: Db,
  statement: SqlStatement,
): Promise<Row | undefined> => (await run<Row>(db, statement))[0]

/** Whether a statement answers any row, be it one that it changed. */
export const exists = async (db: Db, statement: SqlStatement): Promise<boolean> =>
  (await run(db, statement)).length > 0

export type PoolOptions = {
  url: string
  /** Name shown in pg_stat_activity. */
  name: string
  log: Log
  /** Sets the role and where unqualified names are looked for; see `connectionOf`. */
  role?: string
  searchPath?: string
  max?: number
  /**
   * For operators' work that may take minutes: no time-out per statement, thirty seconds for a connection (the database
   * may be writing out what was just copied into it), and no pipelining, so that COPY works.
   */
  longRunning?: boolean
  /** For what is done again when a crash of the database undoes it: commits do not wait for its disk. */
  asyncCommit?: boolean
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

// a database or a login may have others; what is read here, and copied into a backup, is written like this
const plainTexts = '-c DateStyle=ISO -c IntervalStyle=postgres -c TimeZone=UTC -c bytea_output=hex'

const queryTimeoutMs = 6_000
// the client gives up first, and closes its connection; the server would go on without this
const statementTimeoutMs = queryTimeoutMs + 1_000

/** A pool that survives database restarts and never waits for ever. */
export function createPool({
  url,
  name,
  log,
  role,
  searchPath,
  max = 8,
  longRunning = false,
  asyncCommit = false,
}: PoolOptions): Pool {
  // options of the address would silently replace ours
  const address = new URL(url)
  const ownOptions = address.searchParams.get('options')
  address.searchParams.delete('options')
  // what compiling a plan takes is more than any of our statements gains
  const settings = [
    !longRunning && `-c statement_timeout=${statementTimeoutMs}`,
    ownOptions,
    '-c jit=off',
    // of an SSD: with the default, made for disks, whole tables are read where a look-up by index takes a tenth of the time
    '-c random_page_cost=1.1',
    plainTexts,
    role && `-c role=${role}`,
    searchPath && `-c search_path=${searchPath}`,
    asyncCommit && '-c synchronous_commit=off',
  ]
    .filter(Boolean)
    .join(' ')
  const pool = new pg.Pool({
    connectionString: address.href,
    application_name: name,
    max,
    options: settings,
    types,
    keepAlive: true,
    connectionTimeoutMillis: longRunning ? 30_000 : 3_000,
    idleTimeoutMillis: 30_000,
    ...(longRunning ? {} : { query_timeout: queryTimeoutMs, pipeline: true }),
    idle_in_transaction_session_timeout: 30_000,
  })
  // without both handlers a database restart kills the process (node-postgres #2439, #3202)
  const warn = (error: Error) => log.warn({ err: error }, 'database connection lost')
  pool.on('error', warn)
  pool.on('connect', (client) => client.on('error', warn))
  return pool
}

/** Reads that leave in one write, instead of each waiting for a connection of its own; they see no common moment. */
export async function readTogether<T>(pool: Pool, read: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    corkUntilNextTick(client)
    const result = await read(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

// parsed in about two milliseconds, so that other requests are answered in between
const fetchSize = 1_000

/** The rows of a statement as of one moment, a thousand at a time, so that a long result is never in memory as a whole. */
export async function* streamRows<Row extends pg.QueryResultRow>(
  pool: Pool,
  { text, values }: SqlStatement,
): AsyncGenerator<Row[], void> {
  const client = await pool.connect()
  const fetch = () => run<Row>(client, { text: `FETCH ${fetchSize} FROM list`, values: [] })
  let isDone = false
  try {
    await begin(client)
    await client.query({ text: `DECLARE list NO SCROLL CURSOR FOR ${text}`, values })
    for (let rows = await fetch(); rows.length > 0; rows = rows.length < fetchSize ? [] : await fetch())
      yield rows
    await client.query('COMMIT')
    isDone = true
  } finally {
    // a reader that failed or stopped early leaves the cursor open: close the connection with it
    client.release(!isDone)
  }
}

/**
 * Executes `work` in one transaction. It takes a connection with the first statement, which leaves in one write with BEGIN;
 * statements that were sent without waiting leave in one write with COMMIT.
 */
export async function inTransaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  let client: Promise<Client> | undefined
  let sent: Promise<pg.QueryResult>[] = []
  let isOver = false
  const connect = () => {
    client ??= pool.connect().then((connected) =>
      begin(connected).then(
        () => connected,
        (error) => {
          connected.release(true)
          throw error
        },
      ),
    )
    return client
  }
  const query = async (...args: unknown[]) => {
    const connected = await connect()
    // the connection may belong to another transaction by now
    if (isOver) throw new Error('a statement came after the end of its transaction')
    corkUntilNextTick(connected)
    return (connected.query as (...args: unknown[]) => Promise<pg.QueryResult>)(...args)
  }
  const send = (statement: SqlStatement) => {
    const result = query(statement)
    result.catch(() => {})
    sent.push(result)
    return result
  }
  const flush = async () => {
    const flushed = sent
    sent = []
    throwFirstFailure(await Promise.allSettled(flushed))
  }
  try {
    const result = await work({ query, send, flush } as unknown as Tx)
    const connected = await client
    isOver = true
    if (connected) await commit(connected, sent)
    return result
  } catch (error) {
    isOver = true
    const cause = await firstFailure(sent, error)
    const connected = await client?.catch(() => undefined)
    if (connected) await releaseAfterError(connected, cause)
    throw cause
  }
}

async function commit(client: Client, sent: readonly Promise<unknown>[]): Promise<void> {
  corkUntilNextTick(client)
  throwFirstFailure(await Promise.allSettled([...sent, client.query('COMMIT')]))
  client.release()
}

function throwFirstFailure(results: readonly PromiseSettledResult<unknown>[]): void {
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** What failed first: a statement after it only says that the transaction is aborted. */
async function firstFailure(sent: readonly Promise<unknown>[], error: unknown): Promise<unknown> {
  if ((error as { code?: string }).code !== '25P02') return error
  const results = await Promise.allSettled(sent)
  return results.find((result) => result.status === 'rejected')?.reason ?? error
}

/** BEGIN, sent together with the next statement where the client is pipelined: what fails there fails here too. */
async function begin(client: Client): Promise<void> {
  corkUntilNextTick(client)
  const begun = client.query('BEGIN')
  if (client.pipeline) begun.catch(() => {})
  else await begun
}

/** Statements of this client leave in one write until the next tick. */
function corkUntilNextTick({ connection: { stream } }: Client): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Gives back a client whose work failed. A refusal leaves a healthy connection; after anything else it is closed. */
async function releaseAfterError(client: Client, error: unknown): Promise<void> {
  const isHealthy = error instanceof Error && (error.name === 'Rejection' || 'severity' in error)
  if (!isHealthy) return client.release(true)
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch {
    client.release(true)
  }
}

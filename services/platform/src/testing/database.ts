import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Client, createPool, type Pool, type PoolOptions } from '../db.ts'
import { createLog, type Log } from '../log.ts'
import { connectionOf, migrate, type SchemaDefinition } from '../migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    redisUrl: string
    /** What the names of databases begin with that this run copies test databases from; it drops them at its end. */
    templatePrefix: string
  }
}

export type TestDatabase = {
  url: string
  log: Log
  /** As the owner of everything, or with a role; `schema`: with the search path of the service that has it. */
  pool: (
    options?: Partial<Pick<PoolOptions, 'role' | 'searchPath' | 'max' | 'longRunning'>> & { schema?: string },
  ) => Pool
  drop: () => Promise<void>
}

/** A database of its own for one test file, with these schemas in it. Drop it when done. */
export async function createTestDatabase(owners: readonly SchemaDefinition[] = []): Promise<TestDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const server = inject('databaseUrl')
  const template = owners.length > 0 ? await migratedTemplate(server, owners) : 'template1'
  await administer(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  const url = urlOf(server, name)
  const log = createLog('test')
  log.level = process.env.LOG_LEVEL || 'silent'
  const pools: Pool[] = []
  const pool: TestDatabase['pool'] = ({ schema, ...options } = {}) => {
    const owner = owners.find((it) => it.schema === schema)
    const searchPath = owner ? connectionOf(owner).searchPath : schema
    const opened = createPool({ url, name: 'test', log, searchPath, ...options })
    pools.push(opened)
    return opened
  }
  if (owners.some(({ schema }) => schema === 'es'))
    await administer(url, (client) => client.query('UPDATE es.installation SET id = gen_random_uuid()'))
  return {
    url,
    log,
    pool,
    drop: async () => {
      await Promise.all(pools.map((open) => open.end()))
      await administer(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

/** The name of a database with these schemas in it, which the first that needs it migrates for all. */
async function migratedTemplate(server: string, owners: readonly SchemaDefinition[]): Promise<string> {
  const text = JSON.stringify(owners, (_key, value) => (typeof value === 'function' ? String(value) : value))
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const name = `${inject('templatePrefix')}${hash}`
  await administer(server, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rows.length > 0) return
    // renamed when it is complete, so that one that was cut off is never copied
    await client.query(`DROP DATABASE IF EXISTS ${name}_new WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name}_new`)
    const pool = createPool({
      url: urlOf(server, `${name}_new`),
      name: 'test',
      log: createLog('test'),
      max: 1,
    })
    await migrate(pool, owners).finally(() => pool.end())
    await client.query(`ALTER DATABASE ${name}_new RENAME TO ${name}`)
  })
  return name
}

const urlOf = (server: string, database: string) =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href

async function administer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** The text of every statement that goes through this pool from now on; empty it at will. */
export function statementsOf(pool: Pool): string[] {
  const sent: string[] = []
  pool.on('connect', (client) => {
    const query = (client as Client).query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      sent.push((args[0] as { text?: string }).text ?? String(args[0]))
      return query(...args)
    }) as Client['query']
  })
  return sent
}

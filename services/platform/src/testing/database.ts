import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Client, createPool, type Pool, type PoolOptions } from '../db.ts'
import { createLog, type Log } from '../log.ts'
import { connectionOf, migrate, type SchemaDefinition } from '../migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    redisUrl: string
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
  await administer(server, `CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
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
  if (owners.length > 0) await migrate(pool({ max: 1 }), owners)
  return {
    url,
    log,
    pool,
    drop: async () => {
      await Promise.all(pools.map((open) => open.end()))
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
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

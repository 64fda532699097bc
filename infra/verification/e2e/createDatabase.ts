import pg from 'pg'
import { inject } from 'vitest'

/** An empty database on the provided server, for a product that is given its stores. */
export async function createDatabase() {
  const name = `e2e_${process.pid}_${Date.now()}`
  const server = inject('databaseUrl')
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const query = async (connectionString: string, statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await query(server, `CREATE DATABASE ${name}`)
  return {
    url,
    query: (statement: string) => query(url, statement),
    drop: () => query(server, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

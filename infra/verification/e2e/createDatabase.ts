import pg from 'pg'
import { inject } from 'vitest'

/** An empty database on the provided server, for a product that is given its stores. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `e2e_${process.pid}_${Date.now()}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('databaseUrl') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await administer(`CREATE DATABASE ${name}`)
  return {
    url: Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href,
    drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`),
  }
}

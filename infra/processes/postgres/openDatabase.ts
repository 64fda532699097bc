import { Client } from 'pg'

const name = 'plumbline'

/** The address of the application's database, made when it is not there yet. */
export async function openDatabase(port: number, password: string): Promise<string> {
  const at = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  try {
    await query(at(name), 'SELECT 1')
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error
    await query(at('postgres'), `CREATE DATABASE ${name}`)
  }
  return at(name)
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

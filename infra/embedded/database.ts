import { Client } from 'pg'
import type { Live } from './boot.ts'

const name = 'plumbline'

/**
 * The address of the application's database, made when it is not there yet. Over the server's Unix socket where it has
 * one: that costs less, and over loopback a long answer may stand still for a tenth of a second (a window that was full
 * is probed for instead of told about; measured on Linux 6.18).
 */
export async function openDatabase({ port, socketDir }: Live, password: string): Promise<string> {
  const host = socketDir ? encodeURIComponent(socketDir) : '127.0.0.1'
  const at = (database: string) => `postgres://postgres:${password}@${host}:${port}/${database}`
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

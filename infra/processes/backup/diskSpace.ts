import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Pool, run, sql } from '@plumbline/platform/db'
import { freeBytesIn } from '@plumbline/platform/files'
import { isOwnMachine } from '../addressOf.ts'

export const databaseBytes = async (pool: Pool): Promise<number> => {
  const [row] = await run<{ bytes: string }>(pool, sql`SELECT pg_database_size(current_database()) AS bytes`)
  return Number(row?.bytes)
}

/** What is free where Postgres stores its files; undefined where that is another machine, or not shown to this login. */
export async function freeBytesOfDatabase(pool: Pool, url: string): Promise<number | undefined> {
  if (!isOwnMachine(new URL(url).hostname)) return undefined
  const [row] = await run<{ directory: string | null }>(
    pool,
    sql`SELECT current_setting('data_directory') AS directory`,
  ).catch(() => [])
  if (!row?.directory || !existsSync(join(row.directory, 'PG_VERSION'))) return undefined
  return freeBytesIn(row.directory)
}

export const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`

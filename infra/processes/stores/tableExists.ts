import { type Db, run, sql } from '@plumbline/platform/db'

/** A database that is not upgraded yet, such as that of 0.1.0, lacks the tables that came since. */
export async function tableExists(db: Db, table: string): Promise<boolean> {
  const [row] = await run<{ exists: boolean }>(db, sql`SELECT to_regclass(${table}) IS NOT NULL AS exists`)
  return row?.exists ?? false
}

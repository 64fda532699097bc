import { type Db, run, sql } from '../db.ts'
import { type AnyProjection, versionSchema } from './projection.ts'
import { tableOf } from './table.ts'

/**
 * The view under the plain name, `crm.leads`, shows the version that was put to use last: for operators' own queries.
 * Services read the table of their own version.
 */
export async function pointPlainView(
  db: Db,
  { schema, role }: { schema: string; role?: string },
  projection: AnyProjection,
): Promise<void> {
  const own = versionSchema(schema, projection)
  const { name: view } = tableOf(projection, schema)
  const { name: table } = tableOf(projection, own)
  const [same] = await run(
    db,
    sql`SELECT 1 FROM information_schema.view_table_usage
        WHERE view_schema || '.' || view_name = ${view} AND table_schema = ${own}`,
  )
  if (same) return
  await db.query(`DROP VIEW IF EXISTS ${view}; CREATE VIEW ${view} AS SELECT * FROM ${table}`)
  if (role) await db.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${view} TO ${role}`)
}

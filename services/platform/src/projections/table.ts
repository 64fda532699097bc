import { type Db, run, type SqlStatement, sql } from '../db.ts'
import type { SqlFragment } from '../event-store/append.ts'
import type { Cell, Column, Row } from './columns.ts'
import { type AnyProjection, snakeCase, versionSchema } from './projection.ts'

// room for a row's next shape on its own page, so that an update of unindexed columns touches no index (HOT)
const fillfactor = 80

/** Columns under the names that rows use. @example columnList('a', ['startsAt']) // 'a.starts_at AS "startsAt"' */
export const columnList = (alias: string, names: readonly string[]): string =>
  names.map((name) => `${alias}.${snakeCase(name)} AS "${name}"`).join(', ')

export type Table = ReturnType<typeof tableOf>

/** The SQL of a projection's table. `schema` empty: wherever the search path leads. */
export function tableOf({ name, columns, indexes = [], replacedBy }: AnyProjection, schema = '') {
  const names = Object.keys(columns)
  const declared: Column[] = Object.values(columns)
  const types = declared.map(({ type }) => type)
  const quoted = names.map(snakeCase)
  const key = quoted[0] as string
  const table = schema ? `${schema}.${snakeCase(name)}` : snakeCase(name)
  const list = quoted.join(', ')
  const select = `SELECT ${columnList(snakeCase(name), names)} FROM ${table}`
  const cells = (row: Row) => names.map((column) => encode(row[column] ?? null))
  const onConflict = `ON CONFLICT (${key}) DO UPDATE SET ${quoted
    .slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`

  return {
    name: table,
    names,
    /** The name that rows use for the primary key. */
    key: names[0] as string,
    /** Columns under the names that rows use. */
    select,
    create: `CREATE TABLE ${table} (${declared
      .map(({ type, isNullable }, i) => `${quoted[i]} ${type}${isNullable ? '' : ' NOT NULL'}`)
      .join(', ')}) WITH (fillfactor = ${fillfactor}, autovacuum_analyze_threshold = 50,
        autovacuum_analyze_scale_factor = 0.02)`,
    /** The primary key first; the others are created after the rows of a rebuild. See `constraintsOf`. */
    constraints: [
      `ALTER TABLE ${table} ADD PRIMARY KEY (${key})`,
      ...indexes.map((index) => `CREATE INDEX ON ${table} ${index}`),
    ],
    load: (keys: readonly unknown[]): SqlStatement => ({
      name: `load-${table}`,
      text: `${select} WHERE ${key} = ANY($1::${types[0]}[])`,
      values: [keys],
    }),
    upsert:
      (rows: readonly Row[]): SqlFragment =>
      (bind, from) => {
        const all = rows.map(cells)
        const into = `INSERT INTO ${table} (${list}) SELECT`
        // nearly every command writes one row
        if (all.length === 1)
          return `${into} ${all[0]?.map((cell, i) => `${bind(cell)}::${types[i]}`).join(', ')} ${from} ${onConflict}`
        const arrays = types.map((type, i) => `${bind(all.map((row) => row[i]))}::${type}[]`)
        return `${into} rows.* FROM unnest(${arrays.join(', ')}) rows, (SELECT 1 ${from}) once ${onConflict}`
      },
    remove:
      (keys: readonly unknown[]): SqlFragment =>
      (bind, from) =>
        `DELETE FROM ${table} WHERE ${key} = ANY(${bind(keys)}::${types[0]}[]) AND EXISTS (SELECT 1 ${from})`,
    /**
     * Makes `replacedBy` name the last row of a chain, in all rows or in these and in what they replaced. A chain
     * that goes round in a circle stays. Locks what replaced them first: it may be replaced itself at this moment.
     */
    shortenChains: (rows: readonly Row[] | null = null): SqlStatement[] => {
      const replaced = replacedBy ? rows?.filter((row) => row[replacedBy] !== null) : []
      if (!replacedBy || replaced?.length === 0) return []
      const keys = replaced?.map((row) => row[names[0] as string]) ?? null
      const next = snakeCase(replacedBy)
      const lock = `SELECT FROM ${table} WHERE ${key} IN (SELECT ${next} FROM ${table} WHERE ${key} = ANY($1::${types[0]}[]))
        ORDER BY ${key} FOR SHARE`
      const update = {
        text: `WITH RECURSIVE path (${key}, next) AS (
            SELECT ${key}, ${next} FROM ${table}
            WHERE ${next} IS NOT NULL AND ($1::${types[0]}[] IS NULL OR ${key} = ANY($1) OR ${next} = ANY($1))
            UNION SELECT path.${key}, record.${next} FROM path JOIN ${table} record ON record.${key} = path.next
            WHERE record.${next} IS NOT NULL)
          UPDATE ${table} record SET ${next} = path.next FROM path
          WHERE record.${key} = path.${key} AND record.${next} <> path.next
            AND NOT EXISTS (SELECT FROM ${table} WHERE ${key} = path.next AND ${next} IS NOT NULL)`,
        values: [keys],
      }
      return keys ? [{ text: lock, values: [keys] }, update] : [update]
    },
  }
}

/** Key and indexes of a table for this database: a managed one may have pg_trgm in another schema. */
export async function constraintsOf(db: Db, { constraints }: Table): Promise<string[]> {
  const [trigrams] = await run<{ schema: string }>(
    db,
    sql`SELECT quote_ident(nspname) AS schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
        WHERE extname = 'pg_trgm'`,
  )
  return constraints.map((it) =>
    it.replaceAll('public.gin_trgm_ops', `${trigrams?.schema ?? 'public'}.gin_trgm_ops`),
  )
}

const tables = new WeakMap<AnyProjection, Table>()

/** The table of a read model of a service, wherever the search path leads. */
export const liveTableOf = (projection: AnyProjection, schema: string): Table =>
  tableOf(projection, versionSchema(schema, projection))

/** The table of a projection where the search path of the connection leads. */
export function tableFor(projection: AnyProjection): Table {
  const table = tables.get(projection) ?? tableOf(projection)
  tables.set(projection, table)
  return table
}

const encode = (cell: Cell): string | number | boolean | null =>
  typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell

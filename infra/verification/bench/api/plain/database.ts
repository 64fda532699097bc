import pg from 'pg'

export type Pool = pg.Pool

// dates and times leave the database as the text that answers show
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

export const openPool = (connectionString: string): Pool =>
  new pg.Pool({ connectionString, max: 8, options: '-c search_path=plain' })

/** A time within JSON that the database puts together. */
export const isoText = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

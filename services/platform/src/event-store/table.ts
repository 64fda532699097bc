import type { Part } from '../unit.ts'
import type { AnyProjection, Cell, Row } from './projection.ts'

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

// room for a row's next shape on its own page: what no index looks at is then changed without touching one
const fillfactor = 80

export type Table = ReturnType<typeof tableOf>

/** The SQL of a projection's table. `schema` empty: wherever the search path leads. */
export function tableOf({ name, columns: own, shown, indexes = [] }: AnyProjection, schema = '') {
  const names = Object.keys(own)
  const columns: Record<string, string> = shown ? { ...own, shown: 'text' } : own
  const stored = Object.keys(columns)
  const types = stored.map((column) => (columns[column] as string).replace(/\?$/, ''))
  const quoted = stored.map(snakeCase)
  const key = quoted[0] as string
  const bare = snakeCase(name)
  const table = schema ? `${schema}.${bare}` : bare
  const list = quoted.join(', ')
  const selected = (those: string[]) => those.map((column, i) => `${quoted[i]} AS "${column}"`).join(', ')
  // every spelling of a time is read back as one, and what is missing as null
  const asRead = (row: Row): Row => {
    const read: Row = {}
    for (const [i, column] of names.entries()) {
      const cell = row[column] ?? null
      read[column] = cell !== null && types[i] === 'timestamptz' ? isoText(cell as string) : cell
    }
    return read
  }
  const cells = (row: Row) => {
    const written = names.map((column) => encode(row[column] ?? null))
    return shown ? [...written, shown(asRead(row))] : written
  }
  const otherwise = `ON CONFLICT (${key}) DO UPDATE SET ${quoted
    .slice(1)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`
  const into = `INSERT INTO ${table} (${list})`
  const writing =
    (rows: readonly Row[]): Part =>
    (value, from) => {
      const all = rows.map(cells)
      // nearly every command writes one row
      if (all.length === 1)
        return `${into} SELECT ${all[0]?.map((cell, i) => `${value(cell)}::${types[i]}`).join(', ')} ${from} ${otherwise}`
      const arrays = transpose(all, stored.length).map((column, i) => `${value(column)}::${types[i]}[]`)
      return `${into} SELECT row.* FROM unnest(${arrays.join(', ')}) row, (SELECT 1 ${from}) once ${otherwise}`
    }
  const loading =
    (name: string, lock = '') =>
    (keys: readonly unknown[]) => ({
      name: `${name}-${table}`,
      text: `SELECT ${selected(names)} FROM ${table} WHERE ${key} = ANY($1::${types[0]}[])${lock}`,
      values: [keys],
    })
  const removing =
    (keys: readonly unknown[]): Part =>
    (value, from) =>
      `DELETE FROM ${table} WHERE ${key} = ANY(${value(keys)}::${types[0]}[]) AND EXISTS (SELECT 1 ${from})`
  return {
    name: table,
    bare,
    names,
    /** Columns under the names that rows use. */
    select: `SELECT ${selected(names)} FROM ${table}`,
    /** The same and what answers show of them. */
    selectStored: `SELECT ${selected(stored)} FROM ${table}`,
    create: `CREATE TABLE ${table} (${stored
      .map((column, i) => `${quoted[i]} ${types[i]}${columns[column]?.endsWith('?') ? '' : ' NOT NULL'}`)
      .join(', ')}) WITH (fillfactor = ${fillfactor})`,
    /** What comes after the rows of a rebuild. */
    constraints: [
      `ALTER TABLE ${table} ADD PRIMARY KEY (${key})`,
      ...indexes.map((index) => `CREATE INDEX ON ${table} ${index}`),
    ],
    copyIn: `COPY ${table} (${list}) FROM STDIN`,
    load: loading('load'),
    /** The same, and nobody else changes them before the transaction ends. */
    lock: loading('lock', ' FOR UPDATE'),
    /** The same of `[key, person]`, with the person's wrapped key beside each row. */
    loadWithKeys: (asked: readonly (readonly [key: unknown, subject: string])[]) => ({
      name: `load-with-keys-${table}`,
      // arrays that the planner may look into would be planned for each time
      text: `SELECT ${selected(names)},
          (SELECT encode(k.wrapped, 'base64') FROM es.subject_keys k WHERE k.subject = "$subject") AS "$wrapped"
        FROM unnest((SELECT $1::${types[0]}[]), (SELECT $2::text[])) asked ("$key", "$subject") JOIN ${table} ON ${key} = "$key"`,
      values: [asked.map(([it]) => it), asked.map(([, subject]) => subject)],
    }),
    /** Parts of a statement. */
    writing,
    removing,
    /** One line of COPY's text format. */
    copyLine: (row: Row) => `${cells(row).map(copyCell).join('\t')}\n`,
  }
}

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const isoText = (time: string) => (iso.test(time) ? time : new Date(time).toISOString())

const encode = (cell: Cell): string | number | boolean | null =>
  typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell

const transpose = <T>(rows: readonly T[][], width: number): T[][] =>
  Array.from({ length: width }, (_, i) => rows.map((row) => row[i] as T))

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const copyCell = (cell: string | number | boolean | null): string =>
  cell === null ? '\\N' : String(cell).replace(/[\\\t\n\r]/g, (char) => escapes[char] as string)

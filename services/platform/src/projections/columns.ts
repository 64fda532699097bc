import type { Money } from '../money.ts'

export type Cell = string | number | boolean | null | object
export type Row = Record<string, Cell>

/** A column of a read model: how Postgres has it, and what rows have in it. */
export type Column<Value extends Cell = Cell> = {
  /** As a statement names it. */
  type: string
  isNullable: boolean
  /** A type only: no column has a value here. */
  readonly value?: Value
}
export type Columns = Readonly<Record<string, Column>>

/** The columns that rows need. */
export type ColumnsOf<R extends Row> = { readonly [Name in keyof R]: Column<R[Name]> }

/** What the rows of these columns hold. @example type NoteRow = RowOf<typeof columns> */
export type RowOf<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never
}

type RequiredColumn<Value extends Cell> = Column<Value> & {
  /** The same where a row may have no value. */
  null: Column<Value | null>
  /** Narrows what rows have. @example text.of<'open' | 'closed'>() */
  of: <Narrowed extends Value>() => RequiredColumn<Narrowed>
}

/** Some of several columns. */
export const pickColumns = <C extends Columns, Name extends keyof C>(columns: C, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<C, Name>

const column = <Value extends Cell>(type: string): RequiredColumn<Value> => ({
  type,
  isNullable: false,
  null: { type, isNullable: true },
  of: () => column(type),
})

export const bool = column<boolean>('boolean')
export const int = column<number>('integer')
/** Rows have it as text: it may be more than a number can hold. */
export const bigint = column<string>('bigint')
export const money = column<Money>('numeric(10, 2)')
export const text = column<string>('text')
/** `2026-11-27` */
export const date = column<string>('date')
/** ISO 8601 in UTC. */
export const timestamptz = column<string>('timestamptz')
export const jsonb = column<object>('jsonb')

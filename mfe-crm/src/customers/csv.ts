import { toCsv as tableToCsv } from '@plumbline/contract/csv'
import type { Customer } from '@plumbline/crm/api'
import Papa from 'papaparse'

const columns = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['address', 'Address'],
  ['status', 'Status'],
  ['source', 'Source'],
  ['notes', 'Notes'],
] as const
export type ColumnName = (typeof columns)[number][0]
export type CsvRow = Partial<Record<ColumnName, string>>

/** Customers as a table, and when each of them came. */
export function toCsv(customers: readonly Customer[]): string {
  const rows = customers.map((customer) => [
    ...columns.map(([name]) => customer[name] ?? ''),
    customer.createdAt,
  ])
  const fields = [...columns.map(([, label]) => label), 'Customer since']
  return tableToCsv(fields, rows)
}

// how other programs call the same thing
const aliases: Record<string, ColumnName> = {
  given: 'firstName',
  givenname: 'firstName',
  surname: 'lastName',
  familyname: 'lastName',
  mail: 'email',
  emailaddress: 'email',
  telephone: 'phone',
  mobile: 'phone',
  phonenumber: 'phone',
  street: 'address',
  comment: 'notes',
  note: 'notes',
}

/** Which of our columns a heading means; undefined for one we have no use for. */
export function columnOf(heading: string): ColumnName | undefined {
  const bare = heading.toLocaleLowerCase().replace(/[^a-z]/g, '')
  return columns.find(([name]) => name.toLocaleLowerCase() === bare)?.[0] ?? aliases[bare]
}

// a mark that an export put before what looked like a formula
const unmark = (text: string) => text.replace(/^'(?=[=+\-@\t\r])/, '')

/** One row with our names; what has no column of ours is left out, as is what is empty. */
export function readRow(row: Record<string, string>): CsvRow {
  const read: CsvRow = {}
  for (const [heading, value] of Object.entries(row)) {
    const name = columnOf(heading)
    const text = unmark((value ?? '').trim())
    if (!name || text === '') continue
    read[name] = name === 'status' || name === 'source' ? text.toLocaleLowerCase() : text
  }
  return read
}

export type Parsed = { rows: CsvRow[]; missing: string[] }

const required: ColumnName[] = ['firstName', 'lastName', 'email', 'phone']

/** Reads a file of any length; `missing` names the columns without which nobody can be imported. */
export const readCsv = (file: File | string): Promise<Parsed> =>
  new Promise((resolve, reject) => {
    Papa.parse<Record<string, string>>(file as File, {
      header: true,
      skipEmptyLines: 'greedy',
      complete: ({ data, meta }) => {
        const given = (meta.fields ?? []).map(columnOf)
        const missing = columns.filter(([name]) => required.includes(name) && !given.includes(name))
        resolve({ rows: data.map(readRow), missing: missing.map(([, label]) => label) })
      },
      error: (error: Error) => reject(error),
    })
  })

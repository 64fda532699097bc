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

/** The cells of a row under our names; what has no column of ours is left out, as is what is empty. */
function readRow(headings: readonly string[], row: readonly string[]): CsvRow {
  const read: CsvRow = {}
  for (const [i, heading] of headings.entries()) {
    const name = columnOf(heading)
    const text = unmark((row[i] ?? '').trim())
    if (!name || text === '') continue
    read[name] = name === 'status' || name === 'source' ? text.toLocaleLowerCase() : text
  }
  return read
}

/** `line`: where it begins in the file; a cell may have line breaks of its own. */
export type NumberedRow = { line: number; cells: CsvRow }
export type Parsed = { rows: NumberedRow[]; missing: string[] }

const required: ColumnName[] = ['firstName', 'lastName', 'email', 'phone']

/** Reads a file of any length; `missing` names the columns without which nobody can be imported. */
export async function readCsv(file: File | string): Promise<Parsed> {
  const text = typeof file === 'string' ? file : decode(await file.arrayBuffer())
  const [headings, ...lines] = rowsOf(text)
  const given = (headings?.cells ?? []).map(columnOf)
  const missing = columns.filter(([name]) => required.includes(name) && !given.includes(name))
  return {
    rows: lines.map(({ line, cells }) => ({ line, cells: readRow(headings?.cells ?? [], cells) })),
    missing: missing.map(([, label]) => label),
  }
}

/** Every row that is not empty, and its line. */
function rowsOf(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  let line = 1
  let at = 0
  // guessed without the empty lines, which the numbers need
  const { delimiter } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy' }).meta
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, meta }) => {
      if (data.some((cell) => cell.trim() !== '')) rows.push({ line, cells: data })
      line += text.slice(at, meta.cursor).match(/\r\n|\r|\n/g)?.length ?? 0
      at = meta.cursor
    },
  })
  return rows
}

const marks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** By its byte order mark; else UTF-8, and what is not that is what Excel writes on Windows. */
function decode(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  const marked = marks.find((mark) => mark.bytes.every((byte, i) => bytes[i] === byte))
  if (marked) return new TextDecoder(marked.encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

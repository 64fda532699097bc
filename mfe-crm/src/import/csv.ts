import { customerStatuses, leadSources } from '@plumbline/crm/api'
import Papa from 'papaparse'
import { fieldLabels, sourceLabels } from '../customers/customer.ts'

export type ColumnName = keyof typeof fieldLabels
export type CsvRow = Partial<Record<ColumnName, string>>
const columnNames = Object.keys(fieldLabels) as ColumnName[]
const requiredColumns: ColumnName[] = ['firstName', 'lastName', 'email', 'phone']

// how other programs call the same thing; `name` is a first and a last name in one column
const aliases: Record<string, ColumnName | 'name'> = {
  name: 'name',
  fullname: 'name',
  customer: 'name',
  customername: 'name',
  contactname: 'name',
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

/** The column that a heading means; undefined for one that is not imported. */
export function columnOf(heading: string): ColumnName | 'name' | undefined {
  const letters = heading.toLocaleLowerCase().replace(/[^a-z]/g, '')
  return columnNames.find((name) => name.toLocaleLowerCase() === letters) ?? aliases[letters]
}

const nameSuffix = /^(jr|sr|ii|iii|iv)\.?$/i

/** A name as people write it, in its two parts: `Ann Lee`, `Lee, Ann`, `Ann Lee, Jr.`. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [beforeComma = '', afterComma = ''] = name.split(/,(.*)/s).map((part) => part.trim())
  if (afterComma && !nameSuffix.test(afterComma)) return { firstName: afterComma, lastName: beforeComma }
  const words = name.split(/\s+/)
  const lastWords = words.length > 2 && nameSuffix.test(words.at(-1) ?? '') ? 2 : 1
  return { firstName: words.slice(0, -lastWords).join(' '), lastName: words.slice(-lastWords).join(' ') }
}

// the mark that an export puts before what looks like a formula
const withoutMark = (text: string) => text.replace(/^'(?=[=+\-@\t\r])/, '')

/** The stored value that a text means, whatever its case or the label on the screen; else the text, to be checked as it is. */
function storedValue(text: string, values: readonly string[], labels: Record<string, string> = {}): string {
  const lower = text.toLowerCase()
  return values.find((it) => it === lower || labels[it]?.toLowerCase() === lower) ?? text
}

/** The cells of a row by our column names, without empty ones and those that are not imported. */
function readRow(headings: readonly (ColumnName | 'name' | undefined)[], row: readonly string[]): CsvRow {
  const cells: CsvRow = {}
  let parts = {}
  for (const [i, name] of headings.entries()) {
    const text = withoutMark((row[i] ?? '').trim())
    if (!name || text === '') continue
    if (name === 'name') parts = splitName(text)
    else if (name === 'status') cells.status = storedValue(text, customerStatuses)
    else if (name === 'source') cells.source = storedValue(text, leadSources, sourceLabels)
    else cells[name] = text
  }
  const filledParts = Object.entries(parts).filter(([, part]) => part !== '')
  return { ...Object.fromEntries(filledParts), ...cells }
}

/** `line`: where it begins in the file; a cell may have line breaks of its own. */
export type NumberedRow = { line: number; cells: CsvRow }
export type CsvFile = { rows: NumberedRow[]; missing: string[] }

/** Reads a file of any length; `missing` are the labels of required columns that it does not have. */
export async function readCsv(file: File | string): Promise<CsvFile> {
  const text = typeof file === 'string' ? file : decode(await file.arrayBuffer())
  const [head, ...lines] = rowsOf(text)
  const headings = (head?.cells ?? []).map(columnOf)
  const hasName = headings.includes('name')
  const missing = requiredColumns.filter(
    (name) => !headings.includes(name) && !(hasName && (name === 'firstName' || name === 'lastName')),
  )
  return {
    rows: lines.map(({ line, cells }) => ({ line, cells: readRow(headings, cells) })),
    missing: missing.map((name) => fieldLabels[name]),
  }
}

/** Every row that is not empty, and its line. */
function rowsOf(text: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  let line = 1
  let offset = 0
  // detected without the empty lines, which the line numbers need
  const { delimiter } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy' }).meta
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, meta }) => {
      if (data.some((cell) => cell.trim() !== '')) rows.push({ line, cells: data })
      line += text.slice(offset, meta.cursor).match(/\r\n|\r|\n/g)?.length ?? 0
      offset = meta.cursor
    },
  })
  return rows
}

const byteOrderMarks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** By its byte order mark; else as UTF-8, and where it is not that, as Excel writes on Windows. */
function decode(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  const mark = byteOrderMarks.find((it) => it.bytes.every((byte, i) => bytes[i] === byte))
  if (mark) return new TextDecoder(mark.encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

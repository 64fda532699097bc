import Papa from 'papaparse'
import { type CsvRow, readRow } from './customerRow.ts'
import { decode } from './decode.ts'
import { type Column, columnOf } from './headings.ts'

/** `line`: where it begins in the file; a cell may have line breaks of its own. */
export type NumberedRow = { line: number; cells: CsvRow }
/** A row that cannot be read, and why. */
export type UnreadRow = { line: number; problem: string }
export type CsvFile = {
  rows: NumberedRow[]
  unread: UnreadRow[]
  /** The labels of columns that every row needs and the file does not have. */
  missing: string[]
  /** The headings of columns that are not imported although something is in them. */
  ignored: string[]
  /** How many lines with text there are above the headings. */
  linesAbove: number
}

// the server accepts 64 kB a call
export const maxCallBytes = 60_000

const encoder = new TextEncoder()
/** What a row takes in a call. */
export const bytesOf = (row: CsvRow) => encoder.encode(JSON.stringify(row)).length + 1

const problems = {
  quotes: 'a quotation mark is not closed; inside a text it is written twice',
  cells: 'there are more cells than headings; a text with a comma is written in quotation marks',
  length: 'the row is too long',
}

/** Reads a file of any length. */
export async function readCsv(file: File | string): Promise<CsvFile> {
  const decoded = typeof file === 'string' ? file : decode(await file.arrayBuffer())
  const text = decoded.replace(/\r\n?/g, '\n')
  const delimiter = findDelimiter(text)
  const lines = linesOf(text, delimiter)
  const headingIndex = findHeadings(lines.slice(0, maxLinesAbove).map(({ cells }) => cells)).index
  const headings = (lines[headingIndex]?.cells ?? []).map((cell) => cell.trim())
  const columns = headings.map(columnOf)
  const rows: NumberedRow[] = []
  const unread: UnreadRow[] = []
  const ignored = new Set<string>()
  for (const { line, cells, isBroken } of lines.slice(headingIndex + 1)) {
    const read = readRow(headings, columns, cells)
    const isTooWide = cells.slice(headings.length).some((cell) => cell.trim() !== '')
    const problem = isBroken
      ? problems.quotes
      : isTooWide
        ? problems.cells
        : bytesOf(read) > maxCallBytes
          ? problems.length
          : undefined
    if (problem) unread.push({ line, problem })
    else rows.push({ line, cells: read })
    for (const [i, heading] of headings.entries())
      if (!columns[i] && cells[i]?.trim()) ignored.add(heading || `column ${i + 1}`)
  }
  const above = lines.slice(0, headingIndex).filter(({ line, cells }) => line > 1 || !isHint(cells.join('')))
  return { rows, unread, missing: missingColumns(columns), ignored: [...ignored], linesAbove: above.length }
}

function missingColumns(columns: readonly (Column | undefined)[]): string[] {
  const hasName = columns.some(
    (column) =>
      (column?.is === 'name' && column.part !== 'middle' && column.part !== 'suffix') ||
      (column?.is === 'field' && (column.field === 'firstName' || column.field === 'lastName')),
  )
  const hasPhone = columns.some((column) => column?.is === 'phone')
  return [...(hasName ? [] : ['Name']), ...(hasPhone ? [] : ['Phone'])]
}

const maxLinesAbove = 30
const delimiters = [',', ';', '\t', '|']
// what Excel writes and reads as the first line
const separatorHint = /^sep=([^\n])$/i
const isHint = (line: string) => /^sep=.?$/i.test(line)

/** The one of the hint, else the one that finds the most headings, else the one that Papa Parse guesses. */
function findDelimiter(text: string): string {
  const hint = separatorHint.exec(text.slice(0, 6).trim())?.[1]
  if (hint) return hint
  const begin = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: maxLinesAbove, skipEmptyLines: 'greedy' })
      .data
  const counts = delimiters.map((delimiter) => findHeadings(begin(delimiter)).count)
  const most = Math.max(...counts)
  if (most >= minHeadings) return delimiters[counts.indexOf(most)] as string
  return Papa.parse(text, { newline: '\n', preview: 10, skipEmptyLines: 'greedy' }).meta.delimiter
}

// fewer may be a title
const minHeadings = 2

/** The row with the most headings that are known, which is not always the first, and how many these are. */
function findHeadings(rows: readonly (readonly string[])[]): { index: number; count: number } {
  const counts = rows.map((cells) => cells.filter((cell) => columnOf(cell) !== undefined).length)
  const count = Math.max(0, ...counts)
  return { index: count >= minHeadings ? counts.indexOf(count) : 0, count }
}

type Line = { line: number; cells: string[]; isBroken: boolean }

/**
 * Every row that is not empty, and its line. A quotation mark that is not closed would take the rows below it into its cell:
 * such a row ends with its line.
 */
function linesOf(text: string, delimiter: string): Line[] {
  const lines: Line[] = []
  let line = 1
  let offset = 0
  while (offset < text.length) {
    const start = offset
    Papa.parse<string[]>(text.slice(start), {
      delimiter,
      newline: '\n',
      step: ({ data, errors, meta }, parser) => {
        const end = start + meta.cursor
        const lineBreaks = text.slice(offset, end).match(/\n/g)?.length ?? 0
        const hasMore = text.slice(offset, end).trimEnd().includes('\n')
        const isBroken = errors.some(
          ({ code }) => code === 'MissingQuotes' || (code === 'InvalidQuotes' && hasMore),
        )
        if (data.some((cell) => cell.trim() !== '')) lines.push({ line, cells: data, isBroken })
        if (isBroken && hasMore) {
          offset = text.indexOf('\n', offset) + 1
          line += 1
          parser.abort()
          return
        }
        line += lineBreaks
        offset = end
      },
    })
    // nothing was read, as of an empty last line
    if (offset === start) break
  }
  return lines
}

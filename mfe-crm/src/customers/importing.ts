import { call, newKey } from '@plumbline/contract'
import { type ImportedRow, importChunk, importRows, startImport, undoImport } from '@plumbline/crm/api'
import type { CsvRow } from './csv.ts'

export type Progress = { done: number; of: number }
export type Refused = { line: number; problems: Record<string, string> }
export type Checked = { created: number; matched: number; refused: Refused[] }
/** What the rows so far would have taken, over all calls: one call knows nothing of another. */
type Taken = Set<string>

// the heading is line 1
const firstLine = 2
// the server takes 64 kB a call
const mostBytes = 60_000

const size = new TextEncoder()

/** Rows as many as one call may carry, by their number and by their bytes. */
export function* chunksOf(rows: readonly CsvRow[]): Generator<CsvRow[]> {
  let chunk: CsvRow[] = []
  let bytes = 0
  for (const row of rows) {
    const more = size.encode(JSON.stringify(row)).length + 1
    if (chunk.length === importChunk || (chunk.length > 0 && bytes + more > mostBytes)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(row)
    bytes += more
  }
  if (chunk.length > 0) yield chunk
}

/** Sends the rows a chunk after the other; each chunk is a command of its own, so that a repeat stores nothing twice. */
async function send(
  importId: number,
  rows: readonly CsvRow[],
  dryRun: boolean,
  tell: (progress: Progress) => void,
): Promise<Checked> {
  const checked: Checked = { created: 0, matched: 0, refused: [] }
  const taken: Taken | undefined = dryRun ? new Set() : undefined
  let done = 0
  for (const chunk of chunksOf(rows)) {
    const answer = await call(importRows, {
      params: { id: importId },
      body: { rows: chunk, dryRun },
      idempotencyKey: newKey(),
    })
    for (const row of answer.rows) count(checked, taken ? tried(row, taken) : row, done)
    done += chunk.length
    tell({ done, of: rows.length })
  }
  return checked
}

/** What would become of a row after those of the calls before; a row that none of them takes is created. */
export function tried(row: ImportedRow, taken: Taken): ImportedRow {
  const isKnown = row.outcome === 'matched' && row.customerId !== null
  if (row.outcome === 'refused' || isKnown) return row
  if (row.keys.some((key) => taken.has(key))) return { ...row, outcome: 'matched' }
  for (const key of row.keys) taken.add(key)
  return { ...row, outcome: 'created' }
}

function count(checked: Checked, { row, outcome, problems }: ImportedRow, offset: number): void {
  if (outcome === 'refused') checked.refused.push({ line: offset + row + firstLine, problems })
  else checked[outcome] += 1
}

const begin = async () => (await call(startImport, { idempotencyKey: newKey() })).id

/** What would become of every row; nothing is stored. */
export const checkRows = async (
  rows: readonly CsvRow[],
  tell: (progress: Progress) => void,
): Promise<Checked> => send(await begin(), rows, true, tell)

export async function storeRows(
  rows: readonly CsvRow[],
  tell: (progress: Progress) => void,
): Promise<{ importId: number; checked: Checked }> {
  const importId = await begin()
  return { importId, checked: await send(importId, rows, false, tell) }
}

/** Takes away whom an import added, but for those somebody has worked with since. */
export async function undo(importId: number): Promise<{ removed: number; keptIds: number[] }> {
  const keptIds: number[] = []
  for (;;) {
    const answer = await call(undoImport, { params: { id: importId } })
    keptIds.push(...answer.keptIds)
    if (answer.remaining === 0) return { removed: answer.removed, keptIds }
  }
}

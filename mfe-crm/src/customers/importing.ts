import { call, newKey } from '@plumbline/contract'
import { type ImportedRow, importChunk, importRows, startImport, undoImport } from '@plumbline/crm/api'
import type { NumberedRow } from './csv.ts'

export type Progress = { done: number; of: number }
export type Refused = { line: number; name: string; problems: Record<string, string> }
export type Checked = { created: number; matched: number; refused: readonly Refused[] }
/** What the rows so far would have taken, over all calls: one call knows nothing of another. */
type Taken = Set<string>

/**
 * How far an import has come. The keys belong to the next calls and stay until those are answered, so that a call whose
 * answer was lost is the same command when the import continues.
 */
export type ImportRun = {
  importId?: number
  startKey: string
  chunkKey: string
  /** Rows whose outcome is known. */
  done: number
  checked: Checked
}

export const newRun = (): ImportRun => ({
  startKey: newKey(),
  chunkKey: newKey(),
  done: 0,
  checked: { created: 0, matched: 0, refused: [] },
})

// the server takes 64 kB a call
const mostBytes = 60_000

const size = new TextEncoder()

/** Rows as many as one call may carry, by their number and by their bytes. */
export function* chunksOf(rows: readonly NumberedRow[]): Generator<NumberedRow[]> {
  let chunk: NumberedRow[] = []
  let bytes = 0
  for (const row of rows) {
    const more = size.encode(JSON.stringify(row.cells)).length + 1
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

/** One call; each is a command of its own, so that a repeat with its key stores nothing twice. */
const send = (importId: number, chunk: readonly NumberedRow[], dryRun: boolean, idempotencyKey: string) =>
  call(importRows, {
    params: { id: importId },
    body: { rows: chunk.map(({ cells }) => cells), dryRun },
    idempotencyKey,
  })

/** What would become of a row after those of the calls before; a row that none of them takes is created. */
export function tried(row: ImportedRow, taken: Taken): ImportedRow {
  const isKnown = row.outcome === 'matched' && row.customerId !== null
  if (row.outcome === 'refused' || isKnown) return row
  if (row.keys.some((key) => taken.has(key))) return { ...row, outcome: 'matched' }
  for (const key of row.keys) taken.add(key)
  return { ...row, outcome: 'created' }
}

const nameIn = ({ cells: { firstName = '', lastName = '' } }: NumberedRow) =>
  `${firstName} ${lastName}`.trim()

function counted(
  { created, matched, refused }: Checked,
  chunk: readonly NumberedRow[],
  answers: readonly ImportedRow[],
): Checked {
  const number = (outcome: ImportedRow['outcome']) => answers.filter((it) => it.outcome === outcome).length
  const more = answers.flatMap(({ row, outcome, problems }) => {
    const sent = chunk[row]
    return outcome === 'refused' && sent ? [{ line: sent.line, name: nameIn(sent), problems }] : []
  })
  return {
    created: created + number('created'),
    matched: matched + number('matched'),
    refused: [...refused, ...more],
  }
}

/** What would become of every row; nothing is stored. */
export async function checkRows(
  rows: readonly NumberedRow[],
  onProgress: (progress: Progress) => void,
): Promise<Checked> {
  const { id } = await call(startImport, { idempotencyKey: newKey() })
  const taken: Taken = new Set()
  let { checked, done } = newRun()
  for (const chunk of chunksOf(rows)) {
    const answer = await send(id, chunk, true, newKey())
    const answers = answer.rows.map((row) => tried(row, taken))
    checked = counted(checked, chunk, answers)
    done += chunk.length
    onProgress({ done, of: rows.length })
  }
  return checked
}

/**
 * Stores the rows chunk by chunk, starting where `run` ended. `onProgress` gets the run after each chunk; when a chunk fails,
 * the last of these continues the import.
 */
export async function storeRows(
  rows: readonly NumberedRow[],
  run: ImportRun,
  onProgress: (run: ImportRun) => void,
): Promise<ImportRun> {
  const importId = run.importId ?? (await call(startImport, { idempotencyKey: run.startKey })).id
  let now: ImportRun = { ...run, importId }
  onProgress(now)
  for (const chunk of chunksOf(rows.slice(run.done))) {
    const answer = await send(importId, chunk, false, now.chunkKey)
    now = {
      ...now,
      chunkKey: newKey(),
      done: now.done + chunk.length,
      checked: counted(now.checked, chunk, answer.rows),
    }
    onProgress(now)
  }
  return now
}

/** Removes the customers an import added, except those that were changed or used since; `onProgress` gets these. */
export async function undo(
  importId: number,
  keptIds: readonly number[],
  onProgress: (keptIds: readonly number[]) => void,
): Promise<{ removed: number; keptIds: readonly number[] }> {
  let kept = keptIds
  for (;;) {
    const answer = await call(undoImport, { params: { id: importId } })
    kept = [...kept, ...answer.keptIds]
    if (answer.remaining === 0) return { removed: answer.removed, keptIds: kept }
    onProgress(kept)
  }
}

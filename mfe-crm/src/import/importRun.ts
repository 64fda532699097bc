import { call, newKey } from '@plumbline/contract'
import { excerpt } from '@plumbline/contract/text'
import {
  type CustomerFieldName,
  customerLabels,
  type ImportedRow,
  importChunk,
  importRows,
  startImport,
  undoImport,
} from '@plumbline/crm/api'
import { bytesOf, type CsvFile, maxCallBytes, type NumberedRow, type UnreadRow } from './csv.ts'
import type { CsvRow } from './customerRow.ts'

export type Progress = { done: number; total: number }
export type RefusedRow = { line: number; name: string; problems: readonly string[] }
export type ImportCounts = { created: number; matched: number; refused: readonly RefusedRow[] }

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
  counts: ImportCounts
}

/** Rows that could not be read are refused from the start. */
export const newRun = (unread: readonly UnreadRow[]): ImportRun => ({
  startKey: newKey(),
  chunkKey: newKey(),
  done: 0,
  counts: {
    created: 0,
    matched: 0,
    refused: unread.map(({ line, problem }) => ({ line, name: '', problems: [problem] })),
  },
})

/** The rows in chunks that one call may carry, by their count and by their bytes. */
export function* chunksOf(rows: readonly NumberedRow[]): Generator<NumberedRow[]> {
  let chunk: NumberedRow[] = []
  let bytes = 0
  for (const row of rows) {
    const rowBytes = bytesOf(row.cells)
    if (chunk.length === importChunk || (chunk.length > 0 && bytes + rowBytes > maxCallBytes)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(row)
    bytes += rowBytes
  }
  if (chunk.length > 0) yield chunk
}

/** Each call is a command of its own, so that a repeat with its key stores nothing twice. */
const sendChunk = (
  importId: number,
  chunk: readonly NumberedRow[],
  dryRun: boolean,
  idempotencyKey: string,
) =>
  call(importRows, {
    params: { id: importId },
    body: { rows: chunk.map(({ cells }) => cells), dryRun },
    idempotencyKey,
  })

/**
 * The outcome of a row in a dry run over several calls, which know nothing of each other. `claimedKeys` are the phone numbers
 * and emails of the rows that would be created so far.
 */
export function dryRunOutcome(row: ImportedRow, claimedKeys: Set<string>): ImportedRow {
  const isExisting = row.outcome === 'matched' && row.customerId !== null
  if (row.outcome === 'refused' || isExisting) return row
  if (row.keys.some((key) => claimedKeys.has(key))) return { ...row, outcome: 'matched' }
  for (const key of row.keys) claimedKeys.add(key)
  return { ...row, outcome: 'created' }
}

const maxQuotedLength = 40

/** What is wrong with a cell, in the words of the person who has the file open. */
export function describeProblem(field: string, value: string | undefined, message: string): string {
  if (!(field in customerLabels)) return message
  const label = customerLabels[field as CustomerFieldName].toLowerCase()
  if (!value) return `${label} is missing`
  const quoted = excerpt(value, maxQuotedLength)
  return `${label} "${quoted}"${field === 'status' ? ' must be Lead, Active or Completed' : `: ${message}`}`
}

const nameOf = ({ firstName = '', lastName = '', email = '' }: CsvRow) =>
  `${firstName} ${lastName}`.trim() || email

function addOutcomes(
  { created, matched, refused }: ImportCounts,
  chunk: readonly NumberedRow[],
  outcomes: readonly ImportedRow[],
): ImportCounts {
  const countOf = (outcome: ImportedRow['outcome']) => outcomes.filter((it) => it.outcome === outcome).length
  const refusedNow = outcomes.flatMap(({ row, outcome, problems }) => {
    const sent = chunk[row]
    if (outcome !== 'refused' || !sent) return []
    const { line, cells } = sent
    const texts = Object.entries(problems).map(([field, message]) =>
      describeProblem(field, cells[field as CustomerFieldName], message),
    )
    return [{ line, name: nameOf(cells), problems: texts }]
  })
  return {
    created: created + countOf('created'),
    matched: matched + countOf('matched'),
    refused: [...refused, ...refusedNow].sort((a, b) => a.line - b.line),
  }
}

/** The outcome that every row would have; nothing is stored. */
export async function checkRows(
  { rows, unread }: Pick<CsvFile, 'rows' | 'unread'>,
  onProgress: (progress: Progress) => void,
): Promise<ImportCounts> {
  const { id } = await call(startImport, { idempotencyKey: newKey() })
  const claimedKeys = new Set<string>()
  let { counts, done } = newRun(unread)
  for (const chunk of chunksOf(rows)) {
    const answer = await sendChunk(id, chunk, true, newKey())
    const outcomes = answer.rows.map((row) => dryRunOutcome(row, claimedKeys))
    counts = addOutcomes(counts, chunk, outcomes)
    done += chunk.length
    onProgress({ done, total: rows.length })
  }
  return counts
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
  let current: ImportRun = { ...run, importId }
  onProgress(current)
  for (const chunk of chunksOf(rows.slice(run.done))) {
    const answer = await sendChunk(importId, chunk, false, current.chunkKey)
    current = {
      ...current,
      chunkKey: newKey(),
      done: current.done + chunk.length,
      counts: addOutcomes(current.counts, chunk, answer.rows),
    }
    onProgress(current)
  }
  return current
}

export type UndoResult = { removed: number; keptIds: readonly number[] }

/**
 * Removes the customers an import added, except those that were changed or used since. `onProgress` gets the ids of these after
 * each part, with which a repeat continues.
 */
export async function undoRun(
  importId: number,
  keptBefore: readonly number[],
  onProgress: (keptIds: readonly number[]) => void,
): Promise<UndoResult> {
  let keptIds = keptBefore
  for (;;) {
    const { removed, remaining, ...part } = await call(undoImport, { params: { id: importId } })
    keptIds = [...keptIds, ...part.keptIds]
    onProgress(keptIds)
    if (remaining === 0) return { removed, keptIds }
  }
}

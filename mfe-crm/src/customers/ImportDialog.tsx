import { Button, Dialog, EmptyState, ErrorState, ProgressBar } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type NumberedRow, readCsv } from './csv.ts'
import { people, Stopped, Summary, Undone } from './ImportSummary.tsx'
import {
  type Checked,
  checkRows,
  type ImportRun,
  newRun,
  type Progress,
  storeRows,
  undo,
} from './importing.ts'
import { customersQuery } from './queries.ts'

type Stage =
  | { name: 'choose' }
  | { name: 'working'; said: string; progress: Progress }
  | { name: 'checked'; rows: NumberedRow[]; checked: Checked }
  | { name: 'stored'; run: ImportRun }
  | { name: 'stopped'; rows: NumberedRow[]; run: ImportRun; error: Error }
  | { name: 'undone'; removed: number; keptIds: readonly number[] }
  | { name: 'undoStopped'; importId: number; keptIds: readonly number[]; message: string }
  | { name: 'failed'; message: string }

const none: Progress = { done: 0, of: 1 }

/** Customers from a file: first what would happen, then it happens, and it can be taken back as a whole. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>({ name: 'choose' })
  const say = (said: string) => (progress: Progress) => setStage({ name: 'working', said, progress })
  const changed = () => queryClient.invalidateQueries({ queryKey: customersQuery().queryKey })
  const attempt = async (said: string, work: () => Promise<Stage>, failed: (error: Error) => Stage) => {
    say(said)(none)
    try {
      setStage(await work())
    } catch (error) {
      setStage(failed(error as Error))
    }
  }

  const check = (chosen: File) => {
    const said = 'Checking every row'
    const work = async (): Promise<Stage> => {
      const { rows, missing } = await readCsv(chosen)
      if (missing.length > 0) throw new Error(`The file has no column for: ${missing.join(', ')}.`)
      if (rows.length === 0) throw new Error('The file has no rows.')
      return { name: 'checked', rows, checked: await checkRows(rows, say(said)) }
    }
    return attempt(said, work, ({ message }) => ({ name: 'failed', message }))
  }
  const store = async (rows: NumberedRow[], from: ImportRun) => {
    const said = 'Adding customers'
    let run = from
    const onProgress = (next: ImportRun) => {
      run = next
      say(said)({ done: run.done, of: rows.length })
    }
    await attempt(
      said,
      async () => ({ name: 'stored', run: await storeRows(rows, from, onProgress) }),
      (error) => ({ name: 'stopped', rows, run, error }),
    )
    await changed()
  }
  const takeBack = async (importId: number, keptBefore: readonly number[] = []) => {
    let keptIds = keptBefore
    await attempt(
      'Taking the import back',
      async () => ({
        name: 'undone',
        ...(await undo(importId, keptIds, (kept) => {
          keptIds = kept
        })),
      }),
      ({ message }) => ({ name: 'undoStopped', importId, keptIds, message }),
    )
    await changed()
  }
  const close = () => {
    if (stage.name === 'working') return
    setStage({ name: 'choose' })
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Import customers"
      footer={
        <>
          {stage.name === 'checked' && (
            <Button onClick={() => setStage({ name: 'choose' })}>Choose another file</Button>
          )}
          {(stage.name === 'stored' || stage.name === 'stopped') && stage.run.importId !== undefined && (
            <Button onClick={() => void takeBack(Number(stage.run.importId))}>Undo the import</Button>
          )}
          {stage.name === 'undoStopped' && (
            <Button tone="primary" onClick={() => void takeBack(stage.importId, stage.keptIds)}>
              Continue undoing
            </Button>
          )}
          {stage.name === 'stopped' && (
            <Button tone="primary" onClick={() => void store(stage.rows, stage.run)}>
              Continue the import
            </Button>
          )}
          {stage.name === 'checked' && (
            <Button
              tone="primary"
              disabled={stage.checked.created === 0}
              onClick={() => void store(stage.rows, newRun())}
            >
              Import {people(stage.checked.created)}
            </Button>
          )}
          {stage.name !== 'checked' && stage.name !== 'stopped' && (
            <Button
              tone={stage.name === 'stored' ? 'primary' : 'secondary'}
              onClick={close}
              busy={stage.name === 'working'}
            >
              {stage.name === 'choose' ? 'Cancel' : 'Done'}
            </Button>
          )}
        </>
      }
    >
      {stage.name === 'choose' && (
        <EmptyState
          title="A CSV file with first name, last name, email and phone"
          action={
            <Button tone="primary" onClick={() => file.current?.click()}>
              Choose a file
            </Button>
          }
        >
          Address, status, source and notes are taken along. Nothing is stored before you have seen what would
          happen.
        </EmptyState>
      )}
      <input
        ref={file}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="CSV file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen) void check(chosen)
        }}
      />
      {stage.name === 'working' && (
        <ProgressBar label={stage.said} value={stage.progress.done} max={stage.progress.of} />
      )}
      {stage.name === 'checked' && <Summary checked={stage.checked} would />}
      {stage.name === 'stored' && <Summary checked={stage.run.checked} />}
      {stage.name === 'stopped' && <Stopped run={stage.run} rows={stage.rows.length} error={stage.error} />}
      {stage.name === 'undoStopped' && (
        <ErrorState title="The import is not undone completely">{stage.message}</ErrorState>
      )}
      {stage.name === 'undone' && <Undone removed={stage.removed} keptIds={stage.keptIds} />}
      {stage.name === 'failed' && (
        <ErrorState title="The file could not be imported" onRetry={() => setStage({ name: 'choose' })}>
          {stage.message}
        </ErrorState>
      )}
    </Dialog>
  )
}

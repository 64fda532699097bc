import { toast } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { Button, Dialog, EmptyState, ErrorState, ProgressBar } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { customersKey } from '../customers/queries.ts'
import { type CsvFile, readCsv } from './csv.ts'
import {
  countCustomers,
  FileSummary,
  ImportSummary,
  StoppedSummary,
  UndoSummary,
  undoText,
} from './ImportSummary.tsx'
import {
  checkRows,
  type ImportCounts,
  type ImportRun,
  newRun,
  type Progress,
  storeRows,
  type UndoResult,
  undoRun,
} from './importRun.ts'

type Stage =
  | { name: 'choose' }
  | { name: 'working'; label: string; progress: Progress }
  | { name: 'checked'; file: CsvFile; counts: ImportCounts }
  | { name: 'stored'; run: ImportRun }
  | { name: 'stopped'; file: CsvFile; run: ImportRun; error: Error }
  | { name: 'undone'; result: UndoResult }
  | { name: 'failed'; message: string }

const choose: Stage = { name: 'choose' }

/** The import that can be undone at a stage. */
const importIdOf = (stage: Stage) =>
  stage.name === 'stored' || stage.name === 'stopped' ? stage.run.importId : undefined

// the dialog opens again with an import that can be undone, also when the page was left meanwhile
let lastStage: Stage = choose

/** Customers from a file: first a preview, then the import, which can be undone as a whole. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>(lastStage)
  const importId = importIdOf(stage)
  const enter = (next: Stage) => {
    if (next.name !== 'working') lastStage = importIdOf(next) === undefined ? choose : next
    setStage(next)
  }
  const work = async (
    label: string,
    task: (onProgress: (progress: Progress) => void) => Promise<Stage>,
    failed: (error: Error) => Stage,
  ) => {
    const showProgress = (progress: Progress) => enter({ name: 'working', label, progress })
    showProgress({ done: 0, total: 1 })
    try {
      enter(await task(showProgress))
    } catch (error) {
      enter(failed(error as Error))
    }
  }

  const check = (chosen: File) =>
    work(
      'Checking rows',
      async (onProgress) => {
        const read = await readCsv(chosen)
        if (read.missing.length > 0)
          throw new Error(`The file has no column for: ${read.missing.join(', ')}.`)
        if (read.rows.length + read.unread.length === 0) throw new Error('The file has no rows.')
        return { name: 'checked', file: read, counts: await checkRows(read, onProgress) }
      },
      ({ message }) => ({ name: 'failed', message }),
    )
  const store = async (source: CsvFile, from: ImportRun) => {
    let run = from
    await work(
      'Adding customers',
      async (onProgress) => ({
        name: 'stored',
        run: await storeRows(source.rows, from, (next) => {
          run = next
          onProgress({ done: run.done, total: source.rows.length })
        }),
      }),
      (error) => ({ name: 'stopped', file: source, run, error }),
    )
    await queryClient.invalidateQueries({ queryKey: customersKey })
  }
  const keptIds = useRef<readonly number[]>([])
  const undoing = useAction(
    (id: number) =>
      undoRun(id, keptIds.current, (ids) => {
        keptIds.current = ids
      }),
    {
      refetch: [customersKey],
      success: (result) => (open ? null : undoText(result)),
      failure: 'Failed to undo the import. Please try again.',
      onDone: (result, id) => {
        keptIds.current = []
        // another file may have been chosen meanwhile
        if (importIdOf(lastStage) === id) enter({ name: 'undone', result })
      },
    },
  )
  const close = () => {
    if (stage.name === 'working' || undoing.pending) return
    if (importId === undefined) enter(choose)
    else if (stage.name === 'stored')
      toast({
        title: 'Success!',
        description: `${countCustomers(stage.run.counts.created)} added.`,
        action: { label: 'Undo', onSelect: () => undoing.run(importId) },
      })
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Import customers"
      footer={
        <>
          {['checked', 'stored', 'undone'].includes(stage.name) && (
            <Button onClick={() => enter(choose)}>
              {stage.name === 'checked' ? 'Choose another file' : 'Import another file'}
            </Button>
          )}
          {importId !== undefined && (
            <Button busy={undoing.pending} onClick={() => undoing.run(importId)}>
              Undo import
            </Button>
          )}
          {stage.name === 'stopped' ? (
            <Button tone="primary" onClick={() => void store(stage.file, stage.run)}>
              Continue import
            </Button>
          ) : stage.name === 'checked' ? (
            <Button
              tone="primary"
              disabled={stage.counts.created === 0}
              onClick={() => void store(stage.file, newRun(stage.file.unread))}
            >
              Import {countCustomers(stage.counts.created)}
            </Button>
          ) : (
            <Button
              tone={stage.name === 'stored' || stage.name === 'undone' ? 'primary' : 'secondary'}
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
          title="A CSV file with names and phone numbers"
          action={
            <Button tone="primary" onClick={() => file.current?.click()} data-autofocus>
              Choose a file
            </Button>
          }
        >
          Exports of Google Contacts, Outlook, QuickBooks, Jobber, Housecall Pro and Square are understood.
          Email, address, status, source and notes are imported too. You see a preview before anything is
          saved.
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
        <ProgressBar label={stage.label} value={stage.progress.done} max={stage.progress.total} />
      )}
      {stage.name === 'checked' && (
        <>
          <ImportSummary counts={stage.counts} isPreview />
          <FileSummary file={stage.file} />
        </>
      )}
      {stage.name === 'stored' && <ImportSummary counts={stage.run.counts} />}
      {stage.name === 'stopped' && (
        <StoppedSummary run={stage.run} total={stage.file.rows.length} error={stage.error} />
      )}
      {stage.name === 'undone' && <UndoSummary result={stage.result} />}
      {stage.name === 'failed' && (
        <ErrorState title="The file could not be imported" onRetry={() => enter(choose)}>
          {stage.message}
        </ErrorState>
      )}
    </Dialog>
  )
}

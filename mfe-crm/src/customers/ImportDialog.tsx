import { Button, Dialog, EmptyState, ErrorState, ProgressBar } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type CsvRow, readCsv } from './csv.ts'
import { people, Summary, Undone } from './ImportSummary.tsx'
import { type Checked, checkRows, type Progress, storeRows, undo } from './importing.ts'
import { customersQuery } from './queries.ts'

type Stage =
  | { name: 'choose' }
  | { name: 'working'; said: string; progress: Progress }
  | { name: 'checked'; rows: CsvRow[]; checked: Checked }
  | { name: 'stored'; importId: number; checked: Checked }
  | { name: 'undone'; removed: number; keptIds: readonly number[] }
  | { name: 'failed'; message: string }

const none: Progress = { done: 0, of: 1 }

/** Customers from a file: first what would happen, then it happens, and it can be taken back as a whole. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [stage, setStage] = useState<Stage>({ name: 'choose' })
  const say = (said: string) => (progress: Progress) => setStage({ name: 'working', said, progress })
  const changed = () => queryClient.invalidateQueries({ queryKey: customersQuery().queryKey })
  const attempt = async (said: string, work: (tell: (progress: Progress) => void) => Promise<Stage>) => {
    say(said)(none)
    try {
      setStage(await work(say(said)))
    } catch (error) {
      setStage({ name: 'failed', message: (error as Error).message })
    }
  }

  const check = (chosen: File) =>
    attempt('Checking every row', async (tell) => {
      const { rows, missing } = await readCsv(chosen)
      if (missing.length > 0) throw new Error(`The file has no column for: ${missing.join(', ')}.`)
      if (rows.length === 0) throw new Error('The file has no rows.')
      return { name: 'checked', rows, checked: await checkRows(rows, tell) }
    })
  const store = (rows: CsvRow[]) =>
    attempt('Adding customers', async (tell) => {
      const { importId, checked } = await storeRows(rows, tell)
      await changed()
      return { name: 'stored', importId, checked }
    })
  const takeBack = (importId: number) =>
    attempt('Taking the import back', async () => {
      const { removed, keptIds } = await undo(importId)
      await changed()
      return { name: 'undone', removed, keptIds }
    })
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
          {stage.name === 'stored' && (
            <Button onClick={() => void takeBack(stage.importId)}>Undo the import</Button>
          )}
          {stage.name === 'checked' ? (
            <Button
              tone="primary"
              disabled={stage.checked.created === 0}
              onClick={() => void store(stage.rows)}
            >
              Import {people(stage.checked.created)}
            </Button>
          ) : (
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
      {stage.name === 'stored' && <Summary checked={stage.checked} />}
      {stage.name === 'undone' && <Undone removed={stage.removed} keptIds={stage.keptIds} />}
      {stage.name === 'failed' && (
        <ErrorState title="The file could not be imported" onRetry={() => setStage({ name: 'choose' })}>
          {stage.message}
        </ErrorState>
      )}
    </Dialog>
  )
}

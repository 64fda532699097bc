import { Button } from '@plumbline/ui'
import { Download } from 'lucide-react'
import { useRights } from '../rights.ts'
import { type CsvFile, saveCsv } from './saveCsv.ts'

type ExportButtonProps<Item> = {
  file: CsvFile<Item>
  items: readonly Item[]
  /** What is exported, where several are on the page. */
  of?: string
  /** `Export CSV` by default. */
  label?: string
}

/** Saves a table as a file, for members who may export. */
export function ExportButton<Item>({ file, items, of, label = 'Export CSV' }: ExportButtonProps<Item>) {
  const { may } = useRights()
  if (!may('export') || items.length === 0) return null
  return (
    <Button
      size="sm"
      data-export
      aria-label={of && `${label} of ${of}`}
      onClick={() => void saveCsv(file, items)}
    >
      <Download size={15} aria-hidden />
      {label}
    </Button>
  )
}

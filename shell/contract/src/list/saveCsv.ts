import { call, toast } from '@plumbline/contract'
import { recordExport } from '@plumbline/gateway/api'

export type CsvColumn<Item> = readonly [label: string, of: (item: Item) => string | number | null]

/** What a list is saved as. */
export type CsvFile<Item> = { name: string; columns: (items: readonly Item[]) => readonly CsvColumn<Item>[] }

/** Saves items as a file for spreadsheets. */
export async function saveCsv<Item>(
  { name, columns }: CsvFile<Item>,
  items: readonly Item[] | Promise<readonly Item[]>,
): Promise<void> {
  try {
    const [{ download, toCsv }, rows] = await Promise.all([
      import('../csv.ts'),
      items,
      call(recordExport, { body: { name } }),
    ])
    const exported = columns(rows)
    download(
      name,
      toCsv(
        exported.map(([label]) => label),
        rows.map((item) => exported.map(([, of]) => of(item))),
      ),
    )
  } catch (error) {
    toast({ title: 'Error', description: (error as Error).message, tone: 'destructive' })
  }
}

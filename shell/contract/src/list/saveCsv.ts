import { toast } from '@plumbline/contract'

export type CsvColumn<Item> = readonly [label: string, of: (item: Item) => string | number | null]

/** Saves items as a file for spreadsheets. */
export async function saveCsv<Item>(
  name: string,
  columns: readonly CsvColumn<Item>[],
  items: readonly Item[],
): Promise<void> {
  try {
    const { download, toCsv } = await import('../csv.ts')
    download(
      name,
      toCsv(
        columns.map(([label]) => label),
        items.map((item) => columns.map(([, of]) => of(item))),
      ),
    )
  } catch (error) {
    toast({ title: 'Error', description: (error as Error).message, tone: 'destructive' })
  }
}

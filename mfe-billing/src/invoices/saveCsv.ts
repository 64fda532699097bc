import { toast } from '@plumbline/contract'

/** Hands a table over as a file for spreadsheets. */
export async function saveCsv(
  name: string,
  fields: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Promise<void> {
  try {
    const { download, toCsv } = await import('@plumbline/contract/csv')
    download(name, toCsv(fields, rows))
  } catch (error) {
    toast({ title: 'Error', description: (error as Error).message, tone: 'destructive' })
  }
}

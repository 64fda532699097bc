import Papa from 'papaparse'

// what a spreadsheet would run; a number below zero is only a number
const formula = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/

/** A table that spreadsheets open; what looks like a formula is made harmless. @example toCsv(['Name'], [['Ann Lee']]) */
export const toCsv = (
  fields: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string =>
  Papa.unparse({ fields: [...fields], data: rows.map((row) => [...row]) }, { escapeFormulae: formula })

// without it Excel reads UTF-8 as Windows-1252, and José as JosÃ©
const byteOrderMark = '\uFEFF'

/** A table as a file, in the encoding that spreadsheets recognise. */
export const csvFile = (text: string): Blob =>
  new Blob([byteOrderMark, text], { type: 'text/csv;charset=utf-8' })

/** Hands a table over as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(csvFile(text))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

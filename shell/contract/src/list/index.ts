export { ExportButton, ListFilters, ListResult, ListView } from './ListView.tsx'
export { type CsvColumn, saveCsv } from './saveCsv.ts'
export { type List, type Sort, useList } from './useList.ts'

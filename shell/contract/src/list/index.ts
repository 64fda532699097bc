export { ExportButton, ListFilters, ListResult, ListView } from './ListView.tsx'
export { type CsvColumn, type List, type Sort, useList } from './useList.ts'

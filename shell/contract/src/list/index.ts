export { ExportButton, ListFilters, ListResult, ListView } from './ListView.tsx'
export { createMatcher } from './matcher.ts'
export { type CsvColumn, saveCsv } from './saveCsv.ts'
export { type List, type Sort, useList } from './useList.ts'

export { ExportButton } from './ExportButton.tsx'
export { ListView } from './ListView.tsx'
export { createMatcher } from './matcher.ts'
export {
  type ListQuery,
  loadFirstPage,
  onEntry,
  type PagedList,
  readAll,
  readPage,
  totalQuery,
} from './pagedList.ts'
export { type CsvColumn, type CsvFile, saveCsv } from './saveCsv.ts'
export { type Layout, type LayoutChoice, useLayout } from './useLayout.ts'
export { type List, type Sort, useList } from './useList.ts'
export { usePagedList } from './usePagedList.ts'

import { useFilter, useParam } from '@plumbline/contract'
import { useDeferredValue, useState } from 'react'
import { createMatcher, type Searched } from './matcher.ts'
import type { Choice } from './pagedList.ts'
import { type CsvFile, saveCsv } from './saveCsv.ts'
import { useResetFilters } from './useResetFilters.ts'

export type Sort<Item> = Choice & { compare: (a: Item, b: Item) => number }

/** A list with its filters, as it is shown; what is not loaded yet is undefined. */
export type List<Item extends object> = {
  /** What the filters leave, in order, as far as it is loaded. */
  visible: readonly Item[] | undefined
  /** Whether they are still those that the filters before left. */
  isOutdated?: boolean
  /** How many items the filters leave. */
  count: number | undefined
  /** How many there are, whatever the filters. */
  total: number | undefined
  /** Why there is nothing to show. */
  failure?: { error: Error; retry: () => void } | undefined
  /** What follows and is not loaded yet. */
  more?: { hasFailed: boolean; load: () => Promise<unknown> } | undefined
  search: string
  status: string
  statuses: readonly Choice[]
  sort: string
  sorts: readonly Choice[]
  change: (change: { search?: string; status?: string }) => void
  changeSort: (sort: string) => void
  /** Besides search and status. */
  hasOwnFilter: boolean
  isFiltered: boolean
  /** Takes back the search, the status and the order. */
  reset: () => void
  /** Loads what is not loaded yet, as to print it. */
  loadAll?: () => Promise<void>
  /** None where there is nothing to export. */
  exportCsv?: () => Promise<void>
}

export type ListOptions<Item> = Searched<Item> & {
  /** The choices of the status filter; the first is the one for all. */
  statuses?: readonly Choice[]
  /** Whether an item is shown for a status; by default its own has to be the same. */
  hasStatus?: (item: Item, status: string) => boolean
  /** Orders to choose from; without a choice the first one. Without orders items stay as they are given. */
  sorts?: readonly Sort<Item>[]
  /** The file that Export CSV saves: what is shown, in its order. Without it there is nothing to export. */
  csv?: CsvFile<Item>
}

const isOfStatus = (item: object, status: string) => (item as { status?: string }).status === status

/**
 * A list of items that are answered as a whole, with a search, a status filter and an order that live in the address. Items
 * that are not loaded yet are undefined.
 */
export function useList<Item extends object>(
  items: readonly Item[] | undefined,
  { statuses = [], hasStatus = isOfStatus, sorts = [], csv, ...searched }: ListOptions<Item>,
): List<Item> {
  const [{ search, ...filter }, change] = useFilter()
  const [sort, setSort] = useParam('sort')
  const reset = useResetFilters(change)
  const [matching] = useState(() => createMatcher(searched))
  // a status of another list that shares this URL filters nothing here
  const status = statuses.some(({ value }) => value === filter.status) ? filter.status : ''
  const query = useDeferredValue(search)
  const order = sorts.find(({ value }) => value === sort) ?? sorts[0]
  const matches = items && matching(items, query)
  const filtered = status === '' ? matches : matches?.filter((item) => hasStatus(item, status))
  const visible = order ? filtered?.toSorted(order.compare) : filtered
  return {
    visible,
    count: visible?.length,
    total: items?.length,
    search,
    status,
    statuses,
    sort: order?.value ?? '',
    sorts,
    change,
    changeSort: (value: string) => setSort(value === sorts[0]?.value ? null : value, { replace: true }),
    hasOwnFilter: false,
    isFiltered: query !== '' || status !== '',
    reset,
    exportCsv: csv && (() => saveCsv(csv, visible ?? [])),
  }
}

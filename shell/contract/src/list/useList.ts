import { useFilter, useParam } from '@plumbline/contract'
import { useDeferredValue, useState } from 'react'
import { createMatcher, type Searched } from './matcher.ts'
import { type CsvColumn, saveCsv } from './saveCsv.ts'

type Choice = { value: string; label: string }

export type Sort<Item> = Choice & { compare: (a: Item, b: Item) => number }

export type ListOptions<Item> = Searched<Item> & {
  /** The choices of the status filter; the first is the one for all. */
  statuses?: readonly Choice[]
  /** Whether an item is shown for a status; by default its own has to be the same. */
  hasStatus?: (item: Item, status: string) => boolean
  /** A filter of the page's own, while it is chosen; the page resets it. */
  filter?: ((item: Item) => boolean) | undefined
  /** Orders to choose from; without a choice the first one. Without orders items stay as they are given. */
  sorts?: readonly Sort<Item>[]
  /** The file that Export CSV saves: what is shown, in its order. Without it there is nothing to export. */
  csv?: { name: string; columns: (items: readonly Item[]) => readonly CsvColumn<Item>[] }
}

const isOfStatus = (item: object, status: string) => (item as { status?: string }).status === status

/**
 * A list with a search, a status filter and an order that live in the URL, and what of the items they leave. Items that are
 * not loaded yet are undefined.
 */
export function useList<Item extends object>(
  items: readonly Item[] | undefined,
  { statuses = [], hasStatus = isOfStatus, filter: own, sorts = [], csv, ...searched }: ListOptions<Item>,
) {
  const [{ search, ...filter }, change] = useFilter()
  const [sort, setSort] = useParam('sort')
  const [matching] = useState(() => createMatcher(searched))
  // a status of another list that shares this URL filters nothing here
  const status = statuses.some(({ value }) => value === filter.status) ? filter.status : ''
  const query = useDeferredValue(search)
  const order = sorts.find(({ value }) => value === sort) ?? sorts[0]
  const matches = items && matching(items, query)
  const ofStatus = status === '' ? matches : matches?.filter((item) => hasStatus(item, status))
  const filtered = own ? ofStatus?.filter(own) : ofStatus
  const visible = order ? filtered?.toSorted(order.compare) : filtered
  return {
    /** All items, whatever the filters. */
    items,
    /** What the filters leave, in order. */
    visible,
    search,
    status,
    statuses,
    sort: order?.value ?? '',
    sorts,
    change,
    changeSort: (value: string) => setSort(value === sorts[0]?.value ? null : value, { replace: true }),
    /** Besides search and status. */
    hasOwnFilter: own !== undefined,
    isFiltered: query !== '' || status !== '' || own !== undefined,
    reset: () => change({ search: '', status: '' }),
    exportCsv: async () => csv && saveCsv(csv.name, csv.columns(visible ?? []), visible ?? []),
  }
}

export type List<Item extends object> = ReturnType<typeof useList<Item>>

import { useFilter, useParam } from '@plumbline/contract'
import { useDebouncedValue } from '@plumbline/ui'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  chosen,
  type ListQuery,
  type PagedList,
  pagesQuery,
  queryOf,
  readAll,
  totalQuery,
} from './pagedList.ts'
import { saveCsv } from './saveCsv.ts'
import type { List } from './useList.ts'
import { useResetFilters } from './useResetFilters.ts'

/** A list of which the pages that are seen are loaded; search, status and order live in the address. `own`: a filter of the page. */
export function usePagedList<Item extends object>(list: PagedList<Item>, own?: ListQuery) {
  const [filter, change] = useFilter()
  const [sortParam, setSort] = useParam('sort')
  const reset = useResetFilters(change)
  const queryClient = useQueryClient()
  const search = useDebouncedValue(filter.search)
  const { status, sort, sorts } = chosen(list, { ...filter, sort: sortParam })
  const query = queryOf(list, { ...filter, search, sort: sortParam }, own)
  const { data, error, isPlaceholderData, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({ ...pagesQuery(list, query), placeholderData: keepPreviousData })
  const isFiltered = search.trim() !== '' || status !== '' || own !== undefined
  const { data: total } = useQuery({ ...totalQuery(list), enabled: isFiltered })
  const visible = useMemo(() => data?.pages.flatMap(({ items }) => items), [data])
  const count = data?.pages[0]?.total ?? undefined
  return {
    visible,
    isOutdated: isPlaceholderData,
    count,
    // what was shown before may have been filtered
    total: isFiltered || isPlaceholderData ? total : count,
    failure: data || !error ? undefined : { error, retry: () => void refetch() },
    more: hasNextPage
      ? {
          hasFailed: isFetchNextPageError,
          load: () => fetchNextPage({ cancelRefetch: false }),
        }
      : undefined,
    search: filter.search,
    status,
    statuses: list.statuses,
    sort,
    sorts,
    change,
    changeSort: (value: string) => setSort(value === sorts[0]?.value ? null : value, { replace: true }),
    hasOwnFilter: own !== undefined,
    isFiltered,
    reset,
    exportCsv: () => saveCsv(list.csv, readAll(list, query)),
    loadAll: async () => {
      const items = await readAll(list, query)
      const page = { items, next: null, total: items.length }
      queryClient.setQueryData(pagesQuery(list, query).queryKey, { pages: [page], pageParams: [null] })
    },
    query,
  } satisfies List<Item> & { query: ListQuery | null }
}

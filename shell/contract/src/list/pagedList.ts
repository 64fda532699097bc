import { type CallableEndpoint, call, callWithHeaders } from '@plumbline/contract'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { $ZodType } from 'zod/v4/core'
import type { CsvFile } from './saveCsv.ts'

export type Choice = { value: string; label: string }

/** What a call of a list asks for besides its page. */
export type ListQuery = Record<string, string>

/** A list of records that its service searches, filters, orders and answers page by page. */
export type PagedList<Item extends object> = {
  /** The beginning of the keys of its queries. */
  key: readonly string[]
  endpoint: CallableEndpoint & { response: $ZodType<Item[]> }
  /** What every call of it asks for. */
  query?: ListQuery
  /** Kinds of records whose change makes it old. */
  changedBy: readonly string[]
  /** The choices of the status filter; the first is the one for all. */
  statuses: readonly Choice[]
  /** What is asked for a status, where it is not the status itself; null where no item can have it. */
  ofStatus?: (status: string) => ListQuery | null
  /** The orders to choose from, by the names that the service has for them; the first is the one without a choice. */
  sorts: (status: string) => readonly Choice[]
  /** The file that Export CSV saves: all that the filters leave. */
  csv: CsvFile<Item>
}

const pageSize = '50'
const maxSearchLength = 200

type Page<Item> = { items: readonly Item[]; next: string | null; total: number | null }
const noPage = { items: [], next: null, total: 0 }

/** One page of a list; `total` where the query asks for `count`. */
export async function readPage<Item extends object>(
  { endpoint }: Pick<PagedList<Item>, 'endpoint'>,
  query: ListQuery,
  signal: AbortSignal,
): Promise<Page<Item>> {
  const { value, headers } = await callWithHeaders(endpoint, { query, signal })
  const [, address] = /^<([^>]+)>/.exec(headers.get('link') ?? '') ?? []
  return {
    items: value,
    next: address ? new URL(address, location.origin).searchParams.get('cursor') : null,
    total: headers.has('x-total-count') ? Number(headers.get('x-total-count')) : null,
  }
}

/** The pages that a query has so far; null asks for nothing. */
export const pagesQuery = <Item extends object>(list: PagedList<Item>, query: ListQuery | null) =>
  infiniteQueryOptions({
    queryKey: [...list.key, 'pages', query],
    queryFn: ({ pageParam, signal }): Promise<Page<Item>> | Page<Item> =>
      query === null
        ? noPage
        : readPage(
            list,
            {
              ...query,
              limit: pageSize,
              ...(pageParam === null ? { count: 'true' } : { cursor: pageParam }),
            },
            signal,
          ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    meta: { changedBy: list.changedBy },
  })

/** How many items a query leaves; without one, how many there are. */
export const totalQuery = <Item extends object>(list: PagedList<Item>, query: ListQuery = {}) =>
  queryOptions({
    queryKey: [...list.key, 'total', query],
    queryFn: async ({ signal }) =>
      (await readPage(list, { ...query, limit: '1', count: 'true' }, signal)).total ?? 0,
    meta: { changedBy: list.changedBy },
  })

/** All items that a query leaves, for what needs them whole. */
export const readAll = async <Item extends object>(
  { endpoint }: PagedList<Item>,
  query: ListQuery | null,
): Promise<readonly Item[]> => (query === null ? [] : call(endpoint, { query }))

export type Filters = { search: string; status: string; sort: string | null }

/** The status and the order that filters choose; those of another list that shares the address choose nothing. */
export function chosen<Item extends object>({ statuses, sorts }: PagedList<Item>, filters: Filters) {
  const status = statuses.some(({ value }) => value === filters.status) ? filters.status : ''
  const offered = sorts(status)
  const sort = (offered.find(({ value }) => value === filters.sort) ?? offered[0])?.value ?? ''
  return { status, sort, sorts: offered }
}

/** What a list is asked for by its filters, and by the page's own. */
export function queryOf<Item extends object>(
  list: PagedList<Item>,
  filters: Filters,
  own: ListQuery = {},
): ListQuery | null {
  const { status, sort } = chosen(list, filters)
  const ofStatus = status === '' ? {} : list.ofStatus ? list.ofStatus(status) : { status }
  const q = filters.search.trim().slice(0, maxSearchLength)
  return ofStatus && { ...list.query, ...own, ...ofStatus, ...(q && { q }), sort }
}

/**
 * `shouldRevalidate` of a page with a list: what changes in its address is loaded by the list, when typing has paused. The same
 * address again is a page that is tried again.
 */
export const onEntry = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href

/** Loads the first page of a list that an address shows, while the code of its page loads. */
export function loadFirstPage<Item extends object>(
  queryClient: QueryClient,
  list: PagedList<Item>,
  { url }: { url: string },
  own?: ListQuery,
): Promise<unknown> {
  const params = new URL(url).searchParams
  const filters = {
    search: params.get('q') ?? '',
    status: params.get('status') ?? '',
    sort: params.get('sort'),
  }
  return queryClient.ensureInfiniteQueryData(pagesQuery(list, queryOf(list, filters, own)))
}

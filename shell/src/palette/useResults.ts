import { call, formatDay, type Remote } from '@plumbline/contract'
import { type SearchGroup, search } from '@plumbline/insights/api'
import { useSearch } from '@plumbline/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSite } from '../site.ts'
import { hitAddress, recordsOf } from './declarations.ts'
import type { Group, Row } from './suggestions.ts'

type Kind = SearchGroup['kind']

export type Results = {
  /** `idle` while nothing is typed. */
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** The groups are those of an earlier text. */
  isStale?: boolean
  groups: readonly Group[]
  retry: () => void
}

/** A group of hits as the palette shows it, in the place and with the name that `mfe.json` gives to its kind. */
function groupOf(remotes: readonly Remote[], { kind, count, more, hits }: SearchGroup): Group {
  const { label = kind, icon = '' } = recordsOf(remotes).find((it) => it.kind === kind) ?? {}
  const rows = hits.map((hit): Row => {
    const day = formatDay(hit.at)
    return {
      id: `${kind} ${hit.id}`,
      label: hit.title,
      detail: hit.subtitle,
      // an appointment says it already, with its time
      day: hit.subtitle.includes(day) ? undefined : day,
      icon,
      href: hitAddress(remotes, hit),
    }
  })
  return { id: kind, heading: label, count: more ? `${count}+` : String(count), rows }
}

const withRow = (group: Group, row: Row): Group => ({ ...group, rows: [...group.rows, row] })

/** The first hits of every kind, with a way to all of a kind. */
function useFirstHits(text: string, onShowAll: (kind: Kind) => void): Results {
  const { remotes, queryClient } = useSite()
  const { options, state, retry } = useSearch<SearchGroup>(
    (q, signal) =>
      queryClient.fetchQuery({
        queryKey: ['search', q],
        queryFn: async () => (await call(search, { body: { q }, signal })).groups,
        staleTime: 0,
        gcTime: 0,
      }),
    text,
    text !== '',
  )
  if (text === '') return { state: 'idle', groups: [], retry }
  const order = recordsOf(remotes).map(({ kind }) => kind)
  const groups = options
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map((found) => {
      const group = groupOf(remotes, found)
      if (!found.more && found.count <= found.hits.length) return group
      const label = `All ${group.count} ${group.heading.toLowerCase()}`
      return withRow(group, {
        id: `all ${found.kind}`,
        label,
        icon: 'more',
        onSelect: () => onShowAll(found.kind),
      })
    })
  return { state, isStale: state === 'loading', groups, retry }
}

/** The hits of one kind, a page after the other; undefined until the first page is there. */
function useAllHits(text: string, kind: Kind | undefined): Results | undefined {
  const { remotes } = useSite()
  const query = useInfiniteQuery({
    queryKey: ['search', text, kind],
    queryFn: ({ pageParam, signal }) =>
      call(search, {
        body: { q: text, kinds: [kind], cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ groups }) => groups[0]?.next ?? undefined,
    enabled: kind !== undefined,
    gcTime: 0,
  })
  const retry = () => void (query.data ? query.fetchNextPage() : query.refetch())
  const pages = query.data?.pages ?? []
  const first = pages[0]?.groups[0]
  if (kind === undefined || (!first && !query.isError)) return undefined
  const state = query.isFetching ? 'loading' : query.isError ? 'failed' : 'ready'
  if (!first) return { state, groups: [], retry }
  const hits = pages.flatMap(({ groups }) => groups[0]?.hits ?? [])
  const group = groupOf(remotes, { ...first, hits })
  const more: Row = { id: 'more', label: 'Show more', icon: 'more', onSelect: retry }
  return { state, groups: [query.hasNextPage ? withRow(group, more) : group], retry }
}

/** What the server finds for a text: a few of every kind, or all of the kind that was chosen for this text. */
export function useResults(text: string): Results {
  const [chosen, setChosen] = useState<{ kind: Kind; text: string }>()
  const first = useFirstHits(text, (kind) => setChosen({ kind, text }))
  const kind = chosen?.text === text ? chosen.kind : undefined
  const all = useAllHits(text, kind)
  return all ?? (kind ? { ...first, state: 'loading' } : first)
}

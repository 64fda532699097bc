import { Button, EmptyState, FilterBar, Skeleton } from '@plumbline/ui'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { List } from './useList.ts'

/** What the items are called: one, and several. */
type Noun = readonly [one: string, several: string]

const count = (n: number, [one, several]: Noun) => `${n.toLocaleString('en-US')} ${n === 1 ? one : several}`

type FiltersProps<Item extends object> = {
  list: List<Item>
  noun: Noun
  /** `Search customers` by default. */
  label?: string
  /** Further filters and tools. */
  children?: ReactNode
}

/** Search, status and order of a list, and how many items they leave, which is announced. */
export function ListFilters<Item extends object>({ list, noun, label, children }: FiltersProps<Item>) {
  const { items, visible, search, status, statuses, sort, sorts, isFiltered, change, changeSort } = list
  const total = items && count(items.length, noun)
  return (
    <FilterBar
      label={label ?? `Search ${noun[1]}`}
      search={search}
      status={status}
      statuses={statuses}
      sort={sort}
      sorts={sorts}
      onChange={change}
      onSort={changeSort}
      count={visible && (isFiltered ? `${visible.length.toLocaleString('en-US')} of ${total}` : total)}
    >
      {children}
    </FilterBar>
  )
}

type ResultProps<Item extends object> = {
  list: List<Item>
  noun: Noun
  /** Shown while there is nothing to filter: what belongs here, and how it begins. */
  empty: ReactNode
  children: (visible: readonly Item[]) => ReactNode
}

/** What a list's filters leave; a skeleton before it is loaded, and a way out where they leave nothing. */
export function ListResult<Item extends object>({ list, noun, empty, children }: ResultProps<Item>) {
  const { items, visible, search, status, hasOwnFilter } = list
  if (!items || !visible) return <Skeleton height={320} />
  if (items.length === 0) return empty
  if (visible.length > 0) return children(visible)
  const isOnlySearch = status === '' && !hasOwnFilter
  const clear = () => {
    list.reset()
    // the button leaves with the message, and the focus must not fall to the page
    document.querySelector<HTMLElement>('[data-search] input')?.focus()
  }
  return (
    <EmptyState
      title={`No ${noun[1]} found`}
      action={<Button onClick={clear}>{isOnlySearch ? 'Clear search' : 'Clear filters'}</Button>}
    >
      {isOnlySearch ? `No ${noun[1]} match “${search.trim()}”.` : 'Nothing matches your search and filters.'}
    </EmptyState>
  )
}

/** A list with its filters; they are left out while there is nothing to filter. */
export const ListView = <Item extends object>({
  list,
  noun,
  label,
  tools,
  empty,
  children,
}: ResultProps<Item> & { label?: string; tools?: ReactNode }) => (
  <>
    {list.items?.length !== 0 && (
      <ListFilters list={list} noun={noun} label={label}>
        {tools}
      </ListFilters>
    )}
    <ListResult list={list} noun={noun} empty={empty}>
      {children}
    </ListResult>
  </>
)

/** Saves what a list shows as a file for spreadsheets. */
export const ExportButton = <Item extends object>({
  list,
  className,
}: {
  list: List<Item>
  className?: string
}) => (
  <Button className={className} disabled={!list.visible?.length} onClick={() => void list.exportCsv()}>
    <Download size={16} aria-hidden />
    <span>Export CSV</span>
  </Button>
)

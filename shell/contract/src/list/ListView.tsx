import {
  Button,
  EmptyState,
  ErrorState,
  FilterBar,
  Skeleton,
  Spinner,
  space,
  useNearEnd,
} from '@plumbline/ui'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { List } from './useList.ts'

/** What the items are called: one, and several. */
type Noun = readonly [one: string, several: string]

const quantity = (n: number, [one, several]: Noun) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : several}`

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
  const { count, total, search, status, statuses, sort, sorts, isFiltered, change, changeSort } = list
  const all = total === undefined ? undefined : quantity(total, noun)
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
      count={all && count !== undefined && isFiltered ? `${count.toLocaleString('en-US')} of ${all}` : all}
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
  const { visible, total, search, status, hasOwnFilter, isFiltered, failure, more } = list
  if (failure)
    return (
      <ErrorState title={`The ${noun[1]} could not be loaded`} onRetry={failure.retry}>
        {failure.error.message}
      </ErrorState>
    )
  if (!visible) return <Skeleton height={320} />
  if (total === 0) return empty
  if (visible.length > 0 || !isFiltered)
    return (
      <>
        {children(visible)}
        {more && <MoreItems key={visible.length} {...more} />}
      </>
    )
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

/** Loads what follows as it comes near. */
function MoreItems({ isLoading, hasFailed, load }: NonNullable<List<object>['more']>) {
  const end = useNearEnd(load)
  return (
    <div ref={end} css={{ display: 'grid', justifyItems: 'center', padding: space(6) }}>
      {isLoading ? (
        <Spinner label="Loading more" />
      ) : (
        <Button onClick={load}>{hasFailed ? 'Could not be loaded. Try again' : 'Show the next'}</Button>
      )}
    </div>
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
    {list.total !== 0 && (
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
}) => {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    await list.exportCsv()
    setIsBusy(false)
  }
  return (
    <Button className={className} busy={isBusy} disabled={!list.visible?.length} onClick={() => void save()}>
      <Download size={16} aria-hidden />
      <span>Export CSV</span>
    </Button>
  )
}

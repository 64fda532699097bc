import { css } from '@emotion/react'
import { toast } from '@plumbline/contract'
import {
  Button,
  color,
  EmptyState,
  ErrorState,
  FilterBar,
  FilterSelect,
  type MenuItem,
  radius,
  type Segment,
  SegmentedControl,
  Skeleton,
  Spinner,
  space,
  useNearEnd,
} from '@plumbline/ui'
import { Download, LayoutGrid, Printer, Rows3 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRights } from '../rights.ts'
import type { Layout, LayoutChoice } from './useLayout.ts'
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
  /** Further filters. */
  filters?: ReactNode
  /** What is done with the list as a whole besides its export. */
  menu?: readonly MenuItem[]
  /** Where it can be shown in more than one way. */
  layout?: LayoutChoice
}

const layouts: readonly Segment<Layout>[] = [
  { value: 'cards', label: 'Cards', icon: LayoutGrid },
  { value: 'rows', label: 'Rows', icon: Rows3 },
]

/** Search, status and order of a list, and how many items they leave, which is announced; and what is done with all of them. */
function ListFilters<Item extends object>({
  list,
  noun,
  label,
  filters,
  menu = [],
  layout,
}: FiltersProps<Item>) {
  const { count, total, search, status, statuses, sort, sorts, isFiltered, change, changeSort } = list
  const { may } = useRights()
  const all = total === undefined ? undefined : quantity(total, noun)
  const active = [status !== '', list.hasOwnFilter, sorts.length > 0 && sort !== sorts[0]?.value]
  return (
    <FilterBar
      label={label ?? `Search ${noun[1]}`}
      search={search}
      onSearch={(text) => change({ search: text })}
      activeCount={active.filter(Boolean).length}
      onReset={list.reset}
      count={all && count !== undefined && isFiltered ? `${count.toLocaleString('en-US')} of ${all}` : all}
      filters={
        (statuses.length > 0 || sorts.length > 1 || filters) && (
          <>
            {statuses.length > 0 && (
              <FilterSelect
                label="Status"
                value={status}
                options={statuses}
                onChange={({ target }) => change({ status: target.value })}
              />
            )}
            {sorts.length > 1 && (
              <FilterSelect
                label="Sort by"
                value={sort}
                options={sorts}
                onChange={({ target }) => changeSort(target.value)}
              />
            )}
            {filters}
          </>
        )
      }
      layout={
        layout?.choose && (
          <SegmentedControl label="Layout" segments={layouts} value={layout.value} onChange={layout.choose} />
        )
      }
      menu={[
        ...menu,
        ...(list.exportCsv && may('export') ? [exportItem(list)] : []),
        ...(list.exportCsv ? [printItem(list)] : []),
      ]}
    />
  )
}

const rows = css`
  display: grid;
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  > span { display: flex; align-items: center; justify-content: space-between; gap: ${space(6)}; height: 56px; padding: 0 ${space(4)}; }
  > span + span { border-top: 1px solid ${color.line}; }
`
const rowWidths = ['38%', '52%', '44%', '33%', '48%', '40%', '36%', '50%']

/** The rows that are on their way. */
const Rows = () => (
  <div css={rows} aria-busy>
    {rowWidths.map((width) => (
      <span key={width}>
        <Skeleton width={width} />
        <Skeleton width={64} />
      </span>
    ))}
  </div>
)

/** A browser prints what is there, and of a long list only the beginning is. */
const printItem = ({ visible, loadAll }: Pick<List<object>, 'visible' | 'loadAll'>): MenuItem => ({
  label: 'Print',
  icon: Printer,
  disabled: !visible?.length,
  onSelect: async () => {
    try {
      await loadAll?.()
    } catch (error) {
      return void toast({ title: 'Error', description: (error as Error).message, tone: 'destructive' })
    }
    // when it has been drawn
    setTimeout(() => window.print())
  },
})

const exportItem = ({ visible, exportCsv }: Pick<List<object>, 'visible' | 'exportCsv'>): MenuItem => ({
  label: 'Export CSV',
  icon: Download,
  disabled: !visible?.length,
  onSelect: () => void exportCsv?.(),
})

type ResultProps<Item extends object> = {
  list: List<Item>
  noun: Noun
  /** Shown while there is nothing at all: what belongs here, and how it begins. */
  empty: ReactNode
  /** `count`: how many the filters leave, of which the visible ones may only be the first. */
  children: (visible: readonly Item[], count: number | undefined) => ReactNode
}

/** What a list's filters leave; a skeleton before it is loaded, and a way out where they leave nothing. */
function ListResult<Item extends object>({ list, noun, empty, children }: ResultProps<Item>) {
  const { visible, count, total, search, status, hasOwnFilter, isFiltered, failure, more } = list
  if (failure)
    return (
      <ErrorState title={`The ${noun[1]} could not be loaded`} onRetry={failure.retry}>
        {failure.error.message}
      </ErrorState>
    )
  if (!visible) return <Rows />
  if (total === 0) return empty
  if (visible.length > 0 || !isFiltered)
    return (
      <>
        {children(visible, count)}
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

const more = css`
  display: grid;
  justify-items: center;
  padding: ${space(6)};
  p { display: none; }
  @media print { p { display: block; } > :not(p) { display: none; } }
`

/** Loads what follows as it comes near. Only this knows that it is loading: the rows above are not drawn for it. */
function MoreItems({ hasFailed, load }: NonNullable<List<object>['more']>) {
  const [isLoading, setLoading] = useState(false)
  const loadMore = () => {
    if (isLoading) return
    setLoading(true)
    void load().finally(() => setLoading(false))
  }
  const end = useNearEnd(loadMore)
  return (
    <div ref={end} css={more}>
      <p>More follow: ‘Print’ in the menu of the list prints all.</p>
      {isLoading ? (
        <Spinner label="Loading more" />
      ) : (
        <Button onClick={loadMore}>{hasFailed ? 'Could not be loaded. Try again' : 'Show the next'}</Button>
      )}
    </div>
  )
}

/** A list with its filters. */
export const ListView = <Item extends object>({
  list,
  noun,
  empty,
  children,
  ...filters
}: ResultProps<Item> & FiltersProps<Item>) => (
  <>
    <ListFilters list={list} noun={noun} {...filters} />
    <ListResult list={list} noun={noun} empty={empty}>
      {children}
    </ListResult>
  </>
)

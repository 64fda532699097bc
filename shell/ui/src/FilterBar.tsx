import { css } from '@emotion/react'
import type { ReactNode } from 'react'
import { Input } from './Input.tsx'
import { type Choice, Select } from './Select.tsx'
import { color, phone, space, text } from './tokens.ts'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  margin-bottom: ${space(5)};
  @media print { display: none; }
  > [data-search] { flex: 1 1 280px; max-width: 420px; }
  > span { min-width: 160px; }
  > [role='status'] { min-width: 0; margin-left: auto; color: ${color.muted}; font-size: ${text.sm}; font-variant-numeric: tabular-nums; }
  ${phone} {
    gap: ${space(2)};
    > [data-search] { flex-basis: 100%; max-width: none; }
    > span { flex: 1 1 40%; min-width: 0; }
    > [role='status'] { flex: 1 0 100%; margin-left: 0; }
  }
`

type FilterBarProps = {
  /** What is searched, as in `Search invoices`. */
  label: string
  search: string
  /** The first is the one for all; none, no filter. */
  statuses?: readonly Choice[]
  status?: string
  /** Orders to choose from. */
  sorts?: readonly Choice[]
  sort?: string
  onChange: (change: { search?: string; status?: string }) => void
  onSort?: (sort: string) => void
  /** How many there are, announced as it changes. */
  count?: ReactNode
  /** Further filters and tools. */
  children?: ReactNode
}

/** What narrows and orders a list. */
export const FilterBar = ({
  label,
  search,
  statuses = [],
  status = '',
  sorts = [],
  sort,
  onChange,
  onSort,
  count,
  children,
}: FilterBarProps) => (
  <div css={bar}>
    <div data-search>
      <Input
        type="search"
        placeholder={`${label}...`}
        aria-label={label}
        value={search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
    </div>
    {statuses.length > 0 && (
      <Select
        aria-label="Status"
        value={status}
        onChange={(event) => onChange({ status: event.target.value })}
        options={statuses}
      />
    )}
    {sorts.length > 1 && (
      <Select
        aria-label="Sort by"
        value={sort}
        onChange={(event) => onSort?.(event.target.value)}
        options={sorts}
      />
    )}
    {children}
    {count !== undefined && <span role="status">{count}</span>}
  </div>
)

import { css } from '@emotion/react'
import { MoreHorizontal, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { Input } from './Input.tsx'
import { Menu } from './Menu.tsx'
import type { MenuItem } from './MenuList.tsx'
import { Select } from './Select.tsx'
import { color, phone, space, text } from './tokens.ts'
import { useIsPhone } from './useMediaQuery.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  margin-bottom: ${space(5)};
  @media print { display: none; }
  /* what is listed speaks louder than what narrows it */
  && :is(input, select) { background: ${color.sunken}; }
  && :is(input, select):not(:hover, :focus-visible) { border-color: transparent; }
  > [data-search] { position: relative; flex: 1 1 220px; max-width: 420px; }
  > [data-search] input { padding-left: ${space(9)}; text-overflow: ellipsis; }
  > [data-search] svg { position: absolute; top: 0; left: ${space(3)}; height: 100%; color: ${color.muted}; pointer-events: none; }
  > span:has(select) { min-width: 148px; }
  @media (max-width: 1100px) { > [data-search] { max-width: none; } }
  /* on the last line where one is too short for all */
  > [data-end] { display: flex; align-items: center; gap: inherit; margin-left: auto; }
  [role='status'] { min-width: 0; color: ${color.muted}; font-size: ${text.sm}; font-variant-numeric: tabular-nums; }
  ${phone} {
    flex-wrap: nowrap;
    gap: ${space(2)};
    margin-bottom: ${space(2)};
    > [data-search] { flex-basis: 0; max-width: none; min-width: 0; }
    > button { flex: none; padding-inline: ${space(3)}; }
  }
`

type FilterBarProps = {
  /** What is searched, as in `Search invoices`. */
  label: string
  search: string
  onSearch: (search: string) => void
  /** `FilterSelect`s and the like; on a phone they are in a sheet behind one button. */
  filters?: ReactNode
  /** How many of the filters are not as they are at first. */
  activeCount?: number
  onReset?: () => void
  /** How many there are, announced as it changes. */
  count?: ReactNode
  /** A switch between the ways to show the list. */
  layout?: ReactNode
  /** What is done with the list as a whole, behind `More`. */
  menu?: readonly (MenuItem | 'line')[]
}

/** A choice that narrows or orders a list. */
export const FilterSelect = ({ label, ...rest }: ComponentProps<typeof Select> & { label: string }) =>
  useIsPhone() ? (
    <Field label={label}>
      <Select {...rest} />
    </Field>
  ) : (
    <Select aria-label={label} {...rest} />
  )

/** What narrows and orders a list. */
export function FilterBar({
  label,
  search,
  onSearch,
  filters,
  count,
  layout,
  menu = [],
  ...sheet
}: FilterBarProps) {
  const isPhone = useIsPhone()
  const status = <span role="status">{count}</span>
  return (
    <div css={bar}>
      {isPhone && <VisuallyHidden>{status}</VisuallyHidden>}
      <div data-search>
        <Search size={16} aria-hidden />
        <Input
          type="search"
          placeholder={`${label}...`}
          aria-label={label}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      {isPhone ? filters && <FilterSheet filters={filters} count={count} {...sheet} /> : filters}
      <div data-end>
        {!isPhone && status}
        {layout}
        {menu.length > 0 && (
          <Menu
            label="More"
            trigger={<IconButton icon={MoreHorizontal} label="More" tone="secondary" />}
            items={menu}
          />
        )}
      </div>
    </div>
  )
}

type FilterSheetProps = Pick<FilterBarProps, 'filters' | 'activeCount' | 'onReset' | 'count'>

function FilterSheet({ filters, activeCount = 0, onReset, count }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Filter
        {activeCount > 0 && <b css={{ color: color.accent }}>{activeCount}</b>}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Filter"
        footer={
          <>
            {activeCount > 0 && onReset && <Button onClick={onReset}>Clear filters</Button>}
            <Button tone="primary" onClick={close}>
              {count ? <>Show {count}</> : 'Done'}
            </Button>
          </>
        }
      >
        <div css={{ display: 'grid', gap: space(4) }}>{filters}</div>
      </Dialog>
    </>
  )
}

import { css } from '@emotion/react'
import { Input } from './Input.tsx'
import { type Choice, Select } from './Select.tsx'
import { phone, space } from './tokens.ts'

const bar = css`
  display: flex;
  gap: ${space(3)};
  margin-bottom: ${space(5)};
  > div { flex: 0 1 360px; }
  > span { min-width: 170px; }
  ${phone} { flex-direction: column; > div { flex-basis: auto; } }
`

type FilterBarProps = {
  /** What is searched, as in `Search invoices...`. */
  label: string
  search: string
  status: string
  /** The first is the one for all. */
  statuses: readonly Choice[]
  onChange: (change: { search?: string; status?: string }) => void
}

/** What narrows a list: a text and a status. */
export const FilterBar = ({ label, search, status, statuses, onChange }: FilterBarProps) => (
  <div css={bar}>
    <div>
      <Input
        type="search"
        placeholder={`${label}...`}
        aria-label={label}
        value={search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
    </div>
    <Select
      aria-label="Status"
      value={status}
      onChange={(event) => onChange({ status: event.target.value })}
      options={statuses}
    />
  </div>
)

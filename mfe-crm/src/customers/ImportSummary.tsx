import { css } from '@emotion/react'
import { ApiError } from '@plumbline/contract'
import type { Customer } from '@plumbline/crm/api'
import { color, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { fullName } from './customer.ts'
import type { Checked, ImportRun } from './importing.ts'
import { customersQuery } from './queries.ts'

const list = css`
  max-height: 240px;
  margin: ${space(3)} 0 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;
  border-top: 1px solid ${color.line};
  li { padding: ${space(2)} 0; border-bottom: 1px solid ${color.line}; }
  b { font-variant-numeric: tabular-nums; }
`
const mostShown = 200

export const people = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'customer' : 'customers'}`

/** What became of the rows, or would become of them. */
export function Summary({ checked, would = false }: { checked: Checked; would?: boolean }) {
  const { created, matched, refused } = checked
  return (
    <div role="status">
      <p>
        <b>{people(created)}</b> {would ? 'will be added' : 'added'}, {people(matched)} already there
        {refused.length > 0 && <>, {refused.length.toLocaleString('en-US')} rows cannot be used</>}.
      </p>
      {refused.length > 0 && (
        <ul css={list} aria-label="Rows that cannot be used">
          {refused.slice(0, mostShown).map(({ line, name, problems }) => (
            <li key={line}>
              <b>Line {line}</b>
              {name && ` (${name})`}: {Object.values(problems).join('; ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** How far an interrupted import came, and how to go on. */
export function Stopped({ run, rows, error }: { run: ImportRun; rows: number; error: Error }) {
  const { done, checked } = run
  const count = (n: number) => n.toLocaleString('en-US')
  // a refused chunk is not stored; a chunk without an answer may be
  const isRefused = error instanceof ApiError && error.status < 500
  return (
    <>
      <div role="alert" css={{ marginBottom: space(4) }}>
        <h2 css={{ fontSize: text.lg }}>The import stopped</h2>
        <p css={{ margin: `${space(1)} 0 ${space(4)}`, color: color.muted }}>
          {error instanceof ApiError ? error.message : 'The connection to the server was lost.'}
        </p>
        <p>
          <b>
            {count(done)} of {count(rows)} rows are imported
          </b>
          {isRefused ? ', the others are not.' : '. Some of the next ones may be imported too.'} Continue to
          import the others; nobody is added twice. Undo removes every customer this import added.
        </p>
      </div>
      {done > 0 && <Summary checked={checked} />}
    </>
  )
}

/** Who is gone again, and who could not be taken away. */
export function Undone({ removed, keptIds }: { removed: number; keptIds: readonly number[] }) {
  const { data = [] } = useQuery(customersQuery())
  const kept = data.filter(({ id }: Customer) => keptIds.includes(id)).slice(0, mostShown)
  return (
    <div role="status">
      <p>
        <b>{people(removed)}</b> taken away again.
        {keptIds.length > 0 &&
          ` ${people(keptIds.length)} stayed: since the import they were changed, booked, invoiced, written to or merged.`}
      </p>
      {kept.length > 0 && (
        <ul css={list} aria-label="Customers who stayed">
          {kept.map((customer) => (
            <li key={customer.id}>
              <Link to={`/customers?customer=${customer.id}`}>{fullName(customer)}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { css } from '@emotion/react'
import { ApiError } from '@plumbline/contract'
import { color, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { fullName } from '../customers/customer.ts'
import { customerQuery } from '../customers/queries.ts'
import type { CsvFile } from './csv.ts'
import type { ImportCounts, ImportRun, UndoResult } from './importRun.ts'

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
const maxListed = 200

const formatCount = (n: number) => n.toLocaleString('en-US')
export const countCustomers = (n: number) => `${formatCount(n)} ${n === 1 ? 'customer' : 'customers'}`

type LongListProps<Item> = { label: string; items: readonly Item[]; children: (item: Item) => ReactNode }

/** The first of many items, and how many more there are. */
function LongList<Item>({ label, items, children }: LongListProps<Item>) {
  if (items.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
    <ul css={list} aria-label={label} tabIndex={0}>
      {items.slice(0, maxListed).map(children)}
      {items.length > maxListed && <li>and {formatCount(items.length - maxListed)} more</li>}
    </ul>
  )
}

/** What became of the rows; in a preview, what would. */
export function ImportSummary({ counts, isPreview = false }: { counts: ImportCounts; isPreview?: boolean }) {
  const { created, matched, refused } = counts
  return (
    <div role="status">
      <p>
        <b>{countCustomers(created)}</b> {isPreview ? 'will be added' : 'added'}, {formatCount(matched)}{' '}
        {matched === 1 ? 'already exists' : 'already exist'}
        {refused.length > 0 &&
          `, ${formatCount(refused.length)} ${refused.length === 1 ? 'row' : 'rows'} with errors`}
        .
      </p>
      <LongList label="Rows with errors" items={refused}>
        {({ line, name, problems }) => (
          <li key={line}>
            <b>Line {line}</b>
            {name && ` (${name})`}: {problems.join('; ')}
          </li>
        )}
      </LongList>
    </div>
  )
}

/** What of a file is not imported. */
export function FileSummary({ file: { ignored, linesAbove } }: { file: CsvFile }) {
  return (
    <>
      {ignored.length > 0 && (
        <p>
          {ignored.length === 1 ? 'This column is' : 'These columns are'} not imported:{' '}
          <b>{ignored.join(', ')}</b>.
        </p>
      )}
      {linesAbove > 0 && (
        <p>
          {linesAbove === 1 ? 'The line' : `The ${formatCount(linesAbove)} lines`} above the headings{' '}
          {linesAbove === 1 ? 'is' : 'are'} not imported.
        </p>
      )}
    </>
  )
}

/** How far an interrupted import came, and how to continue. */
export function StoppedSummary({ run, total, error }: { run: ImportRun; total: number; error: Error }) {
  // a refused chunk is not stored; a chunk without an answer may be
  const isRefused = error instanceof ApiError && error.status < 500
  return (
    <>
      <div role="alert" css={{ marginBottom: space(4) }}>
        <h3 css={{ fontSize: text.lg }}>The import stopped</h3>
        <p css={{ margin: `${space(1)} 0 ${space(4)}`, color: color.muted }}>
          {error instanceof ApiError ? error.message : 'The connection to the server was lost.'}
        </p>
        <p>
          <b>
            {formatCount(run.done)} of {formatCount(total)} rows were imported
          </b>
          {isRefused ? ', the others were not.' : '. Some of the next rows may have been imported too.'}{' '}
          Continue to import the rest; no customer is added twice. Undo removes every customer this import
          added.
        </p>
      </div>
      {run.done > 0 && <ImportSummary counts={run.counts} />}
    </>
  )
}

export const undoText = ({ removed, keptIds: { length } }: UndoResult): string =>
  `${countCustomers(removed)} removed.${
    length === 0
      ? ''
      : ` ${countCustomers(length)} kept because ${length === 1 ? 'it has' : 'they have'} been changed, booked, invoiced, messaged or merged since.`
  }`

/** How many customers an undo removed, and which ones it kept. */
export function UndoSummary({ result }: { result: UndoResult }) {
  return (
    <div role="status">
      <p>{undoText(result)}</p>
      <LongList label="Customers kept" items={result.keptIds}>
        {(id) => <KeptCustomer key={id} id={id} />}
      </LongList>
    </div>
  )
}

/** By name, or by number while that is not there. */
function KeptCustomer({ id }: { id: number }) {
  const { data } = useQuery(customerQuery(id))
  return (
    <li>
      <Link to={`/customers?customer=${id}`}>{data ? fullName(data) : `Customer ${id}`}</Link>
    </li>
  )
}

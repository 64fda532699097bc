import { type ComponentProps, type KeyboardEvent, memo, type ReactNode } from 'react'
import { cell, frame, table } from './dataTableStyle.ts'
import { Skeleton } from './Skeleton.tsx'
import { useMediaQuery } from './useMediaQuery.ts'
import { WindowedRows } from './WindowedRows.tsx'

export type Column<Row> = {
  key: string
  label: string
  /** The label with more beside it, as a checkbox for all rows. */
  heading?: ReactNode
  cell: (row: Row) => ReactNode
  /** `end` for figures. */
  align?: 'end'
  /** On a card a cell is a line with its label, unless it stands `plain`, at the `end` of a line, as a `row` of its own, or not at all. */
  card?: 'plain' | 'end' | 'row' | 'hidden'
}

type DataTableProps<Row> = {
  /** What the table is, read out. */
  label: string
  columns: readonly Column<Row>[]
  /** `undefined` while they are on their way. */
  rows: readonly Row[] | undefined
  /** How many there are, where these are only the first. */
  total?: number | undefined
  rowKey: (row: Row) => string | number
  /** Wraps the first cell in a link; the whole row leads there. */
  link?: (row: Row, content: ReactNode) => ReactNode
  compact?: boolean
  /** In place of the rows when there are none. */
  empty?: ReactNode
}

// beyond it only the rows that are seen exist
const longTable = 150

const skeletonRows = ['a', 'b', 'c', 'd', 'e']

/** Rows of one kind as a table, and as cards where there is less than 640 px. Arrow keys go from row to row. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  total = rows?.length,
  rowKey,
  link = (_, content) => content,
  compact = false,
  empty,
}: DataTableProps<Row>) {
  const isPrinting = useMediaQuery('print')
  if (rows?.length === 0 && empty) return empty
  const tableRow = (row: Row, props: ComponentProps<'tr'> = {}) => (
    <TableRow
      key={rowKey(row)}
      row={row}
      columns={columns as readonly Column<unknown>[]}
      link={link as TableRowProps['link']}
      {...props}
    />
  )
  return (
    <div css={frame}>
      <table
        css={table}
        aria-label={label}
        aria-busy={!rows}
        aria-rowcount={total === undefined ? undefined : total + 1}
        data-compact={compact || undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align} data-label={column.label}>
                {column.heading ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        {rows && rows.length > longTable && !isPrinting ? (
          <WindowedRows
            onKeyDown={walk}
            label={label}
            count={rows.length}
            row={(index, props) => tableRow(rows[index] as Row, { 'aria-rowindex': index + 2, ...props })}
          />
        ) : (
          <tbody onKeyDown={walk}>
            {rows?.map((row) => tableRow(row))}
            {!rows &&
              skeletonRows.map((key) => (
                <tr key={key}>
                  {cells(columns, (_, index) => (
                    <Skeleton width={index === 0 ? '70%' : 64} />
                  ))}
                </tr>
              ))}
          </tbody>
        )}
      </table>
    </div>
  )
}

type TableRowProps = ComponentProps<'tr'> & {
  row: unknown
  columns: readonly Column<unknown>[]
  link: (row: unknown, content: ReactNode) => ReactNode
}

/** Drawn once a row, not once a step of scrolling. */
const TableRow = memo(function TableRow({ row, columns, link, ...props }: TableRowProps) {
  return (
    <tr {...props}>
      {cells(columns, ({ cell: content }, index) => (index === 0 ? link(row, content(row)) : content(row)))}
    </tr>
  )
})

function cells<Row>(
  columns: readonly Column<Row>[],
  content: (column: Column<Row>, index: number) => ReactNode,
): ReactNode[] {
  return columns.map((column, index) => (
    <td
      key={column.key}
      css={cell}
      data-align={column.align}
      data-card={column.card}
      data-label={column.label}
    >
      {content(column, index)}
    </td>
  ))
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const row = (event.target as HTMLElement).closest('td:first-of-type')?.parentElement
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
  const target = next?.querySelector<HTMLElement>('td:first-of-type a')
  if (!target) return
  event.preventDefault()
  target.focus()
}

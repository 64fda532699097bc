import { css } from '@emotion/react'
import { formatMoney, sumOf } from '@plumbline/contract/money'
import { color, phone, space, text } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type Figure, figureUrl, type Report, type ReportPeriod } from './figures.ts'

const figureTable = css`
  width: 100%;
  border-spacing: 0;
  th, td { padding: ${space(1.5)} 0 ${space(1.5)} ${space(3)}; border-bottom: 1px solid ${color.line}; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
  th { font-weight: 400; }
  th:first-of-type { padding-left: 0; text-align: left; white-space: normal; }
  thead th { color: ${color.muted}; font-size: ${text.sm}; font-weight: 500; }
  tbody a { display: inline-block; padding-block: 2px; color: ${color.ink}; text-decoration-color: ${color.control}; }
  tbody a:hover { color: ${color.accent}; }
  ${phone} { tbody a { padding-block: 12px; } }
  tfoot > tr > * { border: 0; font-weight: 650; }
`

type FigureTableProps = {
  name: string
  columns: readonly string[]
  rows: readonly (readonly [label: string, ...figures: ReactNode[]])[]
  /** Below the figures, column by column. */
  totals?: readonly ReactNode[]
}

/** A table of figures, the first column of which names them. */
export const FigureTable = ({ name, columns, rows, totals }: FigureTableProps) => (
  <table css={figureTable} aria-label={name}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([label, ...figures]) => (
        <Row key={label} label={label} figures={figures} />
      ))}
    </tbody>
    {totals && (
      <tfoot>
        <Row label="Total" figures={totals} />
      </tfoot>
    )}
  </table>
)

const Row = ({ label, figures }: { label: string; figures: readonly ReactNode[] }) => (
  <tr>
    <th scope="row">{label}</th>
    {figures.map((figure, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
      <td key={column}>{figure}</td>
    ))}
  </tr>
)

type ReportTableProps = { report: Report; period: ReportPeriod }

/** The figures of a report; each links to the invoices it is made of. */
export const ReportTable = ({ report: { title, by, figures }, period }: ReportTableProps) => (
  <FigureTable
    name={title}
    columns={[by, 'Invoices', 'Amount']}
    rows={figures.map((figure) => [figure.label, figure.count, amountOf(figure, period)])}
    totals={[null, formatMoney(sumOf(figures.map(({ amount }) => amount)))]}
  />
)

const amountOf = ({ label, count, amount, query }: Figure, period: ReportPeriod) =>
  count === 0 ? (
    formatMoney(amount)
  ) : (
    <Link to={figureUrl(query, period)} aria-label={`${formatMoney(amount)}, ${label}`}>
      {formatMoney(amount)}
    </Link>
  )

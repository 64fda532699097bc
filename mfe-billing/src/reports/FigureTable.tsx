import { css } from '@emotion/react'
import { formatMoney, sumOf } from '@plumbline/contract/money'
import { color, phone, space, text } from '@plumbline/ui'
import { Link } from 'react-router-dom'
import { figureUrl, type Report, type ReportPeriod } from './figures.ts'

/** A table of figures, the first column of which names them. */
export const figureTable = css`
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

type FigureTableProps = { report: Report; period: ReportPeriod }

/** The figures of a report; each links to the invoices it is made of. */
export const FigureTable = ({ report: { title, by, figures }, period }: FigureTableProps) => (
  <table css={figureTable} aria-label={title}>
    <thead>
      <tr>
        <th scope="col">{by}</th>
        <th scope="col">Invoices</th>
        <th scope="col">Amount</th>
      </tr>
    </thead>
    <tbody>
      {figures.map(({ key, label, count, amount, query }) => (
        <tr key={key}>
          <th scope="row">{label}</th>
          <td>{count}</td>
          <td>
            {count === 0 ? (
              formatMoney(amount)
            ) : (
              <Link to={figureUrl(query, period)} aria-label={`${formatMoney(amount)}, ${label}`}>
                {formatMoney(amount)}
              </Link>
            )}
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td />
        <td>{formatMoney(sumOf(figures.map(({ amount }) => amount)))}</td>
      </tr>
    </tfoot>
  </table>
)

import { css } from '@emotion/react'
import type { FigureQuery, Invoice } from '@plumbline/billing/api'
import { formatMoney, sumOf } from '@plumbline/contract/money'
import { Button, color, phone, space, text } from '@plumbline/ui'
import { figureName } from '../reports/figures.ts'

const heading = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(0.5)} ${space(4)};
  margin-bottom: ${space(5)};
  padding: ${space(3)} ${space(4)};
  border-left: 3px solid ${color.accent};
  background: ${color.accentTint};
  h2 { font-size: ${text.lg}; }
  button { grid-area: 1 / 2 / span 2; }
  ${phone} { grid-template-columns: minmax(0, 1fr); button { grid-area: auto; margin-top: ${space(2)}; } }
  b { font-variant-numeric: tabular-nums; }
`

type FigureHeadingProps = {
  figure: FigureQuery
  invoices: readonly Invoice[] | undefined
  onShowAll: () => void
}

/** The figure of the reports that led here, and how much of it these invoices are. */
export const FigureHeading = ({ figure, invoices, onShowAll }: FigureHeadingProps) => (
  <div css={heading}>
    <h2>{figureName(figure)}</h2>
    {invoices && (
      <span>
        <b>{formatMoney(sumOf(invoices.flatMap(({ counted }) => counted ?? [])))}</b> from{' '}
        {invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`}
      </span>
    )}
    <Button size="sm" onClick={onShowAll}>
      Show all invoices
    </Button>
  </div>
)

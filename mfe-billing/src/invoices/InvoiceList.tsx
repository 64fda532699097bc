import { css } from '@emotion/react'
import type { FigureQuery, Invoice } from '@plumbline/billing/api'
import { formatMoney, useFilter } from '@plumbline/contract'
import { Button, color, EmptyState, ErrorState, FilterBar, phone, Skeleton, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useSearchParams } from 'react-router-dom'
import { figureIn, nameOf, sumOf } from '../reports/figures.ts'
import { AsOfField, PastNote, useAsOf } from './AsOf.tsx'
import { createLink } from './createLink.tsx'
import { InvoiceCards } from './InvoiceCards.tsx'
import { matching, statuses } from './invoice.ts'
import { invoiceTable } from './invoiceCsv.ts'
import { invoicesQuery } from './queries.ts'
import { saveCsv } from './saveCsv.ts'
import { TotalsRow } from './TotalsRow.tsx'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 0 ${space(3)};
  > :first-of-type { flex: 1 1 440px; }
  > [data-more] { display: flex; flex-wrap: wrap; align-items: center; gap: ${space(3)}; margin-bottom: ${space(5)}; min-height: 40px; }
  ${phone} { > * { flex: 1 1 100%; } > [data-more] { justify-content: space-between; } }
`

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

type InvoiceListProps = { onOpen: (invoice: Invoice) => void; onPay: (invoice: Invoice) => void }

/** Every invoice; or those behind a figure of the reports, or as they were when a day ended. */
export function InvoiceList({ onOpen, onPay }: InvoiceListProps) {
  const [params, setParams] = useSearchParams()
  const [filter, change] = useFilter()
  const [asOf, lookAt] = useAsOf()
  const figure = figureIn(params)
  const query = asOf || figure ? { ...figure, ...(asOf && { asOf }) } : undefined
  const { data: invoices, error, refetch } = useQuery(invoicesQuery(query))
  const search = useDeferredValue(filter.search)
  if (error)
    return (
      <ErrorState title="The invoices could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  if (invoices?.length === 0 && !query)
    return (
      <EmptyState title="No invoices yet" action={createLink()}>
        What you have asked to be paid for, and what was paid, stands here.
      </EmptyState>
    )
  const shown = invoices && matching(invoices, { ...filter, search })
  const save = () => {
    const { fields, rows } = invoiceTable(shown ?? [])
    return saveCsv('invoices.csv', fields, rows)
  }
  return (
    <>
      {asOf && <PastNote day={asOf} onToday={() => lookAt(null)} />}
      {figure && (
        <Heading figure={figure} invoices={invoices} onAll={() => setParams(withoutFigure(params))} />
      )}
      <div css={bar}>
        <FilterBar
          label="Search invoices"
          {...filter}
          statuses={[{ value: '', label: 'All Statuses' }, ...statuses]}
          onChange={change}
        />
        <div data-more>
          <AsOfField day={asOf} onChange={lookAt} />
          <Button
            size="sm"
            css={{ minHeight: 40 }}
            onClick={() => void save()}
            disabled={!shown || shown.length === 0}
          >
            <Download size={16} aria-hidden />
            Export CSV
          </Button>
        </div>
      </div>
      {asOf && !figure && <TotalsRow asOf={asOf} />}
      {!shown ? (
        <Skeleton height={320} />
      ) : shown.length === 0 ? (
        <EmptyState title="No invoices found">Nothing matches this search. Change it to see more.</EmptyState>
      ) : (
        <InvoiceCards invoices={shown} onOpen={onOpen} onPay={asOf ? undefined : onPay} />
      )}
    </>
  )
}

const figureNames = ['month', 'age', 'service', 'source', 'from']
const withoutFigure = (params: URLSearchParams) =>
  new URLSearchParams([...params].filter(([name]) => !figureNames.includes(name)))

type HeadingProps = { figure: FigureQuery; invoices: readonly Invoice[] | undefined; onAll: () => void }

/** What the list is of, and the figure that led here: the sum of what its invoices are of it. */
const Heading = ({ figure, invoices, onAll }: HeadingProps) => (
  <div css={heading}>
    <h2>{nameOf(figure)}</h2>
    {invoices && (
      <span>
        <b>{formatMoney(sumOf(invoices.map(({ counted = '0.00' }) => counted)))}</b> from{' '}
        {invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`}
      </span>
    )}
    <Button size="sm" onClick={onAll}>
      Show all invoices
    </Button>
  </div>
)

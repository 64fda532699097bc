import { css } from '@emotion/react'
import type { FigureQuery, Invoice } from '@plumbline/billing/api'
import { formatDay, formatMoney } from '@plumbline/contract'
import { ExportButton, ListView, useList } from '@plumbline/contract/list'
import { Button, CardGrid, color, EmptyState, ErrorState, phone, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { figureIn, figureName, figureNames, sumOfAmounts } from '../reports/figures.ts'
import { AsOfField, AsOfNotice, useAsOf } from './AsOf.tsx'
import { type Fact, InvoiceCard } from './InvoiceCard.tsx'
import { isOwed, searchedText, sorts, statuses } from './invoice.ts'
import { csvColumns } from './invoiceCsv.ts'
import { NewInvoiceLink } from './NewInvoiceLink.tsx'
import { invoicesQuery } from './queries.ts'
import { TotalsRow } from './TotalsRow.tsx'

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

/** Every invoice; those behind a figure of the reports; or as they were when a day ended. */
export function InvoiceList({ onOpen, onPay }: InvoiceListProps) {
  const [params, setParams] = useSearchParams()
  const [asOf, setAsOf] = useAsOf()
  const figure = figureIn(params)
  const query = asOf || figure ? { ...figure, ...(asOf && { asOf }) } : undefined
  const { data: invoices, error, refetch } = useQuery(invoicesQuery(query))
  const list = useList(invoices, {
    text: searchedText,
    statuses,
    sorts,
    csv: { name: 'invoices.csv', columns: csvColumns },
  })
  if (error)
    return (
      <ErrorState title="The invoices could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  const showAll = () =>
    setParams(new URLSearchParams([...params].filter(([name]) => !figureNames.some((it) => it === name))))
  return (
    <>
      {asOf && <AsOfNotice day={asOf} onToday={() => setAsOf(null)} />}
      {figure && <FigureHeading figure={figure} invoices={invoices} onShowAll={showAll} />}
      {asOf && !figure && <TotalsRow asOf={asOf} />}
      <ListView
        list={list}
        noun={['invoice', 'invoices']}
        tools={
          <>
            <AsOfField day={asOf} onChange={setAsOf} />
            <ExportButton list={list} />
          </>
        }
        empty={
          query ? (
            <EmptyState title="No invoices found">
              {asOf
                ? `There were no invoices on ${formatDay(asOf)}.`
                : 'No invoices are part of this figure.'}
            </EmptyState>
          ) : (
            <EmptyState title="No invoices yet" action={<NewInvoiceLink label="Create Invoice" />}>
              Invoices you create will appear here, paid and unpaid.
            </EmptyState>
          )
        }
      >
        {(visible) => (
          <CardGrid label="Invoices" items={visible} itemKey={({ id }) => id} estimate={260}>
            {(invoice) => (
              <InvoiceCard
                invoice={invoice}
                amount={invoice.totalAmount}
                facts={factsOf(invoice)}
                footer={
                  <>
                    <Button
                      size="sm"
                      aria-label={`View Details of invoice #${invoice.id}`}
                      onClick={() => onOpen(invoice)}
                    >
                      View Details
                    </Button>
                    {!asOf && isOwed(invoice) && (
                      <Button
                        size="sm"
                        aria-label={`Process Payment of invoice #${invoice.id}`}
                        onClick={() => onPay(invoice)}
                      >
                        Process Payment
                      </Button>
                    )}
                  </>
                }
              />
            )}
          </CardGrid>
        )}
      </ListView>
    </>
  )
}

const factsOf = ({ dueDate, customerId, customerName, createdAt, counted }: Invoice): Fact[] => [
  ['Due', formatDay(dueDate)],
  [
    'Customer ID',
    <Link key="customer" to={`/customers/${customerId}/invoices`}>
      {[customerId, customerName].filter((it) => it !== null).join(' · ')}
    </Link>,
  ],
  ['Created', formatDay(createdAt)],
  ...(counted === undefined
    ? []
    : [['Included amount', <b key="counted">{formatMoney(counted)}</b>] as const]),
]

type FigureHeadingProps = {
  figure: FigureQuery
  invoices: readonly Invoice[] | undefined
  onShowAll: () => void
}

/** The figure of the reports that led here, and how much of it these invoices are. */
const FigureHeading = ({ figure, invoices, onShowAll }: FigureHeadingProps) => (
  <div css={heading}>
    <h2>{figureName(figure)}</h2>
    {invoices && (
      <span>
        <b>{formatMoney(sumOfAmounts(invoices.map(({ counted = '0.00' }) => counted)))}</b> from{' '}
        {invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`}
      </span>
    )}
    <Button size="sm" onClick={onShowAll}>
      Show all invoices
    </Button>
  </div>
)

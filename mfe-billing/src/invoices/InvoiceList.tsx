import type { Invoice } from '@plumbline/billing/api'
import { formatDay, formatMoney } from '@plumbline/contract'
import { ExportButton, ListFilters, ListResult, useList } from '@plumbline/contract/list'
import { CardGrid, EmptyState, ErrorState, useMediaQuery } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { figureIn, figureNames } from '../reports/figures.ts'
import { AsOfNotice, AsOfTool, useAsOf } from './AsOf.tsx'
import { CountsStrip } from './CountsStrip.tsx'
import { FigureHeading } from './FigureHeading.tsx'
import { type Fact, InvoiceCard } from './InvoiceCard.tsx'
import { Due, InvoiceTable } from './InvoiceTable.tsx'
import { allStatuses, hasStatus, searchedText, sortsFor, statuses } from './invoice.ts'
import { csvColumns } from './invoiceCsv.ts'
import { ListActions } from './ListActions.tsx'
import { NewInvoiceLink } from './NewInvoiceLink.tsx'
import { invoicesQuery } from './queries.ts'
import { SelectInvoice } from './SelectInvoice.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { TotalsRow } from './TotalsRow.tsx'
import { useSelection } from './useSelection.ts'

// beside the sidebar the content then has the 900 px that a table of invoices needs
const fitsTable = 'print, (min-width: 1220px)'
const noun = ['invoice', 'invoices'] as const

type InvoiceListProps = { onOpen: (invoice: Invoice) => void; onPay: (invoice: Invoice) => void }

/** Every invoice; those behind a figure of the reports; or as they were when a day ended. */
export function InvoiceList({ onOpen, onPay }: InvoiceListProps) {
  const [params, setParams] = useSearchParams()
  const [asOf, setAsOf] = useAsOf()
  const figure = figureIn(params)
  const query = asOf || figure ? { ...figure, ...(asOf && { asOf }) } : undefined
  const { data: invoices, error, isLoadingError, refetch } = useQuery(invoicesQuery(query))
  const list = useList(invoices, {
    text: searchedText,
    statuses: allStatuses,
    hasStatus,
    sorts: sortsFor(params.get('status')),
    csv: { name: 'invoices.csv', columns: csvColumns },
  })
  const isWide = useMediaQuery(fitsTable)
  const visibleSelection = useSelection(list.visible)
  const selection = asOf ? undefined : visibleSelection
  if (isLoadingError)
    return (
      <ErrorState title="The invoices could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  const actions = { onOpen, onPay: asOf ? undefined : onPay }
  const showAll = () =>
    setParams(new URLSearchParams([...params].filter(([name]) => !figureNames.some((it) => it === name))))
  return (
    <>
      {!query && <CountsStrip voidCount={invoices?.filter(({ status }) => status === 'void').length ?? 0} />}
      {asOf && <AsOfNotice day={asOf} onToday={() => setAsOf(null)} />}
      {figure && <FigureHeading figure={figure} invoices={invoices} onShowAll={showAll} />}
      {asOf && !figure && <TotalsRow asOf={asOf} />}
      {invoices?.length !== 0 && (
        <ListFilters list={{ ...list, statuses }} noun={noun}>
          <ExportButton list={list} />
          <AsOfTool day={asOf} onChange={setAsOf} />
        </ListFilters>
      )}
      <ListResult
        list={list}
        noun={noun}
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
          <>
            {selection && <SelectionBar visible={visible} selection={selection} />}
            {isWide ? (
              <InvoiceTable invoices={visible} selection={selection} {...actions} />
            ) : (
              <CardGrid label="Invoices" items={visible} itemKey={({ id }) => id} estimate={260}>
                {(invoice) => (
                  <InvoiceCard
                    invoice={invoice}
                    amount={invoice.totalAmount}
                    facts={factsOf(invoice)}
                    checkbox={selection && <SelectInvoice invoice={invoice} selection={selection} />}
                    footer={<ListActions invoice={invoice} {...actions} />}
                  />
                )}
              </CardGrid>
            )}
          </>
        )}
      </ListResult>
    </>
  )
}

const factsOf = (invoice: Invoice): Fact[] => [
  ['Due', <Due key="due" invoice={invoice} />],
  [
    'Customer ID',
    <Link key="customer" to={`/customers/${invoice.customerId}/invoices`}>
      {[invoice.customerId, invoice.customerName].filter((it) => it !== null).join(' · ')}
    </Link>,
  ],
  ['Created', formatDay(invoice.createdAt)],
  ...(invoice.counted === undefined
    ? []
    : [
        [
          'Included amount',
          <b key="counted" data-counted>
            {formatMoney(invoice.counted)}
          </b>,
        ] as const,
      ]),
]

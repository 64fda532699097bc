import type { Invoice } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { ExportButton, type List, ListView } from '@plumbline/contract/list'
import { formatMoney } from '@plumbline/contract/money'
import { CardGrid, useMediaQuery } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { AsOfTool, useAsOf } from './AsOf.tsx'
import { type Fact, InvoiceCard } from './InvoiceCard.tsx'
import { Due, InvoiceTable } from './InvoiceTable.tsx'
import { statuses } from './invoice.ts'
import { ListActions } from './ListActions.tsx'
import { SelectInvoice } from './SelectInvoice.tsx'
import { type OverdueInvoices, SelectionBar } from './SelectionBar.tsx'
import { useSelection } from './useSelection.ts'

// beside the sidebar the content then has the 900 px that a table of invoices needs
const fitsTable = 'print, (min-width: 1220px)'

export type InvoiceActions = {
  onOpen: (invoice: Invoice) => void
  /** None for a past day. */
  onPay: ((invoice: Invoice) => void) | undefined
}

type InvoiceListViewProps = InvoiceActions & {
  list: List<Invoice>
  /** What the list was asked for: with another one nothing is selected. */
  scope: unknown
  /** Undefined where nothing can be done, as in a list of a past day. */
  overdue: OverdueInvoices | undefined
  empty: ReactNode
}

/** Invoices as a table, or as cards where there is no room for one; several of them can be selected. */
export function InvoiceListView({ list, scope, overdue, empty, ...actions }: InvoiceListViewProps) {
  const [asOf, setAsOf] = useAsOf()
  const isWide = useMediaQuery(fitsTable)
  const chosen = useSelection(list.visible, scope)
  const selection = overdue && chosen
  return (
    <ListView
      list={{ ...list, statuses }}
      noun={['invoice', 'invoices']}
      tools={
        <>
          <ExportButton list={list} />
          <AsOfTool day={asOf} onChange={setAsOf} />
        </>
      }
      empty={empty}
    >
      {(visible) => (
        <>
          {selection && <SelectionBar overdue={overdue} selection={selection} />}
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
    </ListView>
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

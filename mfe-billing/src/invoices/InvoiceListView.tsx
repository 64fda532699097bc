import type { Invoice } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { type List, ListView } from '@plumbline/contract/list'
import { formatMoney } from '@plumbline/contract/money'
import { CardGrid, useIsPhone, useMediaQuery } from '@plumbline/ui'
import { History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { AsOfLine, useAsOf } from './AsOf.tsx'
import { type Fact, InvoiceCard } from './InvoiceCard.tsx'
import { InvoiceRow } from './InvoiceRow.tsx'
import { Due, InvoiceTable } from './InvoiceTable.tsx'
import { statuses } from './invoice.ts'
import { ListActions } from './ListActions.tsx'
import { SelectInvoice } from './SelectInvoice.tsx'
import { SelectionBar } from './SelectionBar.tsx'
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
  /** All that the filters leave. Undefined where nothing can be done, as in a list of a past day. */
  loadAll: (() => Promise<readonly Invoice[]>) | undefined
  empty: ReactNode
}

/** Invoices as a table, or as cards where there is no room for one; several of them can be selected. */
export function InvoiceListView({ list, scope, loadAll, empty, ...actions }: InvoiceListViewProps) {
  const [asOf, setAsOf] = useAsOf()
  const [isChoosing, setChoosing] = useState(false)
  const isWide = useMediaQuery(fitsTable)
  const isPhone = useIsPhone()
  const chosen = useSelection(list, scope)
  const selection = loadAll && chosen
  return (
    <>
      <AsOfLine day={asOf} onChange={setAsOf} isAsked={isChoosing} />
      <ListView
        list={{ ...list, statuses }}
        noun={['invoice', 'invoices']}
        menu={[{ label: 'As of a date…', icon: History, onSelect: () => setChoosing(true) }]}
        empty={empty}
      >
        {(visible, count) => (
          <>
            {selection && <SelectionBar selection={selection} count={count} loadAll={loadAll} />}
            {isWide ? (
              <InvoiceTable invoices={visible} total={count} selection={selection} {...actions} />
            ) : (
              <CardGrid
                label="Invoices"
                items={visible}
                total={count}
                itemKey={({ id }) => id}
                estimate={isPhone ? 112 : 260}
              >
                {(invoice) =>
                  isPhone ? (
                    <InvoiceRow
                      invoice={invoice}
                      checkbox={selection && <SelectInvoice invoice={invoice} selection={selection} />}
                      {...actions}
                    />
                  ) : (
                    <InvoiceCard
                      invoice={invoice}
                      amount={invoice.totalAmount}
                      facts={factsOf(invoice)}
                      checkbox={selection && <SelectInvoice invoice={invoice} selection={selection} />}
                      footer={<ListActions invoice={invoice} {...actions} />}
                    />
                  )
                }
              </CardGrid>
            )}
          </>
        )}
      </ListView>
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

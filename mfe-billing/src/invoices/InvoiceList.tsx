import { readAll, usePagedList } from '@plumbline/contract/list'
import { EmptyState } from '@plumbline/ui'
import { useSearchParams } from 'react-router-dom'
import { figureIn } from '../reports/figures.ts'
import { useAsOf } from './AsOf.tsx'
import { CountsStrip } from './CountsStrip.tsx'
import { FigureInvoices } from './FigureInvoices.tsx'
import { type InvoiceActions, InvoiceListView } from './InvoiceListView.tsx'
import { invoiceList } from './invoiceList.ts'
import { NewInvoiceLink } from './NewInvoiceLink.tsx'

/** Every invoice; those behind a figure of the reports; or as they were when a day ended. */
export function InvoiceList(actions: InvoiceActions) {
  const [params] = useSearchParams()
  const [asOf] = useAsOf()
  const figure = figureIn(params)
  return asOf || figure ? (
    <FigureInvoices figure={figure} asOf={asOf} {...actions} />
  ) : (
    <CurrentInvoices {...actions} />
  )
}

function CurrentInvoices(actions: InvoiceActions) {
  const list = usePagedList(invoiceList)
  return (
    <>
      <CountsStrip />
      <InvoiceListView
        list={list}
        scope={list.query}
        loadAll={() => readAll(invoiceList, list.query)}
        empty={
          <EmptyState title="No invoices yet" action={<NewInvoiceLink label="Create Invoice" />}>
            Invoices you create will appear here, paid and unpaid.
          </EmptyState>
        }
        {...actions}
      />
    </>
  )
}

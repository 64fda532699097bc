import type { FigureQuery } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { useList } from '@plumbline/contract/list'
import { EmptyState, ErrorState } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { figureNames } from '../reports/figures.ts'
import { AsOfNotice, useAsOf } from './AsOf.tsx'
import { FigureHeading } from './FigureHeading.tsx'
import { type InvoiceActions, InvoiceListView } from './InvoiceListView.tsx'
import { allStatuses, hasStatus, searchedText, sortsFor } from './invoice.ts'
import { invoicesCsv } from './invoiceCsv.ts'
import { figureInvoicesQuery } from './queries.ts'
import { TotalsRow } from './TotalsRow.tsx'

type FigureInvoicesProps = InvoiceActions & { figure: FigureQuery | undefined; asOf: string | undefined }

/** The invoices behind a figure of the reports, or all as they were when a day ended; both are answered as a whole. */
export function FigureInvoices({ figure, asOf, onOpen, onPay }: FigureInvoicesProps) {
  const [params, setParams] = useSearchParams()
  const [, setAsOf] = useAsOf()
  const query = { ...figure, asOf }
  const { data: invoices, error, isLoadingError, refetch } = useQuery(figureInvoicesQuery(query))
  const list = useList(invoices, {
    text: searchedText,
    statuses: allStatuses,
    hasStatus,
    sorts: sortsFor(params.get('status')),
    csv: invoicesCsv,
  })
  if (isLoadingError)
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
      <InvoiceListView
        list={list}
        scope={[query, list.search, list.status]}
        loadAll={asOf ? undefined : async () => list.visible ?? []}
        empty={
          <EmptyState title="No invoices found">
            {asOf ? `There were no invoices on ${formatDay(asOf)}.` : 'No invoices are part of this figure.'}
          </EmptyState>
        }
        onOpen={onOpen}
        onPay={asOf ? undefined : onPay}
      />
    </>
  )
}

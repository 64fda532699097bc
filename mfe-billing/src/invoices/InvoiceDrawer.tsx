import type { InvoiceDetails } from '@plumbline/billing/api'
import { formatDay, useParam } from '@plumbline/contract'
import { Drawer, EmptyState, ErrorState, Skeleton } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { AsOfField, PastNote, useAsOf } from './AsOf.tsx'
import { DraftForm } from './DraftForm.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceHistory } from './InvoiceHistory.tsx'
import { InvoiceSheet } from './InvoiceSheet.tsx'
import { invoiceQuery } from './queries.ts'

export type Acts = { onPay: (invoice: InvoiceDetails) => void; onRemind: (invoice: InvoiceDetails) => void }

/** One invoice beside the list: amounts, payments, reminders, history; a draft can be changed here. */
export function InvoiceDrawer({ id, onClose, ...acts }: { id: string | null; onClose: () => void } & Acts) {
  const [asOf, lookAt] = useAsOf()
  const [editing, edit] = useParam('edit')
  const { data, error, refetch } = useQuery({ ...invoiceQuery(id ?? '', asOf), enabled: id !== null })
  const invoice = data?.value
  const changes = editing !== null && !asOf && invoice?.status === 'draft'
  return (
    <Drawer open={id !== null} onClose={onClose} title={id === null ? 'Invoice' : `Invoice #${id}`}>
      {asOf && <PastNote day={asOf} onToday={() => lookAt(null)} />}
      {error ? (
        <ErrorState title="The invoice could not be loaded" onRetry={() => void refetch()} />
      ) : data === null ? (
        <EmptyState title="Invoice Not Found">
          {asOf ? `It was not written yet on ${formatDay(asOf)}.` : 'It may have another number.'}
        </EmptyState>
      ) : !invoice ? (
        <Skeleton height={320} />
      ) : changes ? (
        <DraftForm invoice={invoice} etag={data?.etag ?? ''} onDone={() => edit(null)} />
      ) : (
        <>
          <InvoiceSheet invoice={invoice} />
          {!asOf && <InvoiceActions invoice={invoice} onEdit={() => edit('1')} {...acts} />}
          <InvoiceHistory invoice={invoice} canRefund={!asOf}>
            <AsOfField day={asOf} onChange={lookAt} />
          </InvoiceHistory>
        </>
      )}
    </Drawer>
  )
}

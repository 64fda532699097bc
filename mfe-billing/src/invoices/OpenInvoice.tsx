import { css, Global } from '@emotion/react'
import { formatDay, useParam } from '@plumbline/contract'
import { EmptyState, ErrorState, Skeleton } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AsOfField, AsOfNotice, useAsOf } from './AsOf.tsx'
import { DraftForm } from './DraftForm.tsx'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceHistory } from './InvoiceHistory.tsx'
import { InvoicePrintFooter, InvoicePrintHeader } from './InvoicePrint.tsx'
import { InvoiceSheet } from './InvoiceSheet.tsx'
import { invoiceQuery } from './queries.ts'
import { useFocusFallback } from './useFocusFallback.ts'

const printStyles = css`
  @media print {
    html[data-modal], html[data-modal] body { overflow: visible; background: none; }
    body > :not([data-layer]), [data-layer] [data-screen-only], [data-layer] > [role] > [data-head] { display: none !important; }
    body > [data-layer] { position: static; display: block; background: none; }
    body > [data-layer] > [role] { width: auto; max-height: none; box-shadow: none; }
    body > [data-layer] > [role] > [data-body] { overflow: visible; padding: 0; }
    [data-layer] a { text-decoration: none; }
  }
`

/** What is shown of one invoice. A draft can be changed here; it prints as a sheet. */
export function OpenInvoice({ id }: { id: string }) {
  const [asOf, setAsOf] = useAsOf()
  const [edit, setEdit] = useParam('edit')
  const { data, isLoadingError, refetch } = useQuery(invoiceQuery(id, asOf))
  const content = useRef<HTMLDivElement>(null)
  useFocusFallback(content, data?.etag)
  const invoice = data?.value
  const wantsForm = edit !== null && !asOf
  // an open form stays when the draft is issued or void meanwhile, with what was typed
  const [isFormOpen, setFormOpen] = useState(false)
  const isEditing = wantsForm && (isFormOpen || invoice?.status === 'draft')
  if (invoice && isEditing !== isFormOpen) setFormOpen(isEditing)
  return (
    <>
      <title>{invoice ? `Invoice ${invoice.invoiceNumber}` : 'Invoice'}</title>
      <Global styles={printStyles} />
      {asOf && <AsOfNotice day={asOf} onToday={() => setAsOf(null)} />}
      {isLoadingError ? (
        <ErrorState title="The invoice could not be loaded" onRetry={() => void refetch()} />
      ) : data === null ? (
        <EmptyState title="Invoice Not Found">
          {asOf ? `This invoice did not exist yet on ${formatDay(asOf)}.` : 'Check the invoice number.'}
        </EmptyState>
      ) : !data || !invoice ? (
        <Skeleton height={320} />
      ) : isEditing ? (
        <DraftForm invoice={invoice} etag={data.etag} onClose={() => setEdit(null, { replace: true })} />
      ) : (
        <div ref={content} tabIndex={-1}>
          <InvoicePrintHeader invoice={invoice} />
          <InvoiceSheet invoice={invoice} />
          {!asOf && <InvoiceActions invoice={invoice} etag={data.etag} onEdit={() => setEdit('1')} />}
          <InvoiceHistory invoice={invoice} etag={data.etag} canRefund={!asOf}>
            <AsOfField day={asOf} onChange={setAsOf} />
          </InvoiceHistory>
          <InvoicePrintFooter invoice={invoice} />
        </div>
      )}
    </>
  )
}

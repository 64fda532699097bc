import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { useParam } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import { Button, buttonStyle, ErrorState, phone, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Mail, ReceiptText } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { ApprovedAndInvoiced } from './ApprovedAndInvoiced.tsx'
import { InvoiceBadge } from './InvoiceBadge.tsx'
import { isIssued, isOwed } from './invoice.ts'
import { appointmentInvoicesQuery } from './queries.ts'
import { useSendInvoice } from './useSendInvoice.tsx'

const InvoiceJobDialog = lazy(async () => ({
  default: (await import('./InvoiceJobDialog.tsx')).InvoiceJobDialog,
}))
const PaymentDialog = lazy(async () => ({ default: (await import('./PaymentDialog.tsx')).PaymentDialog }))

type AppointmentInvoiceProps = {
  customerId: number
  appointmentId: number
  /** The work is done: an invoice can be created. */
  isDone: boolean
}

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(3)};
  align-items: center;
  > span { display: inline-flex; gap: ${space(2)}; align-items: center; white-space: nowrap; font-variant-numeric: tabular-nums; }
  ${phone} {
    flex-basis: 100%;
    > span { flex-basis: 100%; justify-content: space-between; }
    > span > a { display: inline-flex; align-items: center; min-height: 44px; }
    > button, > a { flex: 1; min-height: 48px; }
  }
`

/** The invoices of an appointment and what can be done with each; a widget on the appointment's page. */
export function AppointmentInvoice({ customerId, appointmentId, isDone }: AppointmentInvoiceProps) {
  const { data: invoices, isLoadingError, refetch } = useQuery(appointmentInvoicesQuery(appointmentId))
  const { may } = useRights()
  const [isInvoicing, setIsInvoicing] = useState(false)
  const [asked, ask] = useParam('invoice')
  const isAsked = asked !== null
  const answer = useEffectEvent(() => {
    setIsInvoicing(true)
    ask(null, { replace: true })
  })
  useEffect(() => {
    if (isAsked) answer()
  }, [isAsked])
  if (isLoadingError)
    return <ErrorState title="The invoice could not be loaded" onRetry={() => void refetch()} />
  if (!invoices) return isDone ? <Skeleton height={36} /> : null
  return (
    <>
      {isDone && invoices.length === 0 && may('invoices.edit') && (
        <Button tone="primary" onClick={() => setIsInvoicing(true)}>
          <ReceiptText size={16} aria-hidden />
          Invoice this job
        </Button>
      )}
      {invoices.length > 0 && <ApprovedAndInvoiced appointmentId={appointmentId} />}
      {invoices.map((invoice) => (
        <InvoiceRow key={invoice.id} invoice={invoice} isOfOther={invoice.customerId !== customerId} />
      ))}
      <Suspense>
        {isInvoicing && (
          <InvoiceJobDialog appointmentId={appointmentId} onClose={() => setIsInvoicing(false)} />
        )}
      </Suspense>
    </>
  )
}

type InvoiceRowProps = {
  invoice: Invoice
  /** The job was moved to another customer since. */
  isOfOther: boolean
}

function InvoiceRow({ invoice, isOfOther }: InvoiceRowProps) {
  const { id, totalAmount, status, customerId, customerName } = invoice
  const { may } = useRights()
  const mayEdit = may('invoices.edit')
  const [isPaying, setIsPaying] = useState(false)
  const sending = useSendInvoice()
  const path = `/invoices?invoice=${id}`
  return (
    <div css={row}>
      <span>
        <Link to={path}>
          Invoice #{id}, {formatMoney(totalAmount)}
          {isOfOther && ` to ${customerName ?? `customer ${customerId}`}`}
        </Link>
        <InvoiceBadge invoice={invoice} />
      </span>
      {status === 'draft' && mayEdit && (
        <Link css={buttonStyle('primary')} to={path}>
          <ReceiptText size={16} aria-hidden />
          Review the draft
        </Link>
      )}
      {isOwed(invoice) && may('payments.record') && (
        <Button tone="primary" onClick={() => setIsPaying(true)}>
          <ReceiptText size={16} aria-hidden />
          Process Payment
        </Button>
      )}
      {isIssued(invoice) && mayEdit && (
        <Button busy={sending.pending} onClick={() => void sending.confirmAndSend(invoice)}>
          <Mail size={16} aria-hidden />
          Send Invoice
        </Button>
      )}
      <Suspense>
        {isPaying && <PaymentDialog invoice={invoice} onClose={() => setIsPaying(false)} />}
      </Suspense>
    </div>
  )
}

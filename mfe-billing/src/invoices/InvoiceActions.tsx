import { type InvoiceDetails, invoicePdf } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import { customerViewPath } from '@plumbline/crm/api'
import { Button, buttonStyle, color, confirm, space, text } from '@plumbline/ui'
import { Download, Eye, Link2, Mail, Pencil } from 'lucide-react'
import { useState } from 'react'
import { isOwed } from './invoice.ts'
import { PaymentDialog } from './PaymentDialog.tsx'
import { invoicesKey, issueInvoice, voidInvoice } from './queries.ts'
import { ReminderDialog } from './ReminderDialog.tsx'
import { useCopyLink } from './useCopyLink.ts'
import { useSendInvoice } from './useSendInvoice.tsx'

type InvoiceActionsProps = { invoice: InvoiceDetails; etag: string; onEdit: () => void }

/** What can be done with an invoice now. */
export function InvoiceActions({ invoice, etag, onEdit }: InvoiceActionsProps) {
  const { id, status, invoiceNumber, paidAmount, lastSentAt, totalAmount } = invoice
  const [dialog, setDialog] = useState<'payment' | 'reminder'>()
  const { may } = useRights()
  const mayEdit = may('invoices.edit')
  const closeDialog = () => setDialog(undefined)
  const sending = useSendInvoice()
  const copying = useCopyLink('invoice')
  const issuing = useAction(issueInvoice, {
    refetch: [invoicesKey],
    success: (issued) => ({
      description: `Invoice #${id} issued as ${issued.invoiceNumber}.`,
      action: { label: 'Send Invoice', onSelect: () => void sending.confirmAndSend(issued) },
    }),
    failure: 'Failed to issue invoice. Please try again.',
  })
  const voiding = useAction(voidInvoice, {
    refetch: [invoicesKey],
    success: `Invoice #${id} is void.`,
    failure: 'Failed to void invoice. Please try again.',
  })
  const confirmIssue = async () => {
    const customer = invoice.customerName ?? `Customer ${invoice.customerId}`
    const isConfirmed = await confirm({
      title: 'Issue this invoice?',
      text: `${customer} owes ${formatMoney(totalAmount)}, due ${formatDay(invoice.dueDate)}. It gets its number, and its amounts can no longer be changed. Nothing is sent yet.`,
      action: 'Issue invoice',
    })
    if (isConfirmed) issuing.run({ id, etag })
  }
  const confirmVoid = async () => {
    const isConfirmed = await confirm({
      title: 'Void this invoice?',
      text: 'It keeps its number and stays on record, but nothing is owed on it.',
      action: 'Void invoice',
      danger: true,
    })
    if (isConfirmed) voiding.run({ id, etag })
  }
  return (
    <div data-screen-only>
      <div css={{ display: 'flex', flexWrap: 'wrap', gap: space(2), marginTop: space(5) }}>
        {isOwed(invoice) && may('payments.record') && (
          <Button tone="primary" onClick={() => setDialog('payment')}>
            Process Payment
          </Button>
        )}
        {status === 'draft' && mayEdit && (
          <>
            <Button tone="primary" busy={issuing.pending} onClick={() => void confirmIssue()}>
              Issue invoice
            </Button>
            <Button onClick={onEdit}>
              <Pencil size={16} aria-hidden />
              Edit
            </Button>
          </>
        )}
        {status !== 'draft' && status !== 'void' && mayEdit && (
          <Button busy={sending.pending} onClick={() => void sending.confirmAndSend(invoice)}>
            <Mail size={16} aria-hidden />
            Send Invoice
          </Button>
        )}
        {isOwed(invoice) && mayEdit && <Button onClick={() => setDialog('reminder')}>Send Reminder</Button>}
        <a
          css={buttonStyle()}
          href={invoicePdf.path.replace(':id', String(id))}
          download={`${invoiceNumber}.pdf`}
        >
          <Download size={16} aria-hidden />
          Download PDF
        </a>
        {status !== 'draft' && mayEdit && (
          <Button busy={copying.pending} onClick={() => copying.run(id)}>
            <Link2 size={16} aria-hidden />
            Copy customer link
          </Button>
        )}
        {status !== 'draft' && mayEdit && (
          <a css={buttonStyle()} href={customerViewPath('invoice', id)} target="_blank" rel="noreferrer">
            <Eye size={16} aria-hidden />
            View as customer
          </a>
        )}
        {status !== 'void' && Number(paidAmount) === 0 && mayEdit && (
          <Button tone="quiet" busy={voiding.pending} onClick={() => void confirmVoid()}>
            Void
          </Button>
        )}
      </div>
      {lastSentAt && (
        <p css={{ marginTop: space(3), color: color.muted, fontSize: text.sm }}>
          Sent {formatDay(lastSentAt)}
        </p>
      )}
      {dialog === 'payment' && <PaymentDialog invoice={invoice} onClose={closeDialog} />}
      {dialog === 'reminder' && <ReminderDialog invoice={invoice} onClose={closeDialog} />}
    </div>
  )
}

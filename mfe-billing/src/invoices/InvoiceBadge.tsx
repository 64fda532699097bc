import { type Invoice, type InvoiceStatus, invoiceStatusLabels } from '@plumbline/billing/api'
import { lookOf, StatusBadge, type StatusLook } from '@plumbline/ui'
import { Ban, CircleAlert, CircleCheck, CircleDashed, Clock } from 'lucide-react'

const looks: Record<InvoiceStatus, StatusLook> = {
  draft: { label: invoiceStatusLabels.draft, icon: CircleDashed, tone: 'muted' },
  pending: { label: invoiceStatusLabels.pending, icon: Clock, tone: 'amber' },
  overdue: { label: invoiceStatusLabels.overdue, icon: CircleAlert, tone: 'red' },
  paid: { label: invoiceStatusLabels.paid, icon: CircleCheck, tone: 'green' },
  void: { label: invoiceStatusLabels.void, icon: Ban, tone: 'muted' },
}

/** The status of an invoice; one that was taken back at once is more than void. */
export const InvoiceBadge = ({ invoice }: { invoice: Pick<Invoice, 'status' | 'undone'> }) => {
  const look = lookOf(looks, invoice.status)
  return <StatusBadge look={invoice.undone ? { ...look, label: 'Undone' } : look} />
}

import { css } from '@emotion/react'
import { formatMoney } from '@plumbline/contract'
import { buttonStyle, ErrorState, phone, Skeleton, StatusBadge, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { invoicesOfAppointment, isOwed } from './invoice.ts'
import { customerInvoicesQuery } from './queries.ts'

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
  ${phone} { flex-basis: 100%; justify-content: space-between; }
`

const nextStep = {
  draft: 'Review the draft',
  pending: 'Take payment',
  overdue: 'Take payment',
  paid: 'View invoice',
  void: 'View invoice',
}

/** The invoices of an appointment and the next step for each; a widget on the appointment's page. */
export function AppointmentInvoice({ customerId, appointmentId, isDone }: AppointmentInvoiceProps) {
  const { data, error, refetch } = useQuery(customerInvoicesQuery(String(customerId)))
  if (error) return <ErrorState title="The invoice could not be loaded" onRetry={() => void refetch()} />
  if (data === undefined) return isDone ? <Skeleton height={36} /> : null
  const invoices = invoicesOfAppointment(data ?? [], appointmentId)
  if (invoices.length === 0)
    return isDone ? (
      <Link
        css={buttonStyle('primary')}
        to={`/invoices/new?customerId=${customerId}&appointmentId=${appointmentId}`}
      >
        <ReceiptText size={16} aria-hidden />
        Invoice this job
      </Link>
    ) : null
  return invoices.map((invoice) => (
    <div key={invoice.id} css={row}>
      <span>
        Invoice #{invoice.id}, {formatMoney(invoice.totalAmount)} <StatusBadge status={invoice.status} />
      </span>
      <Link
        css={buttonStyle(isOwed(invoice) || invoice.status === 'draft' ? 'primary' : 'secondary')}
        to={`/invoices?invoice=${invoice.id}`}
      >
        <ReceiptText size={16} aria-hidden />
        {nextStep[invoice.status]}
      </Link>
    </div>
  ))
}

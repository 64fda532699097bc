import type { Invoice } from '@plumbline/billing/api'
import { Badge, StatusBadge } from '@plumbline/ui'
import { Ban } from 'lucide-react'

/** The status of an invoice; one that was taken back at once is more than void. */
export const InvoiceBadge = ({ invoice: { status, undone } }: { invoice: Invoice }) =>
  undone ? (
    <Badge tone="muted" icon={Ban}>
      Undone
    </Badge>
  ) : (
    <StatusBadge status={status} />
  )

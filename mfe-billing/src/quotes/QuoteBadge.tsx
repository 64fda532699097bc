import { type Quote, type QuoteStatus, quoteStatusLabels } from '@plumbline/billing/api'
import { lookOf, StatusBadge, type StatusLook } from '@plumbline/ui'
import { CircleCheck, CircleDashed, CircleX, Clock, MessageSquareWarning, Send, Undo2 } from 'lucide-react'

const looks: Record<QuoteStatus, StatusLook> = {
  draft: { label: quoteStatusLabels.draft, icon: CircleDashed, tone: 'muted' },
  sent: { label: quoteStatusLabels.sent, icon: Send, tone: 'blue' },
  changes_requested: {
    label: quoteStatusLabels.changes_requested,
    icon: MessageSquareWarning,
    tone: 'amber',
  },
  approved: { label: quoteStatusLabels.approved, icon: CircleCheck, tone: 'green' },
  declined: { label: quoteStatusLabels.declined, icon: CircleX, tone: 'red' },
  expired: { label: quoteStatusLabels.expired, icon: Clock, tone: 'muted' },
  withdrawn: { label: quoteStatusLabels.withdrawn, icon: Undo2, tone: 'muted' },
}

export const QuoteBadge = ({ quote: { status } }: { quote: Pick<Quote, 'status'> }) => (
  <StatusBadge look={lookOf(looks, status)} />
)

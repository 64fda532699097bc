import {
  Ban,
  CalendarClock,
  CheckCheck,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleX,
  Clock,
  FileText,
  type LucideIcon,
  Phone,
  Send,
  Star,
  Wrench,
} from 'lucide-react'
import { Badge, type Tone } from './Badge.tsx'

type StatusMeta = { label: string; icon: LucideIcon; tone: Tone }

const statusMeta: Record<string, StatusMeta> = {
  new: { label: 'New', icon: CircleDot, tone: 'blue' },
  contacted: { label: 'Contacted', icon: Phone, tone: 'amber' },
  quoted: { label: 'Quoted', icon: FileText, tone: 'amber' },
  converted: { label: 'Converted', icon: CircleCheck, tone: 'green' },
  lost: { label: 'Lost', icon: CircleX, tone: 'muted' },

  lead: { label: 'Lead', icon: Star, tone: 'blue' },
  active: { label: 'Active', icon: CircleDot, tone: 'green' },

  scheduled: { label: 'Scheduled', icon: CalendarClock, tone: 'blue' },
  in_progress: { label: 'In progress', icon: Wrench, tone: 'amber' },
  completed: { label: 'Completed', icon: CircleCheck, tone: 'green' },
  cancelled: { label: 'Cancelled', icon: CircleX, tone: 'muted' },

  draft: { label: 'Draft', icon: CircleDashed, tone: 'muted' },
  pending: { label: 'Pending', icon: Clock, tone: 'amber' },
  overdue: { label: 'Overdue', icon: CircleAlert, tone: 'red' },
  paid: { label: 'Paid', icon: CircleCheck, tone: 'green' },
  void: { label: 'Void', icon: Ban, tone: 'muted' },

  sent: { label: 'Sent', icon: Send, tone: 'blue' },
  delivered: { label: 'Delivered', icon: CheckCheck, tone: 'green' },
  failed: { label: 'Failed', icon: CircleAlert, tone: 'red' },
}

/** How a status is shown: the same word, icon and colour everywhere. */
export const statusMetaOf = (status: string): StatusMeta =>
  statusMeta[status] ?? { label: status.replaceAll('_', ' '), icon: Clock, tone: 'muted' }

/** The status of a lead, a customer, an appointment, an invoice or a message. */
export function StatusBadge({ status }: { status: string }) {
  const { label, icon, tone } = statusMetaOf(status)
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

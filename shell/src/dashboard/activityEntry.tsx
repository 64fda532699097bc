import { age, formatDateTime } from '@plumbline/contract'
import type { ActivityItem } from '@plumbline/insights/api'
import type { TimelineEntry } from '@plumbline/ui'
import {
  CalendarDays,
  CircleDollarSign,
  Contact,
  FileText,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  User,
} from 'lucide-react'
import { Link } from 'react-router-dom'

const icons: Record<ActivityItem['kind'], LucideIcon> = {
  customer: User,
  lead: Contact,
  appointment: CalendarDays,
  quote: FileText,
  invoice: ReceiptText,
  payment: CircleDollarSign,
  message: MessageSquare,
  // no activity of the business
  member: User,
}

/** An item as it is shown in a timeline. */
export const entryOf = (
  { id, kind, title, person, at, actor, link }: ActivityItem,
  now: Date,
): TimelineEntry => ({
  id,
  icon: icons[kind],
  title: link ? <Link to={link}>{title}</Link> : title,
  at: (
    <time dateTime={at} title={formatDateTime(at)}>
      {age(at, now)}
    </time>
  ),
  children: [person, actor === 'automatic' ? actor : `by ${actor}`].filter(Boolean).join(' · '),
})

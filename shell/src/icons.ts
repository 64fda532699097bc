import {
  CalendarDays,
  Contact,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  Users,
} from 'lucide-react'

/** The icons that `mfe.json` may name for its entries in the navigation; the palette has further ones. */
export const navigationIcons: Record<string, LucideIcon> = {
  dashboard: LayoutDashboard,
  users: Users,
  calendar: CalendarDays,
  receipt: ReceiptText,
  message: MessageSquare,
  contact: Contact,
}

import { Clock, type LucideIcon } from 'lucide-react'
import { Badge, type Tone } from './Badge.tsx'

/** How a status is shown: the same word, icon and colour everywhere. */
export type StatusLook = { label: string; icon: LucideIcon; tone: Tone }

/** One that only a newer release knows is shown by its name. */
export const lookOf = <Status extends string>(
  looks: Readonly<Record<Status, StatusLook>>,
  status: Status,
): StatusLook => looks[status] ?? { label: String(status).replaceAll('_', ' '), icon: Clock, tone: 'muted' }

export const StatusBadge = ({ look: { label, icon, tone } }: { look: StatusLook }) => (
  <Badge tone={tone} icon={icon}>
    {label}
  </Badge>
)

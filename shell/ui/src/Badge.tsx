import { CheckCircle2, CircleDot, CircleX, Clock, FileText, type LucideIcon, Phone } from 'lucide-react'
import { type ColorName, color, radius, space, text } from './tokens.ts'

type Look = { label: string; icon: LucideIcon; tone: 'blue' | 'amber' | 'green' | 'red' | 'muted' }

/** How a status looks: a shape and a word, the colour only underlines them. */
const looks: Record<string, Look> = {
  new: { label: 'New', icon: CircleDot, tone: 'blue' },
  contacted: { label: 'Contacted', icon: Phone, tone: 'amber' },
  quoted: { label: 'Quoted', icon: FileText, tone: 'amber' },
  converted: { label: 'Converted', icon: CheckCircle2, tone: 'green' },
  lost: { label: 'Lost', icon: CircleX, tone: 'muted' },
}

export function StatusBadge({ status }: { status: string }) {
  const { label, icon: Icon, tone } = looks[status] ?? { label: status, icon: Clock, tone: 'muted' as const }
  const tint: ColorName = tone === 'muted' ? 'sunken' : `${tone}Tint`
  return (
    <span
      css={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: space(1),
        padding: `${space(0.5)} ${space(2)} ${space(0.5)} ${space(1.5)}`,
        borderRadius: radius.pill,
        background: color[tint],
        color: color[tone],
        fontSize: text.xs,
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }}
    >
      <Icon size={14} aria-hidden />
      {label}
    </span>
  )
}

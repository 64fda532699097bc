import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ColorName, color, radius, space, text } from './tokens.ts'

export type Tone = 'blue' | 'amber' | 'green' | 'red' | 'muted'

type BadgeProps = { tone?: Tone; icon?: LucideIcon; children: ReactNode }

/** A word about a thing: a shape and a word, the colour only underlines them. */
export const Badge = ({ tone = 'muted', icon: Icon, children }: BadgeProps) => {
  const tint: ColorName = tone === 'muted' ? 'sunken' : `${tone}Tint`
  return (
    <span
      css={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: space(1),
        padding: `${space(0.5)} ${space(2)} ${space(0.5)} ${space(Icon ? 1.5 : 2)}`,
        borderRadius: radius.pill,
        background: color[tint],
        color: color[tone],
        fontSize: text.xs,
        fontWeight: 600,
        lineHeight: '18px',
        whiteSpace: 'nowrap',
      }}
    >
      {Icon && <Icon size={14} aria-hidden />}
      {children}
    </span>
  )
}

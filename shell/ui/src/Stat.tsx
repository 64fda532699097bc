import { css } from '@emotion/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { surface } from './Card.tsx'
import { color, motion, phone, radius, space, text } from './tokens.ts'

const tile = css`
  position: relative;
  display: grid;
  align-content: start;
  gap: ${space(1)};
  min-width: 0;
  padding: ${space(4)} ${space(5)};
  dt { display: flex; align-items: center; gap: ${space(2)}; color: ${color.muted}; font-size: ${text.sm}; }
  dt a { color: inherit; text-decoration: none; }
  dt a::after { content: ''; position: absolute; inset: -1px; border: 1px solid transparent; border-radius: ${radius.surface}; transition: border-color ${motion}; }
  dt a:hover::after { border-color: ${color.control}; }
  dt a:focus-visible { outline: none; }
  dt a:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: 2px; }
  dd { margin: 0; overflow-wrap: anywhere; }
  ${phone} { padding: ${space(3.5)} ${space(4)}; }
`

// a five-figure amount fits half of a 320 px screen
const figure = css`
  font-size: clamp(18px, 6vw, ${text.xxl});
  font-weight: 650;
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.01em;
  line-height: 1.25;
`

type StatProps = {
  /** Wrap the words in a link and the whole tile leads there. */
  label: ReactNode
  value: ReactNode
  hint?: ReactNode
  icon?: LucideIcon
}

/** One figure and what it is. */
export const Stat = ({ label, value, hint, icon: Icon }: StatProps) => (
  <dl css={[surface, tile, { marginBlock: 0 }]}>
    <dt>
      {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden />}
      {label}
    </dt>
    <dd css={figure}>{value}</dd>
    {hint && <dd css={{ color: color.muted, fontSize: text.sm }}>{hint}</dd>}
  </dl>
)

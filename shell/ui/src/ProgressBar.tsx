import { css } from '@emotion/react'
import { color, motion, radius } from './tokens.ts'

const track = css`
  height: 6px;
  border-radius: ${radius.pill};
  background: ${color.line};
  overflow: hidden;
  > div { height: 100%; border-radius: inherit; background: ${color.accent}; transition: width ${motion}; }
`

/** How far something is; `value` of `max`. */
export function ProgressBar({ label, value, max = 100 }: { label: string; value: number; max?: number }) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      css={track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
    >
      <div style={{ width: `${share * 100}%` }} />
    </div>
  )
}

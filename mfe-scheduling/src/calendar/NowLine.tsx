import { css } from '@emotion/react'
import { color } from '@plumbline/ui'
import { useNow } from '../useNow.ts'
import { minuteOf, minutesOfDay } from './slot.ts'

const line = css`
  position: absolute;
  z-index: 1;
  inset-inline: 0;
  height: 2px;
  margin-top: -1px;
  background: ${color.accent};
  pointer-events: none;
  &::before {
    content: '';
    position: absolute;
    inset: -3px auto auto -4px;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: ${color.accent};
  }
`

/** The current time in its day. */
export function NowLine() {
  const top = `${(minuteOf(useNow().toISOString()) / minutesOfDay) * 100}%`
  return <li css={line} style={{ top }} aria-hidden data-now />
}

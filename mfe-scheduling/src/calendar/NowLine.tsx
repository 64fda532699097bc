import { css } from '@emotion/react'
import { color } from '@plumbline/ui'
import { useEffect, useState } from 'react'
import { minuteOf, minutesOfDay } from './moving.ts'

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

const minuteMs = 60_000

function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), minuteMs - (now.getTime() % minuteMs))
    return () => clearTimeout(timer)
  }, [now])
  return now
}

/** Where the day has come to. */
export function NowLine() {
  const minute = minuteOf(useNow().toISOString())
  return <li css={line} style={{ top: `${(minute / minutesOfDay) * 100}%` }} aria-hidden data-now />
}

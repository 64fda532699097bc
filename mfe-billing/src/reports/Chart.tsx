import { css } from '@emotion/react'
import { color } from '@plumbline/ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { Columns } from './Columns.tsx'
import type { Figure } from './figures.ts'
import { Rows } from './Rows.tsx'

const chart = css`
  width: 100%;
  min-width: 0;
  svg { display: block; }
  rect { fill: ${color.accent}; }
  rect[data-below] { fill: ${color.red}; }
  line { stroke: ${color.line}; }
  line[data-zero] { stroke: ${color.control}; }
  text { fill: ${color.muted}; font-variant-numeric: tabular-nums; }
`

// as tall as the table beside it, within reason
const rowHeight = 38
const least = 232
const most = 420

/** Figures as bars. The table beside them carries the values, so they are not read out. */
export function Chart({ figures, across }: { figures: readonly Figure[]; across: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!frame.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watch.observe(frame.current)
    return () => watch.disconnect()
  }, [])
  const height = Math.min(most, Math.max(least, rowHeight * (figures.length + 1)))
  const Shape = across ? Rows : Columns
  return (
    <div ref={frame} css={chart} style={{ height }} aria-hidden>
      {width > 0 && <Shape figures={figures} width={width} height={height} />}
    </div>
  )
}

import { css } from '@emotion/react'
import { color } from '@plumbline/ui'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Figure } from './figures.ts'
import { HorizontalBars } from './HorizontalBars.tsx'
import { VerticalBars } from './VerticalBars.tsx'

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

// as tall as the table beside it, within limits
const rowHeight = 38
const minHeight = 232
const maxHeight = 420

/** Figures as bars, hidden from screen readers: the table beside them has the values. */
export function Chart({ figures, isHorizontal }: { figures: readonly Figure[]; isHorizontal: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  const height = Math.min(maxHeight, Math.max(minHeight, rowHeight * (figures.length + 1)))
  const Bars = isHorizontal ? HorizontalBars : VerticalBars
  return (
    <div ref={frame} css={chart} style={{ height }} aria-hidden>
      {width > 0 && <Bars figures={figures} width={width} height={height} />}
    </div>
  )
}

import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type BarsProps, moneyScale, moneyTick, shortened, tick } from './scale.ts'

const margin = { top: 4, right: 20, bottom: 28 }
const maxThickness = 26

/** Figures in rows, for long labels. */
export function HorizontalBars({ figures, width, height }: BarsProps) {
  const left = Math.min(160, width * 0.36)
  const x = moneyScale(figures, [left, width - margin.right])
  const y = scaleBand({
    domain: figures.map(({ key }) => key),
    range: [margin.top, height - margin.bottom],
    padding: 0.36,
  })
  const labels = new Map(figures.map(({ key, short }) => [key, short]))
  const thickness = Math.min(y.bandwidth(), maxThickness)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the chart is hidden from screen readers
    <svg width={width} height={height} focusable="false">
      {x.ticks(4).map((value) => (
        <line
          key={value}
          data-zero={value === 0 || undefined}
          x1={x(value)}
          x2={x(value)}
          y1={margin.top}
          y2={height - margin.bottom}
        />
      ))}
      {figures.map(({ key, amount }) => {
        const [start, end] = [x(Math.min(0, Number(amount))), x(Math.max(0, Number(amount)))]
        return (
          <Bar
            key={key}
            data-below={Number(amount) < 0 || undefined}
            x={start}
            y={(y(key) ?? 0) + (y.bandwidth() - thickness) / 2}
            width={end - start}
            height={thickness}
            rx={2}
          />
        )
      })}
      <AxisLeft
        left={left}
        scale={y}
        hideAxisLine
        hideTicks
        tickFormat={(key) => shortened(labels.get(key) ?? '', left - 8)}
        tickLabelProps={() => ({ ...tick, textAnchor: 'end', dx: -4, dy: 4 })}
      />
      <AxisBottom
        top={height - margin.bottom}
        scale={x}
        numTicks={4}
        hideAxisLine
        hideTicks
        tickFormat={moneyTick}
        tickLabelProps={() => ({ ...tick, textAnchor: 'middle', dy: 4 })}
      />
    </svg>
  )
}

import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type BarsProps, moneyScale, moneyTick, shortened, tick } from './scale.ts'

const margin = { top: 12, right: 4, bottom: 28, left: 52 }
const minLabelWidth = 40
const maxBarWidth = 64

/** Figures in columns, such as months. */
export function VerticalBars({ figures, width, height }: BarsProps) {
  const x = scaleBand({
    domain: figures.map(({ key }) => key),
    range: [margin.left, width - margin.right],
    padding: 0.36,
  })
  const y = moneyScale(figures, [height - margin.bottom, margin.top])
  const labels = new Map(figures.map(({ key, short }) => [key, short]))
  // where labels would overlap, only every second or third is shown, and always the last
  const labelEvery = Math.max(1, Math.ceil(minLabelWidth / x.step()))
  const labelled = figures.filter((_, i) => (figures.length - 1 - i) % labelEvery === 0).map(({ key }) => key)
  const barWidth = Math.min(x.bandwidth(), maxBarWidth)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the chart is hidden from screen readers
    <svg width={width} height={height} focusable="false">
      {y.ticks(4).map((value) => (
        <line
          key={value}
          data-zero={value === 0 || undefined}
          x1={margin.left}
          x2={width - margin.right}
          y1={y(value)}
          y2={y(value)}
        />
      ))}
      {figures.map(({ key, amount }) => {
        const [top, bottom] = [y(Math.max(0, Number(amount))), y(Math.min(0, Number(amount)))]
        return (
          <Bar
            key={key}
            data-below={Number(amount) < 0 || undefined}
            x={(x(key) ?? 0) + (x.bandwidth() - barWidth) / 2}
            y={top}
            width={barWidth}
            height={bottom - top}
            rx={2}
          />
        )
      })}
      <AxisLeft
        left={margin.left}
        scale={y}
        numTicks={4}
        hideAxisLine
        hideTicks
        tickFormat={moneyTick}
        tickLabelProps={() => ({ ...tick, textAnchor: 'end', dx: -4, dy: 4 })}
      />
      <AxisBottom
        top={height - margin.bottom}
        scale={x}
        tickValues={labelled}
        hideAxisLine
        hideTicks
        tickFormat={(key) => shortened(labels.get(key) ?? '', x.step() * labelEvery)}
        tickLabelProps={() => ({ ...tick, textAnchor: 'middle', dy: 4 })}
      />
    </svg>
  )
}

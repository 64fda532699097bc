import { color } from '@plumbline/ui'
import { scaleLinear } from '@visx/scale'
import type { Figure } from './figures.ts'

export type ShapeProps = { figures: readonly Figure[]; width: number; height: number }

/** From nothing, or from what was given back, to the largest amount. */
export const moneyScale = (figures: readonly Figure[], range: [from: number, to: number]) => {
  const amounts = figures.map(({ amount }) => Number(amount))
  return scaleLinear({ domain: [Math.min(0, ...amounts), Math.max(1, ...amounts)], range, nice: 4 })
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})
export const moneyTick = (value: unknown) => dollars.format(Number(value))

export const tick = { fill: color.muted, fontSize: 12, fontFamily: 'inherit' }

// of the interface's type at 12 px, on average
const letter = 6.4

/** What of a name there is room for, in pixels. */
export function shortened(text: string, room: number): string {
  const letters = Math.max(4, Math.floor(room / letter))
  return text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text
}

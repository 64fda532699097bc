import { truncate } from '@plumbline/contract/text'
import { color } from '@plumbline/ui'
import { scaleLinear } from '@visx/scale'
import type { Figure } from './figures.ts'

export type BarsProps = { figures: readonly Figure[]; width: number; height: number }

/** From zero, or the largest refund, to the largest amount. */
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

// on average, at 12 px
const letterWidth = 6.4

/** A label cut to a width in pixels. */
export function shortened(text: string, width: number): string {
  const letters = Math.max(4, Math.floor(width / letterWidth))
  return text.length > letters ? `${truncate(text, letters - 1).trimEnd()}…` : text
}

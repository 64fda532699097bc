import type { Figures } from '../bench.ts'
import type { Site } from './apiSite.ts'
import { type CaseName, caseOf } from './cases.ts'
import type { Comparison } from './compare.ts'
import type { LoopDelay } from './measuredProcess.ts'

export type Outcome = {
  /** By size, then by case. */
  compared: Record<string, Record<string, Comparison>>
  /** Null when no list of customers is measured. */
  delay: LoopDelay | null
  /** By size, then by process. */
  memory: Record<string, ReturnType<Site['memory']>>
}

const maxDelayMs = 50
const maxGrowth = 1.2
const maxWriteP99 = 3
const maxFirstMinute = 1.5

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** One line a case, while the next is being measured. */
export function printProgress(
  rows: number,
  name: CaseName,
  { ours, plain, ratio, cost }: Omit<Comparison, 'firstGrowth' | 'firstMinute'>,
): void {
  const side = ({ perSecond, p50, p99, cpuMs }: Comparison['ours']) =>
    `${oneDecimal(perSecond)}/s (p50 ${p50}, p99 ${p99} ms, cpu ${cpuMs.toFixed(2)} ms)`
  const settling = caseOf(name).kind === 'write' ? `; settled after ${Math.round(ours.settledMs)} ms` : ''
  console.log(
    `${rows} rows, ${name}: ours ${side(ours)}, plain ${side(plain)}, ratio ${ratio.toFixed(2)}, processor time ${cost.toFixed(2)} ×${settling}`,
  )
}

export function printMemory({ memory }: Outcome): void {
  for (const [rows, processes] of Object.entries(memory))
    for (const [name, { residentMb, peakMb }] of Object.entries(processes))
      console.log(`${rows} rows, memory of ${name}: ${residentMb} MB, at most ${peakMb} MB`)
}

export function addFigures(figures: Figures, { compared, delay }: Outcome): void {
  for (const [rows, byCase] of Object.entries(compared))
    for (const [name, { cost, p99Ratio, growth, firstGrowth, firstMinute }] of Object.entries(byCase)) {
      const { maxCost, kind } = caseOf(name as CaseName)
      figures.atMost(`${name}, ${rows} rows, processor time ours / plain`, cost, maxCost)
      if (kind === 'write') figures.atMost(`${name}, ${rows} rows, p99 ours / plain`, p99Ratio, maxWriteP99)
      if (firstMinute !== null)
        figures.atMost(
          `${name}, ${rows} rows, processor time in the first minute / later`,
          firstMinute,
          maxFirstMinute,
        )
      if (growth !== null) figures.atMost(`${name}, ${rows} rows, growth of cost`, growth, maxGrowth)
      if (firstGrowth !== null)
        figures.atMost(`${name}, ${rows} rows, growth in the first minute`, firstGrowth, maxGrowth)
    }
  if (delay) {
    figures.atMost('event loop delay under 10 whole lists, max ms', delay.max, maxDelayMs)
    figures.atMost('event loop delay under 10 whole lists, p99.9 ms', delay.p999, maxDelayMs)
  }
}

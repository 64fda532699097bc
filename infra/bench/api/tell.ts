import type { Figures } from '../figures.ts'
import type { Outcome } from './bench.ts'
import { type CaseName, caseOf } from './cases.ts'
import type { Compared } from './compare.ts'

const targets: Record<CaseName, number> = {
  'read a customer': 0.9,
  'appointments of a day': 0.9,
  'list of customers': 1,
  'list of customers, unchanged': 5,
  'create a customer': 0.8,
  'update a customer': 0.8,
}
const longestStallMs = 50
const dearerAtMost = 1.2
const exitMs = 1_000
// of twenty lanes that knock hundreds of times a second
const mostReset = 1

const one = (value: number) => Math.round(value * 10) / 10

/** One line a case, while the next is being measured. */
export function print(rows: number, name: CaseName, { ours, crud, ratio }: Compared): void {
  const side = ({ perSecond, p50, p99, cpuMs }: Compared['ours']) =>
    `${one(perSecond)}/s (p50 ${p50}, p99 ${p99} ms, cpu ${cpuMs.toFixed(2)} ms)`
  const settled = caseOf(name).kind === 'write' ? `; readers behind ${one(ours.settledMs)} ms` : ''
  console.log(`${rows} rows, ${name}: ${side(ours)}, crud ${side(crud)}, ratio ${ratio.toFixed(2)}${settled}`)
}

export function addFigures(figures: Figures, { compared, stall, growth, farewell }: Outcome): void {
  for (const [rows, byCase] of Object.entries(compared))
    for (const [name, { ratio }] of Object.entries(byCase))
      figures.atLeast(`${name}, ${rows} rows, ours / CRUD`, ratio, targets[name as CaseName])
  figures.atMost('gateway stall under 10 whole lists, max ms', stall.ours.max, longestStallMs)
  figures.atMost('gateway stall under 10 whole lists, p99.9 ms', stall.ours.p999, longestStallMs)
  if (growth) figures.atMost('cost of a write, most rows / fewest', growth.ours, dearerAtMost)
  figures.atMost('SIGTERM under load, broken requests', farewell.broken, 0)
  figures.atMost('SIGTERM under load, reset at the door', farewell.reset, mostReset)
  figures.atMost('SIGTERM under load, exit after the last answer, ms', farewell.exitMs, exitMs)
}

import type { Figures } from '../bench.ts'
import type { Side, Site } from './apiSite.ts'
import { type CaseName, caseOf } from './cases.ts'
import type { Comparison } from './compare.ts'
import type { ProcessReport } from './measuredProcess.ts'
import type { Shutdown } from './shutdown.ts'

export type Outcome = {
  /** By size, then by case. */
  compared: Record<string, Record<string, Comparison>>
  /** Null when no list of customers is measured. */
  delay: Record<Side, ProcessReport['delay']> | null
  /** By size, then by process. */
  memory: Record<string, ReturnType<Site['memory']>>
  /** 95th percentile of billing reports for a single caller at the largest size, in ms. */
  reports: ({ rows: number } & Record<Side, number>) | null
  shutdown: Shutdown
}

const maxDelayMs = 50
const maxGrowth = 1.2
const maxExitMs = 1_000
// of twenty clients that connect hundreds of times a second
const maxReset = 1

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** One line a case, while the next is being measured. */
export function printProgress(
  rows: number,
  name: CaseName,
  { ours, plain, ratio }: Omit<Comparison, 'firstGrowth'>,
): void {
  const side = ({ perSecond, p50, p99, cpuMs }: Comparison['ours']) =>
    `${oneDecimal(perSecond)}/s (p50 ${p50}, p99 ${p99} ms, cpu ${cpuMs.toFixed(2)} ms)`
  const settling = caseOf(name).kind === 'write' ? `; settled after ${Math.round(ours.settledMs)} ms` : ''
  console.log(
    `${rows} rows, ${name}: ours ${side(ours)}, plain ${side(plain)}, ratio ${ratio.toFixed(2)}${settling}`,
  )
}

const headings = [
  ...[
    'call',
    'ours/s',
    'plain/s',
    'ratio',
    'target',
    '',
    'CPU ms/answer',
    'p99 ms',
    'growth',
    'first growth',
    '',
  ],
]
const growthText = (growth: number | null) => (growth === null ? '' : growth.toFixed(2))
const isMissedGrowth = (growth: number | null) => growth !== null && growth > maxGrowth

function cellsOf(name: CaseName, { ours, plain, ratio, growth, firstGrowth }: Comparison): string[] {
  const { target } = caseOf(name)
  return [
    ...[name, String(oneDecimal(ours.perSecond)), String(oneDecimal(plain.perSecond)), ratio.toFixed(2)],
    ...[`≥ ${target}`, ratio < target ? '✗' : '', ours.cpuMs.toFixed(2), String(ours.p99)],
    ...[growthText(growth), growthText(firstGrowth)],
    isMissedGrowth(growth) || isMissedGrowth(firstGrowth) ? `✗ > ${maxGrowth}` : '',
  ]
}

/** A table of every call at one size; ✗ marks what misses its target. */
export function tableOf(rows: number, byCase: Record<string, Comparison>): string {
  const lines = [headings, ...Object.entries(byCase).map(([name, it]) => cellsOf(name as CaseName, it))]
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)))
  const text = lines.map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return [`${rows} records of every kind`, ...text].join('\n')
}

export function printOutcome({ compared, memory, reports }: Outcome): void {
  for (const [rows, byCase] of Object.entries(compared)) console.log(`\n${tableOf(Number(rows), byCase)}`)
  for (const [rows, processes] of Object.entries(memory))
    for (const [name, { residentMb, peakMb }] of Object.entries(processes))
      console.log(`${rows} rows, memory of ${name}: ${residentMb} MB, at most ${peakMb} MB`)
  if (reports)
    console.log(
      `${reports.rows} invoices, billing reports for one caller, p95: ours ${oneDecimal(reports.ours)} ms, plain ${oneDecimal(reports.plain)} ms`,
    )
}

export function addFigures(figures: Figures, { compared, delay, shutdown }: Outcome): void {
  for (const [rows, byCase] of Object.entries(compared))
    for (const [name, { ratio, growth, firstGrowth }] of Object.entries(byCase)) {
      const { target } = caseOf(name as CaseName)
      figures.atLeast(`${name}, ${rows} rows, ours / plain`, ratio, target)
      if (growth !== null) figures.atMost(`${name}, ${rows} rows, growth of cost`, growth, maxGrowth)
      if (firstGrowth !== null)
        figures.atMost(`${name}, ${rows} rows, growth in the first minute`, firstGrowth, maxGrowth)
    }
  if (delay) {
    figures.atMost('event loop delay under 10 whole lists, max ms', delay.ours.max, maxDelayMs)
    figures.atMost('event loop delay under 10 whole lists, p99.9 ms', delay.ours.p999, maxDelayMs)
  }
  figures.atMost('SIGTERM under load, broken requests', shutdown.broken, 0)
  figures.atMost('SIGTERM under load, new connections reset', shutdown.reset, maxReset)
  figures.atMost('SIGTERM under load, exit after the last answer, ms', shutdown.exitMs, maxExitMs)
}
